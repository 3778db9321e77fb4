"""What can be known of the Docker image and the compose file without building them."""

import re
from importlib.util import find_spec
from typing import Any

import pytest
import yaml

from service.settings import PREFIX, VARIABLES, Settings
from tests.dockerfile import PROJECT, instructions, last

PINNED = re.compile(r"[a-z/]+:\d+\.\d+\.\d+-[a-z0-9.-]+")
MONITORING = PROJECT / "deploy" / "monitoring"
PINNED_MONITORING = re.compile(r"(prom/prometheus:v|grafana/grafana:)\d+\.\d+\.\d+")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((PROJECT / "compose.yaml").read_text())
    return read


def options(command: list[str]) -> dict[str, str]:
    """The options of a server's command line, after the server and its file."""
    _, _, *words = command
    return {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}


def copied() -> list[str]:
    """Every path that the image takes from the project."""
    copies = [found.arguments.split() for found in instructions() if found.keyword == "COPY"]
    return [path for words in copies if not words[0].startswith("--from") for path in words[:-1]]


def image_environment() -> dict[str, str]:
    words = [word for found in instructions() if found.keyword == "ENV" for word in found.arguments.split()]
    return dict(word.split("=", maxsplit=1) for word in words)


def test_image__paths_copied__exist_and_are_not_ignored() -> None:
    ignored = (PROJECT / ".dockerignore").read_text().splitlines()

    assert copied() == ["requirements.txt", "openapi.yaml", "config/", "docs/", "service/"]
    for path in copied():
        assert (PROJECT / path).exists(), path
        assert "!" + path.rstrip("/") in ignored, path


def test_image__bases__are_pinned_to_one_release() -> None:
    bases = {found.arguments.split()[0] for found in instructions() if found.keyword == "FROM"}

    assert len(bases) == 1
    assert all(PINNED.fullmatch(base) for base in bases)


def test_image__account__is_a_number_and_not_root() -> None:
    user, group = last("USER").arguments.split(":")

    assert int(user) > 0
    assert int(group) > 0
    keywords = [found.keyword for found in instructions()]
    assert keywords.index("USER") > max(place for place, keyword in enumerate(keywords) if keyword in ("COPY", "RUN"))


def test_image__dependencies__are_installed_by_hash() -> None:
    installs = [found.arguments for found in instructions() if re.search(r"\bpip\b.* install ", found.arguments)]

    assert installs == ["pip --python /opt/venv/bin/python install --require-hashes -r requirements.txt"]


def test_image__command__names_things_that_exist() -> None:
    program, option, config, target = last("CMD").exec_form()

    assert (program, option) == ("gunicorn", "-c")
    assert (PROJECT / config).is_file()
    module, _, attribute = target.partition(":")
    assert find_spec(module), f"There is no module {module}."
    assert attribute == "app"


def test_image__health_check__asks_whether_the_service_is_alive_and_not_whether_its_store_is_there() -> None:
    program, option, code = last("HEALTHCHECK").exec_form()

    assert (program, option) == ("python", "-c")
    compile(code, "HEALTHCHECK", "exec")
    assert "/health/live" in code
    assert "/health/ready" not in code


def test_image__environment__is_one_that_the_settings_take() -> None:
    given = {name: value for name, value in image_environment().items() if name.startswith(PREFIX)}
    settings = Settings.from_env(given)

    assert settings.host == "0.0.0.0"  # noqa: S104  a container's port is reached from outside it
    assert last("EXPOSE").arguments == str(settings.port) == given["DESTINY_PORT"]


def test_compose__environment__is_one_that_the_settings_take() -> None:
    environment = compose()["services"]["service"]["environment"]
    filled_in = {name: re.sub(r"(\$\{\w+:-)+([^}]*)\}+", r"\2", value) for name, value in environment.items()}

    assert set(environment) <= set(VARIABLES)
    assert Settings.from_env(filled_in).redis_url == "redis://store:6379/0"


def test_compose__store__is_pinned_healthy_first_durable_and_private() -> None:
    services = compose()["services"]
    store = services["store"]

    assert services["service"]["depends_on"] == {"store": {"condition": "service_healthy"}}
    assert PINNED.fullmatch(store["image"])
    assert options(store["command"]) == {
        "protected-mode": "no",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "min-replicas-to-write": "${STORE_MIN_REPLICAS:-0}",
        "replica-announce-ip": "store",
    }
    assert {"healthcheck", "volumes"} <= set(store)
    assert "ports" not in store


@pytest.mark.parametrize("name", compose()["services"])
def test_compose__each_container__has_a_read_only_file_system(name: str) -> None:
    container = compose()["services"][name]

    assert container["read_only"] is True
    assert container["security_opt"] == ["no-new-privileges:true"]


def test_compose__data_folder_of_the_service__outlives_its_container_and_is_the_accounts_own() -> None:
    user, group = last("USER").arguments.split(":")
    folder = image_environment()["DESTINY_DATA_DIR"]
    read = compose()

    (volume,) = [
        mount.split(":")[0] for mount in read["services"]["service"]["volumes"] if mount.endswith(f":{folder}")
    ]
    assert volume in read["volumes"]
    assert volume not in str(read["services"]["store"])
    # An empty volume takes over the owner that the image has given to the folder.
    made = next(found.arguments for found in instructions() if folder in found.arguments and found.keyword == "RUN")
    assert f"install -d -o destiny -g destiny -m 0700 {folder}" in made
    assert f"groupadd --system --gid {group} destiny " in made
    assert f"--uid {user} --gid {group} " in made


def test_compose__monitoring__is_there_only_if_it_is_asked_for() -> None:
    services = compose()["services"]

    assert {name for name, service in services.items() if "profiles" not in service} == {"service", "store"}
    for name in ("prometheus", "grafana"):
        assert services[name]["profiles"] == ["monitoring"]
        assert PINNED_MONITORING.fullmatch(services[name]["image"])
        assert all(port.startswith("127.0.0.1:") for port in services[name]["ports"])


def mounts(name: str) -> dict[str, str]:
    """What is mounted into a container, by the place in it; variables have their defaults."""
    volumes = (re.sub(r"\$\{\w+:-(.*)\}", r"\1", volume) for volume in compose()["services"][name]["volumes"])
    return {volume.split(":")[1]: volume.split(":")[0] for volume in volumes}


@pytest.mark.parametrize("name", ["prometheus", "grafana"])
def test_compose__what_monitoring_mounts__is_there(name: str) -> None:
    for source in mounts(name).values():
        assert (PROJECT / source).exists() if source.startswith("./") else source in compose()["volumes"]


def test_compose__files_that_prometheus_names__are_mounted_next_to_its_configuration() -> None:
    config = yaml.safe_load((MONITORING / "prometheus.yml").read_text())
    named = [*config["rule_files"], config["scrape_configs"][0]["authorization"]["credentials_file"]]

    mounted = mounts("prometheus")
    for file in ("prometheus.yml", *named):
        assert mounted[f"/etc/prometheus/{file}"] == f"./deploy/monitoring/{file}"


def test_compose__dashboard__is_where_grafana_looks_for_it() -> None:
    grafana = compose()["services"]["grafana"]
    provisioning = MONITORING / "grafana" / "provisioning"
    (provider,) = yaml.safe_load((provisioning / "dashboards" / "destiny.yml").read_text())["providers"]
    (source,) = yaml.safe_load((provisioning / "datasources" / "prometheus.yml").read_text())["datasources"]
    home = grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]

    assert mounts("grafana")[home] == "./deploy/monitoring/grafana/dashboard.json"
    assert home.startswith(f"{provider['options']['path']}/")
    assert source["url"] == "http://prometheus:9090"


def test_compose__prometheus__scrapes_the_service() -> None:
    (scraped,) = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["scrape_configs"]

    assert scraped["static_configs"] == [{"targets": [f"service:{image_environment()['DESTINY_PORT']}"]}]
