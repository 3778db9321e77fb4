"""A Prometheus that scrapes a service as its configuration says, and evaluates everything that is asked of it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.promql import dashboard_expressions
from tests.promtool import find
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, free_port
from tools.monitoring.alerts import ALERTS
from tools.monitoring.files import FOLDER

TOKEN = "api-token-of-the-scraper"  # noqa: S105
OF_TROUBLE = {"5xx: failed"}
"""What a service without trouble has no numbers for."""


class Prometheus:
    """A running one."""

    def __init__(self, folder: Path, target: int) -> None:
        self.port = free_port()
        config = yaml.safe_load((FOLDER / "prometheus.yml").read_text("utf-8"))
        config["global"] |= {"scrape_interval": "1s", "evaluation_interval": "1s"}
        config["rule_files"] = [str(FOLDER / "alerts.yml")]
        (scraped,) = config["scrape_configs"]
        scraped["static_configs"][0]["targets"] = [f"127.0.0.1:{target}"]
        (folder / scraped["authorization"]["credentials_file"]).write_text(TOKEN)
        (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(
            [
                find("prometheus"),
                f"--config.file={folder}/prometheus.yml",
                f"--storage.tsdb.path={folder}/data",
                f"--web.listen-address=127.0.0.1:{self.port}",
            ],
            stdout=self._log,
            stderr=self._log,
        )

    def asked(self, path: str, **query: str) -> Any:
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urlencode(query)}"
        with urlopen(url, timeout=PATIENCE_S) as answer:
            return json.load(answer)["data"]

    def samples(self, expression: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.asked("query", query=expression)["result"]
        return found

    def has_scraped(self) -> bool:
        """Whether a rate has the two samples that it needs."""
        try:
            counted = self.samples("min(count_over_time(destiny_store_up[1m]))")
        except OSError:
            return False
        return any(float(sample["value"][1]) > 2 for sample in counted)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        self._log.close()


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service that has answered a bit of everything."""
    find("prometheus")  # so that nothing is started in vain
    started = start_service(DESTINY_API_TOKENS=TOKEN)
    eventually(started.is_ready)
    action = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": {"stealth": 10}}}
    caller = {"Authorization": f"Bearer {TOKEN}"}
    assert started.ask("POST", "/v1/resolve", action, **caller).status == 200
    assert started.ask("GET", "/nowhere").status == 404
    tag = started.ask("GET", "/v1/catalogue", **caller).headers["ETag"]
    with pytest.raises(json.JSONDecodeError):  # not modified: there is no body
        started.ask("GET", "/v1/catalogue", If_None_Match=tag, **caller)
    return started


@pytest.fixture
def prometheus(service: RunningService, tmp_path: Path, eventually: Eventually) -> Iterator[Prometheus]:
    started = Prometheus(tmp_path, service.port)
    try:
        eventually(started.has_scraped)
        yield started
    finally:
        started.end()


def test_prometheus__scraping_a_service_without_trouble__has_numbers_for_the_dashboard_and_no_alert(
    prometheus: Prometheus, eventually: Eventually
) -> None:
    for (row, panel, legend), expression in dashboard_expressions().items():
        assert bool(prometheus.samples(expression)) == (legend not in OF_TROUBLE), (row, panel, legend)

    (group,) = prometheus.asked("rules")["groups"]
    assert {rule["name"] for rule in group["rules"]} == {alert.name for alert in ALERTS}
    eventually(lambda: {rule["health"] for rule in prometheus.asked("rules")["groups"][0]["rules"]} == {"ok"})
    eventually(lambda: prometheus.asked("alerts")["alerts"] == [])
