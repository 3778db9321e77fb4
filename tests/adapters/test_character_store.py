"""The store of characters and running effects: the same promises in memory and on a real server."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
import redis

from service.characters.ports import MOST_RUNNING, Character, CharacterStore, Found
from service.characters.redis import REMEMBERED_AT_ONCE, RedisCharacterStore
from service.errors import StoreTooOld, StoreUnavailable
from service.store import keys
from service.store.client import Client, connect, servers
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock
from tests.servers import CLIENTS, ON_A_CLUSTER, old_server

KEPT_FOR = timedelta(seconds=1)
HOUR = timedelta(hours=1)
BILLY = Character({"stealth": 40, "lockpicking": 50}, (7_243, 0, 0, 0), 3)
JANE = Character({}, (0, 0, 0, 0), 0)
NOTHING = Found(None, ())


@dataclass(frozen=True, slots=True)
class Bench:
    """A store that keeps characters for a moment only, and a way to let moments pass for it."""

    store: CharacterStore
    wait: Callable[[timedelta], object]
    now: Callable[[], datetime]
    """The store's own time."""


def in_memory() -> Bench:
    clock = StoppedClock()
    return Bench(
        InMemoryCharacterStore(clock, KEPT_FOR), lambda span: clock.pass_time(seconds=span.total_seconds()), clock.now
    )


def in_a_store(client: Client) -> Bench:
    def now() -> datetime:
        seconds, microseconds = servers(client)[0].time()
        return datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=microseconds)

    return Bench(RedisCharacterStore(client, KEPT_FOR), lambda span: time.sleep(span.total_seconds()), now)


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def bench(request: pytest.FixtureRequest) -> Bench:
    return in_a_store(request.getfixturevalue(CLIENTS[request.param])) if request.param in CLIENTS else in_memory()


def names(store: CharacterStore, character_id: str) -> set[str]:
    return {one.effect for one in store.running_effects(character_id)}


def test_look_up__nothing_kept__finds_nothing(bench: Bench) -> None:
    assert bench.store.look_up(["billy"]) == [NOTHING]


def test_look_up__several__finds_each_in_its_place(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY, "jane": JANE})
    bench.store.start_effect("jane", "whiskey", HOUR)
    bench.store.start_effect("doc", "poisoned", HOUR)

    assert bench.store.look_up(["jane", "nobody", "billy", "doc"]) == [
        Found(JANE, ("whiskey",)),
        NOTHING,
        Found(BILLY, ()),
        Found(None, ("poisoned",)),
    ]


@pytest.mark.parametrize(
    "make", [lambda _: InMemoryCharacterStore(StoppedClock()), RedisCharacterStore], ids=["in_memory", "on_a_server"]
)
def test_everyone__among_other_keys__has_each_character_and_effect(
    make: Callable[[redis.Redis], CharacterStore], store: redis.Redis
) -> None:
    store.mset({keys.ONE.idempotency(b"%d" % number): "" for number in range(1000)})
    characters = make(store)
    characters.remember({f"c{n}:effects": Character({"stealth": n}, (0, 0, 0, 0), 0) for n in range(1, 100)})
    characters.start_effect("c1", "whiskey", HOUR)
    characters.start_effect("doc", "poisoned", HOUR)

    found = [one for some in characters.everyone() for one in some]

    # A store that grows while it is read may answer a key twice.
    assert {one.character.skills["stealth"] for one in found if one.character} == set(range(1, 100))
    assert {effect for one in found for effect in one.running} == {"whiskey", "poisoned"}


def test_everyone__read__is_not_renewed(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY})
    bench.wait(KEPT_FOR / 2)
    list(bench.store.everyone())
    bench.wait(KEPT_FOR / 2)

    assert [one for some in bench.store.everyone() for one in some] == []


def test_remember__more_than_one_call_writes__are_all_stored(bench: Bench) -> None:
    many = {f"c{number}": BILLY for number in range(2 * REMEMBERED_AT_ONCE + 1)}

    bench.store.remember(many)

    assert [found.character for found in bench.store.look_up(list(many))] == [BILLY] * len(many)


def test_remember__known_already__is_put_in_its_place(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY})
    bench.store.remember({"billy": JANE})

    assert bench.store.look_up(["billy"]) == [Found(JANE, ())]


@pytest.mark.parametrize("one", ["a", "A.b_c:d-9", ":", "billy:effects", "." * 64])
def test_remember__any_id__is_another_than_any_other(bench: Bench, one: str) -> None:
    bench.store.remember({one: BILLY})
    bench.store.start_effect("billy", "whiskey", HOUR)

    assert bench.store.look_up([one, "billy", one + "x"]) == [Found(BILLY, ()), Found(None, ("whiskey",)), NOTHING]


def test_character__not_used_for_its_time__is_forgotten(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY})
    bench.wait(KEPT_FOR * 1.1)

    assert bench.store.look_up(["billy"]) == [NOTHING]


def test_character__used_again_and_again__is_kept(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY, "jane": JANE})
    for _ in range(4):
        bench.wait(KEPT_FOR * 0.4)
        assert bench.store.look_up(["billy"]) == [Found(BILLY, ())]

    assert bench.store.look_up(["jane"]) == [NOTHING]


def test_character__remembered_again__has_its_whole_time_again(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY})
    bench.wait(KEPT_FOR * 0.7)
    bench.store.remember({"billy": BILLY})
    bench.wait(KEPT_FOR * 0.7)

    assert bench.store.look_up(["billy"]) == [Found(BILLY, ())]


def test_forget__character_with_effects__leaves_nothing(bench: Bench) -> None:
    bench.store.remember({"billy": BILLY, "jane": JANE})
    bench.store.start_effect("billy", "whiskey", HOUR)

    bench.store.forget("billy")
    bench.store.forget("nobody")

    assert bench.store.look_up(["billy", "jane"]) == [NOTHING, Found(JANE, ())]
    assert bench.store.running_effects("billy") == []


def test_start_effect__for_some_time__answers_how_it_runs(bench: Bench) -> None:
    before = bench.now()
    started = bench.store.start_effect("billy", "whiskey", HOUR)
    after = bench.now()

    assert started
    assert (started.effect, started.left) == ("whiskey", HOUR)
    # The real store counts whole milliseconds.
    assert before + HOUR - timedelta(milliseconds=1) < started.ends_at <= after + HOUR


def test_running_effects__while_they_run__end_when_they_were_said_to(bench: Bench) -> None:
    started = bench.store.start_effect("billy", "whiskey", HOUR)
    bench.wait(timedelta(milliseconds=20))

    (running,) = bench.store.running_effects("billy")

    assert started
    assert (running.effect, running.ends_at) == ("whiskey", started.ends_at)
    assert timedelta(minutes=59) < running.left <= HOUR - timedelta(milliseconds=19)


def test_effect__out_of_time__ends_by_itself_and_alone(bench: Bench) -> None:
    bench.store.start_effect("billy", "whiskey", timedelta(seconds=0.5))
    bench.store.start_effect("billy", "poisoned", HOUR)
    assert names(bench.store, "billy") == {"whiskey", "poisoned"}

    bench.wait(timedelta(seconds=0.51))

    assert names(bench.store, "billy") == {"poisoned"}
    assert bench.store.look_up(["billy"]) == [Found(None, ("poisoned",))]
    assert not bench.store.end_effect("billy", "whiskey")


def test_start_effect__that_runs__has_its_whole_time_again(bench: Bench) -> None:
    bench.store.start_effect("billy", "whiskey", timedelta(seconds=0.2))
    bench.store.start_effect("billy", "whiskey", HOUR)
    bench.wait(timedelta(seconds=0.25))
    assert names(bench.store, "billy") == {"whiskey"}

    bench.store.start_effect("billy", "whiskey", timedelta(seconds=0.2))
    bench.wait(timedelta(seconds=0.25))
    assert names(bench.store, "billy") == set()


def test_end_effect__that_runs__ends_it(bench: Bench) -> None:
    bench.store.start_effect("billy", "whiskey", HOUR)
    bench.store.start_effect("jane", "whiskey", HOUR)

    assert bench.store.end_effect("billy", "whiskey")
    assert not bench.store.end_effect("billy", "whiskey")

    assert names(bench.store, "billy") == set()
    assert names(bench.store, "jane") == {"whiskey"}


def test_start_effect__as_many_as_may_run__takes_no_other(bench: Bench) -> None:
    for number in range(MOST_RUNNING - 1):
        assert bench.store.start_effect("billy", f"effect_{number}", HOUR)
    assert bench.store.start_effect("billy", "brief", timedelta(seconds=0.5))

    assert bench.store.start_effect("billy", "whiskey", HOUR) is None
    assert bench.store.start_effect("billy", "effect_0", HOUR)
    assert bench.store.start_effect("jane", "whiskey", HOUR)
    assert len(names(bench.store, "billy")) == MOST_RUNNING

    bench.wait(timedelta(seconds=0.51))
    assert bench.store.start_effect("billy", "whiskey", HOUR)


CALLS: dict[str, Callable[[CharacterStore], object]] = {
    "look_up": lambda store: store.look_up(["billy"]),
    "everyone": lambda store: list(store.everyone()),
    "remember": lambda store: store.remember({"billy": BILLY}),
    "forget": lambda store: store.forget("billy"),
    "start_effect": lambda store: store.start_effect("billy", "whiskey", HOUR),
    "running_effects": lambda store: store.running_effects("billy"),
    "end_effect": lambda store: store.end_effect("billy", "whiskey"),
}


def unavailable_in_memory(_: redis.Redis) -> CharacterStore:
    return InMemoryCharacterStore(StoppedClock(), unavailable=True)


@pytest.mark.parametrize("unavailable", [unavailable_in_memory, RedisCharacterStore])
@pytest.mark.parametrize("call", CALLS)
def test_any_call__store_unavailable__says_so(
    unavailable: Callable[[redis.Redis], CharacterStore], call: str, no_store: redis.Redis
) -> None:
    with pytest.raises(StoreUnavailable):
        CALLS[call](unavailable(no_store))


def test_remember__on_a_server_that_is_full__says_that_it_is_away(store: redis.Redis) -> None:
    store.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable):
            RedisCharacterStore(store).remember({"billy": BILLY})
        with pytest.raises(StoreUnavailable):
            RedisCharacterStore(store).start_effect("billy", "whiskey", HOUR)
        assert RedisCharacterStore(store).look_up(["billy"]) == [NOTHING]
    finally:
        store.config_set("maxmemory", 0)


def test_server_without_expiring_fields__keeps_characters_and_refuses_effects() -> None:
    with old_server() as url, connect(url, timeout_s=5) as client:
        characters = RedisCharacterStore(client)
        characters.remember({"billy": BILLY})

        with pytest.raises(StoreTooOld):
            characters.start_effect("billy", "whiskey", HOUR)

        assert characters.look_up(["billy"]) == [Found(BILLY, ())]
        assert characters.running_effects("billy") == []


def test_what_is_kept__in_the_store__expires_without_us(store: redis.Redis) -> None:
    characters = RedisCharacterStore(store)
    characters.remember({"billy": BILLY})
    characters.start_effect("billy", "whiskey", timedelta(seconds=300))

    kept, effects = keys.character("billy"), keys.running_effects("billy")
    assert 0 <= 30 * 24 * 60 * 60 - store.ttl(kept) <= 5
    (left,) = store.httl(effects, "whiskey")
    assert 295 <= left <= 300
    assert set(store.keys()) == {kept.encode(), effects.encode()}


def test_look_up__of_many__is_one_round_trip(store: redis.Redis) -> None:
    characters = RedisCharacterStore(store)
    ids = [f"member_{number}" for number in range(2000)]
    characters.remember(dict.fromkeys(ids, BILLY))
    characters.look_up(ids[:1])
    before = store.info("commandstats")["cmdstat_evalsha"]["calls"]

    assert characters.look_up(ids) == [Found(BILLY, ())] * 2000
    assert store.info("commandstats")["cmdstat_evalsha"]["calls"] == before + 1
