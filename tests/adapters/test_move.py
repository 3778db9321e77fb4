"""Moving data between one server and a cluster: everything is there afterwards, read as the service reads it."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import pairwise

import pytest
import redis

from service.characters.ports import Character
from service.characters.redis import RedisCharacterStore
from service.draws.ports import TakenDraw
from service.draws.redis import RedisDrawStore
from service.idempotency.ports import KeptAnswer
from service.idempotency.redis import RedisIdempotencyStore
from service.insights.ports import Increments, Reset
from service.insights.redis import RedisInsightStore
from service.move.__main__ import main
from service.move.move import CannotMove, Move
from service.records.ports import MOST_OF_CHARACTER
from service.records.redis import RedisLedger
from service.store.client import Client, servers
from service.store.keys import CLUSTER, ONE, layout, rate_limit
from service.store.moved_keys import mark_of_a_move, moved
from service.tuning.redis import RedisTuningLog
from service.webhook.redis import RedisDeliveries
from tests.adapters.test_ledger import record, shown
from tests.builders.revisions import kept
from tests.servers import CLIENTS
from tools.cluster.topology import Cluster

SEED = bytes(range(256))[-32:]
REQUEST = bytes(32)
KEYS = [sha256(b"%d" % number).digest() for number in range(40)]
ANSWER = KeptAnswer(200, "application/json", bytes(range(256)) + "♠".encode())
DAY = date(2026, 1, 31)
RESET = Reset("ann ♠", datetime(2026, 1, 30, tzinfo=UTC))
IDS = [f"ann {number} ♠" for number in range(30)]
RECORDS = [record(number, *(("ann", "bob") if number % 2 else ())) for number in range(2 * MOST_OF_CHARACTER + 50)]
REVISIONS = [kept(number) for number in range(1, 46)]
BUDGET = 1 << 24


@pytest.fixture(params=[("redis", "cluster"), ("cluster", "redis")], ids="-".join)
def stores(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    """A source with some of everything, and an empty target."""
    source, target = (request.getfixturevalue(CLIENTS[name]) for name in request.param)
    fill(source)
    return source, target


def fill(store: Client) -> None:
    characters, draws = RedisCharacterStore(store), RedisDrawStore(store)
    characters.remember({one: Character({"shooting": number}, (1, 2, 3, 4), 7) for number, one in enumerate(IDS)})
    characters.start_effect(IDS[0], "drunk ♠", timedelta(hours=1))
    characters.start_effect("unknown", "lucky", timedelta(hours=2))
    for name in ("promised", "taken"):
        draws.promise(name, SEED, 600)
    draws.take("taken", "first")
    answers = RedisIdempotencyStore(store, BUDGET)
    for key in KEYS:
        answers.keep(key, REQUEST, ANSWER)
    insight = RedisInsightStore(store)
    insight.reset(RESET)
    insight.add(Increments("a worker", 1, DAY, {("a", "♠"): 3}, {(7, "pve", "bank"): (1, 2)}))
    RedisLedger(store, 100_000).write(RECORDS[:1])
    for first, end in pairwise(range(1, len(RECORDS) + 99, 100)):
        RedisLedger(store, 100_000).write(RECORDS[first:end])
    for revision in REVISIONS:
        RedisTuningLog(store).append(revision)
    deliveries = RedisDeliveries(store, "https://hooks.example")
    deliveries.take("a worker", 30)
    deliveries.advance("a worker", 41)


@pytest.mark.slow
def test_move__everything__is_read_in_the_target_as_in_the_source(stores: tuple[Client, Client]) -> None:
    source, target = stores

    copied = Move(source, target)()

    assert copied["records"] == len(RECORDS)
    assert copied["revisions of the tuning"] == len(REVISIONS)
    assert (copied["characters"], copied["kept answers"], copied["promised draws"]) == (30, 40, 2)
    for read in (
        lambda store: RedisCharacterStore(store).look_up([*IDS, "unknown"]),
        lambda store: list(RedisTuningLog(store).entries(1, 99)),
        lambda store: shown(RedisLedger(store, 100_000)),
        lambda store: shown(RedisLedger(store, 100_000), "bob")[:MOST_OF_CHARACTER],
        lambda store: RedisInsightStore(store).resets(None, 9),
        lambda store: list(RedisInsightStore(store).read(DAY, DAY, decided=True).days),
    ):
        assert read(target) == read(source)
    assert RedisInsightStore(target).read(DAY, DAY, decided=False).reset_at == RESET.time
    assert [RedisIdempotencyStore(target, BUDGET).find(key, REQUEST) for key in KEYS] == [ANSWER] * len(KEYS)
    draws = RedisDrawStore(target)
    assert [draws.take(name, "second") for name in ("promised", "taken")] == [
        TakenDraw(SEED, "second"),
        TakenDraw(SEED, "first"),
    ]
    progress = RedisDeliveries(target, "https://hooks.example").take("another worker", 30)
    assert progress is not None
    assert progress.delivered == 41


@pytest.mark.slow
def test_move__what_expires__expires_at_the_same_time(stores: tuple[Client, Client]) -> None:
    source, target = stores

    Move(source, target)()

    of_source, of_target = layout(source), layout(target)
    for name, copy in (
        (of_source.draw("promised"), of_target.draw("promised")),
        (of_source.idempotency(KEYS[0]), of_target.idempotency(KEYS[0])),
        (of_source.insight(DAY), of_target.insight(DAY)),
    ):
        assert target.pexpiretime(copy) == source.pexpiretime(name) > 0
    ends = [RedisCharacterStore(store).running_effects(IDS[0])[0].ends_at for store in (source, target)]
    assert ends[0] == ends[1]
    effects = f"destiny:character:{{{IDS[0]}}}:effects"
    assert target.hpexpiretime(effects, "drunk ♠") == source.hpexpiretime(effects, "drunk ♠")


@pytest.mark.slow
def test_move__bytes_of_answers__are_about_as_many(stores: tuple[Client, Client]) -> None:
    source, target = stores

    Move(source, target)()

    counted = [
        sum(int(size) for name in bytes_names(store) for size in store.hvals(name)) for store in (source, target)
    ]
    assert 0 <= counted[1] - counted[0] < 16 * len(KEYS)


def bytes_names(store: Client) -> set[str]:
    return {layout(store).idempotency_bytes(key) for key in KEYS}


@pytest.mark.slow
def test_move__to_a_store_with_data__is_refused_and_changes_nothing(store: redis.Redis, cluster: Client) -> None:
    fill(store)
    RedisTuningLog(cluster).append(REVISIONS[0])

    with pytest.raises(CannotMove, match="TO already has data"):
        Move(store, cluster)()
    with pytest.raises(CannotMove, match="TO already has data"):
        Move(store, store)()

    assert RedisTuningLog(cluster).head().number == 1
    assert sum(one.dbsize() for one in servers(cluster)) == 1


@pytest.mark.slow
def test_move__of_nothing__is_refused(store: redis.Redis, cluster: Client) -> None:
    store.set("another program's", "")

    with pytest.raises(CannotMove, match="FROM has no data"):
        Move(store, cluster)()


@pytest.mark.slow
def test_move__interrupted__begins_again_without_what_was_copied_before(stores: tuple[Client, Client]) -> None:
    source, target = stores
    names = layout(target)
    target.set(mark_of_a_move(names), "")
    target.set(names.draw("since removed"), SEED)
    RedisTuningLog(target).append(REVISIONS[0])
    target.set("another program's", "")

    Move(source, target)()

    assert not target.exists(
        names.draw("since removed"),
    )
    assert RedisTuningLog(target).head().number == len(REVISIONS)
    assert not target.exists(mark_of_a_move(names))
    assert target.get("another program's") == b""


class Changing(Move):
    """A move between whose copy and comparison a service changes something."""

    def _copy_tuning(self) -> int:
        number = super()._copy_tuning()
        RedisCharacterStore(self.source).remember({"late": Character({}, (0, 0, 0, 0), 7)})
        return number


@pytest.mark.slow
def test_move__source_that_changes_meanwhile__is_not_called_complete(stores: tuple[Client, Client]) -> None:
    source, target = stores

    with pytest.raises(CannotMove, match=r"late\} differs from its copy. Stop all services"):
        Changing(source, target)()

    assert target.exists(mark_of_a_move(layout(target)))
    assert Move(source, target)()["characters"] == len(IDS) + 1


def test_names__of_everything_that_is_kept__have_one_on_the_other_side() -> None:
    in_other_ways = {ONE.tuning_log, ONE.idempotency_bytes(b""), *records_of_one()}
    short_lived = {rate_limit(""), ONE.insight_told(date.min, ""), ONE.webhook_lease(""), ONE.touched(""), *ONE.trials}
    for name in {*ONE.permanent, *ONE.unused, ONE.insight(DAY), ONE.insight_decided(DAY)} - in_other_ways - short_lived:
        there = moved(name, CLUSTER)
        assert there
        back = moved(there.target, ONE)
        assert back
        assert (back.what, back.target) == (there.what, name)
    assert [moved(name, CLUSTER) for name in in_other_ways | short_lived] == [None] * len(in_other_ways | short_lived)


def records_of_one() -> set[str]:
    (group,) = ONE.records
    return {group.documents, group.order, group.characters, group.bytes, group.of_character("")}


@pytest.mark.slow
def test_command__copies_and_says_what(
    store: redis.Redis, store_url: str, cluster: Client, three_primaries: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(store)

    assert main({"FROM": store_url, "TO": three_primaries.url}) == 0

    assert "       40 kept answers\n" in capsys.readouterr().out
    assert RedisTuningLog(cluster).head().number == len(REVISIONS)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "FROM must be the address of a store, like DESTINY_REDIS_URL."),
        ("redis+cluster://:secret@h/1", "FROM is an address with a path that is not /0"),
        ("redis://:secret@127.0.0.1:1", "FROM, the store at 127.0.0.1:1, cannot be used. The store does not answer."),
    ],
)
def test_command__store_that_cannot_be_used__says_which_without_a_password(url: str, said: str) -> None:
    message = main({"FROM": url})

    assert str(message).startswith(f"destiny: {said}")
    assert "secret" not in str(message)
