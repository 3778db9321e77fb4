"""The one look at the store before the service starts: what ends the start, and what is a warning."""

import sys
from pathlib import Path

import pytest
import redis

from service.check_store import UnusableStore, check_store
from service.server.start_checks import StoreRefused, look_at_the_store
from service.settings import Settings
from service.store.client import connect
from service.store.embedded.server import EmbeddedStore
from service.store.health import EVICTS, KEEPS_NOTHING, SNAPSHOTS
from service.store.keys import ONE
from tests.servers import ReplicatedPair, old_server, server


def found(url: str, *, unsafe: bool = False) -> list[str]:
    return [*check_store(Settings(redis_url=url, store_unsafe=unsafe, store_timeout_s=5))]


def refusal(url: str) -> str:
    with pytest.raises(UnusableStore) as refused:
        found(url)
    return str(refused.value)


@pytest.mark.usefixtures("store")
def test_store__as_it_should_be__leaves_nothing_to_say(store_url: str) -> None:
    assert found(store_url) == []


def test_store__of_the_service_itself__is_looked_at_where_no_other_is_named(data_dir: Path) -> None:
    with EmbeddedStore(data_dir):
        assert [*check_store(Settings(data_dir=data_dir))] == []


def test_store__unreachable__is_a_warning_that_names_the_host_and_no_password(closed_port: int) -> None:
    (warning,) = found(f"redis://user:secret@127.0.0.1:{closed_port}/0")

    assert warning.startswith(f"The store at 127.0.0.1:{closed_port} cannot be used yet (down); ")
    assert "Connection refused" in warning
    assert "secret" not in warning


def test_store__full__is_a_warning(store: redis.Redis, store_url: str) -> None:
    store.config_set("maxmemory", 1)
    try:
        (warning,) = found(store_url)
    finally:
        store.config_set("maxmemory", 0)
    assert "(full)" in warning
    assert "Raise its maxmemory." in warning


def test_store__database_out_of_range__is_refused(store_url: str) -> None:
    assert "does not have the database that DESTINY_REDIS_URL names" in refusal(f"{store_url}?db=99")


def test_store__wrong_password__is_refused_without_it(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        connect(store.url, timeout_s=5).config_set("requirepass", "right")

        message = refusal(f"{store.url}?password=secret")
    assert message == (
        f"The store at {data_dir}/store.sock cannot be used. "
        "The store refuses the user or the password in DESTINY_REDIS_URL."
    )


def test_store__too_old__is_refused() -> None:
    with old_server() as url:
        assert "must be at least Redis 7.4 or Valkey 9.0" in refusal(url)


def test_store__user_without_evalsha__is_refused_by_the_name_of_the_command(store: redis.Redis) -> None:
    store.acl_setuser("held", enabled=True, nopass=True, keys=["destiny:*"], commands=["+@all", "-evalsha"])
    path = store.connection_pool.connection_kwargs["path"]
    try:
        assert "'evalsha'" in refusal(f"unix://held:secret@{path}")
    finally:
        store.acl_deluser("held")


def test_store__key_of_another_type__is_refused_by_its_name(store: redis.Redis, store_url: str) -> None:
    name = next(iter(ONE.permanent))
    store.set(name, "something else")

    assert f"The key {name} is a string." in refusal(store_url)


def test_store__option_of_the_wrong_kind__is_refused(store_url: str) -> None:
    assert "Invalid value for 'max_connections'" in refusal(f"{store_url}?max_connections=many")


@pytest.mark.parametrize(
    ("options", "risk"),
    [
        (["--appendonly", "yes", "--maxmemory-policy", "allkeys-lru"], EVICTS.format("allkeys-lru")),
        ([], KEEPS_NOTHING),
    ],
)
def test_store__that_may_lose_what_it_keeps__is_refused_unless_that_is_wanted(options: list[str], risk: str) -> None:
    with server(*options) as url:
        message = refusal(url)
        warnings = found(url, unsafe=True)

    assert risk in message
    assert message.endswith("DESTINY_STORE_UNSAFE=1.")
    assert warnings == [f"The store at {url.removeprefix('unix://')}: {risk}"]


def test_store__with_snapshots_only__is_a_warning() -> None:
    with server("--save", "3600", "1") as url:
        assert found(url) == [f"The store at {url.removeprefix('unix://')}: {SNAPSHOTS}"]


@pytest.mark.usefixtures("store", "primary")
def test_store__that_takes_writes_without_a_replica__is_refused_where_one_is_wanted(
    store_url: str, pair: ReplicatedPair
) -> None:
    with pytest.raises(UnusableStore, match="Set min-replicas-to-write 1 on every server"):
        check_store(Settings(redis_url=store_url, store_safety="replicated", store_timeout_s=5))

    assert [*check_store(Settings(redis_url=pair.url, store_safety="replicated", store_timeout_s=30))] == []


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


def test_look__at_the_store__has_each_warning() -> None:
    assert look_at_the_store(python("print('one\\ntwo')")) == ["one", "two"]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("raise SystemExit('destiny: no.')", "destiny: no."),
        ("raise SystemExit(3)", "the store could not be checked"),
    ],
)
def test_look__that_ends_in_a_refusal__has_its_words(program: str, said: str) -> None:
    with pytest.raises(StoreRefused) as refused:
        look_at_the_store(python(program))
    assert str(refused.value) == said


def test_look__that_takes_too_long__is_a_warning() -> None:
    (warning,) = look_at_the_store(python("import time; time.sleep(60)"), patience_s=0.5)

    assert warning == "The store did not answer within 0.5 seconds; the service starts without it."
