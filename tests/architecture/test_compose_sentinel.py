"""The profile `sentinel` of the compose file, as far as it can be tried without Docker."""

import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis

from service.settings import Settings
from service.store.embedded.server import server_binary
from service.store.health import LEAST_DOWN_AFTER_MS
from service.store.url import sentinel_url
from tests.architecture.test_image import compose, options
from tests.dockerfile import PROJECT
from tests.patience import wait_until
from tests.servers import server
from tools.servers.group import free_ports

SERVICES = compose()["services"]
IN_PROFILE = {name for name, service in SERVICES.items() if service.get("profiles") == ["sentinel"]}
SENTINELS = sorted(name for name in IN_PROFILE if name.startswith("sentinel-"))
SERVERS = ["store", *sorted(IN_PROFILE - {*SENTINELS})]
GIVEN = dict(
    line.split("=", 1)
    for line in (PROJECT / "deploy" / "sentinel.env").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)


def filled_in(text: str) -> str:
    """With the variables of deploy/sentinel.env."""
    return re.sub(r"\$\{(\w+):-[^}]*\}", lambda found: GIVEN[found[1]], text)


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def configuration() -> str:
    (script,) = SERVICES[SENTINELS[0]]["command"][2:]
    return str(re.findall(r"<<END\n(.*?)^END$", script, re.DOTALL | re.MULTILINE)[0])


def test_profile__servers__are_three_of_each_and_pinned_and_private() -> None:
    assert (len(SENTINELS), len(SERVERS)) == (3, 3)
    assert {SERVICES[name]["image"] for name in IN_PROFILE} == {SERVICES["store"]["image"]}
    assert not any("ports" in SERVICES[name] for name in IN_PROFILE)
    volumes = [SERVICES[name]["volumes"][0].partition(":")[0] for name in (*SENTINELS, *SERVERS)]
    assert len(set(volumes)) == 6
    assert set(volumes) <= set(compose()["volumes"])


def test_profile__address_of_the_store__names_its_sentinels() -> None:
    environment = {name: GIVEN.get(name, "") for name in SERVICES["service"]["environment"] if name in GIVEN}
    settings = Settings.from_env(environment)
    url = sentinel_url(settings.redis_url or "")

    assert set(GIVEN) == {*environment, "STORE_MIN_REPLICAS"}
    assert settings.replica_wait.replicas > 0
    assert [host for host, _ in url.sentinels] == SENTINELS
    assert {port for _, port in url.sentinels} == {int(re.findall(r"^port (\d+)$", configuration(), re.MULTILINE)[0])}
    assert f"sentinel monitor {url.primary} {SERVERS[0]} 6379 2\n" in configuration()


@pytest.mark.parametrize("name", SERVERS)
def test_profile__each_server__may_become_the_primary(name: str) -> None:
    first = options([filled_in(word) for word in SERVICES["store"]["command"]])
    service = SERVICES[name]

    given = options([filled_in(word) for word in service["command"]])
    assert given == {**first, "replica-announce-ip": name}
    assert service["entrypoint"] == SERVICES["store"]["entrypoint"]
    assert service.get("environment") == (None if name == "store" else {"FOLLOWS": "replicaof store 6379"})
    assert given["min-replicas-to-write"] == "1"


def test_profile__options_of_a_server__are_known_to_it() -> None:
    command = [filled_in(word) for word in SERVICES["store"]["command"]]

    with server(*command[2:]) as url, redis.Redis.from_url(url) as client:
        assert client.config_get("min-replicas-to-write") == {"min-replicas-to-write": "1"}


def test_profile__server_that_was_promoted__is_no_replica_again_after_a_restart(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    replica = SERVICES["store-2"]
    binary = server_binary()
    assert binary
    # Here without the image, whose entrypoint only changes to the user `valkey`.
    words = [*replica["entrypoint"], str(binary), *replica["command"][1:], "--port", str(port), "--bind", "127.0.0.1"]
    there = [filled_in(word).replace("$$", "$").replace("/data", str(tmp_path)) for word in words]
    command = [word.replace("docker-entrypoint.sh ", "") for word in there]
    roles = []
    for _ in range(2):
        with subprocess.Popen(command, cwd=tmp_path, env=replica["environment"], stdout=subprocess.DEVNULL) as process:
            try:
                with redis.Redis(port=port) as client:
                    wait_until(partial(answers, client), lambda: "The server did not start.")
                    roles.append(client.info("replication")["role"])
                    # What a Sentinel sends to the replica that it promotes.
                    client.execute_command("REPLICAOF", "NO", "ONE")
                    client.config_rewrite()
            finally:
                process.kill()
    assert roles == ["slave", "master"]


def test_profile__configuration_of_a_sentinel__is_one_that_it_takes(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    taken = configuration().replace(" store ", " localhost ").replace("port 26379", f"port {port}\nbind 127.0.0.1")
    file = tmp_path / "sentinel.conf"
    file.write_text(taken.replace("dir /data", f'dir "{tmp_path}"'), "utf-8")
    binary = server_binary()
    assert binary
    with subprocess.Popen([binary, str(file), "--sentinel"], stdout=subprocess.DEVNULL) as process:
        try:
            masters: Any = {}

            def answers() -> bool:
                nonlocal masters
                try:
                    with redis.Redis(port=port) as sentinel:
                        masters = sentinel.sentinel_masters()
                except redis.ConnectionError:
                    return False
                return True

            wait_until(answers, lambda: "The Sentinel did not start.")
        finally:
            process.kill()
    assert [(name, found["quorum"]) for name, found in masters.items()] == [("destiny", 2)]
    assert masters["destiny"]["down-after-milliseconds"] >= LEAST_DOWN_AFTER_MS
