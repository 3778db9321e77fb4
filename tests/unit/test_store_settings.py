"""The settings of the store: each wrong part of an address is named, and no password is shown."""

import pytest

from service.settings import InvalidSettings, Settings
from service.store.wait import NO_WAIT, Wait


def refusal(**mapping: str) -> str:
    with pytest.raises(InvalidSettings) as refused:
        Settings.from_env(mapping)
    return str(refused.value)


@pytest.mark.parametrize(
    ("rest", "part"),
    [
        ("user:secret@/game", "Sentinel address 1"),
        (":secret@h:x/game", "Sentinel address 1"),
        (":secret@h,h:0/game", "Sentinel address 2"),
        (":secret@h,h:65536/game", "Sentinel address 2"),
        (":secret@h,,h/game", "Sentinel address 2"),
        (":secret@h,::1/game", "Sentinel address 2"),
        (":sec/ret@h/game", "Sentinel address 1"),
        (":secret@h", "without the name of the primary"),
        (":secret@h/?db=1", "without the name of the primary"),
        (":secret@h/ga me", "without the name of the primary"),
        (":secret@h/game/one", "with a database"),
        (":secret@h/game/1/2", "with a database"),
        (":secret@h/game?db=", "with a database"),
        (":secret@h/game?sentinel_pasword=secret", "did you mean sentinel_password?"),
        (":secret@h/game?ssl_keyfile=secret", "with an option after ?"),
        (":sec#ret@h/game", "with a # in it"),
    ],
)
def test_redis_url__of_sentinels_and_wrong__is_refused_by_the_part_that_is(rest: str, part: str) -> None:
    message = refusal(DESTINY_REDIS_URL=f"redis+sentinel://{rest}")

    assert message.startswith("Invalid settings: DESTINY_REDIS_URL is 'redis+sentinel://...' with")
    assert part in message
    assert "secret" not in message


@pytest.mark.parametrize(
    ("rest", "part"),
    [
        ("", "address 1 that is not host:port"),
        ("user:secret@", "address 1 that is not host:port"),
        (":secret@h:1,h:x", "address 2 that is not host:port"),
        (":sec/ret@h", "address 1 that is not host:port"),
        (":secret@h/1", "with a path that is not /0"),
        (":secret@h/game", "with a path that is not /0"),
        (":secret@h?db=1", "with an option after ?"),
        (":secret@h?client_nam=secret", "did you mean client_name?"),
        (":secret@h?sentinel_password=secret", "with an option after ?"),
        (":secret@h?ssl_keyfile=secret", "with an option after ?"),
        (":sec#ret@h", "with a # in it"),
    ],
)
def test_redis_url__of_a_cluster_and_wrong__is_refused_by_the_part_that_is(rest: str, part: str) -> None:
    message = refusal(DESTINY_REDIS_URL=f"redis+cluster://{rest}")

    assert message.startswith("Invalid settings: DESTINY_REDIS_URL is 'redis+cluster://...' with")
    assert part in message
    assert "secret" not in message


def test_store_safety__replicated_without_a_store_of_ones_own__is_refused() -> None:
    assert "DESTINY_STORE_SAFETY=replicated needs DESTINY_REDIS_URL" in refusal(DESTINY_STORE_SAFETY="replicated")


@pytest.mark.parametrize(("timeout_ms", "wait_ms"), [("1", 1), ("250", 200), ("60000", 48_000)])
def test_replica_wait__of_a_timeout__is_shorter_and_never_without_end(timeout_ms: str, wait_ms: int) -> None:
    given = {"DESTINY_REDIS_URL": "redis://h", "DESTINY_STORE_TIMEOUT_MS": timeout_ms}

    assert Settings.from_env({**given, "DESTINY_STORE_SAFETY": "replicated"}).replica_wait == Wait(1, wait_ms)
    assert Settings.from_env(given).replica_wait == NO_WAIT


def test_replica_wait__for_several_replicas__has_their_number() -> None:
    given = {"DESTINY_REDIS_URL": "redis://h", "DESTINY_STORE_SAFETY": "replicated", "DESTINY_STORE_REPLICAS": "2"}

    assert Settings.from_env(given).replica_wait.replicas == 2
