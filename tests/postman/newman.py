"""newman over the collection, and what it says of a run."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.postman.collection import COLLECTION_FILE, ENVIRONMENT_FILE

HERE: Final = Path(__file__).parent
NEWMAN: Final = HERE / "node_modules" / ".bin" / "newman"
TIME_LIMIT_S: Final = 1200
"""Half a minute on a quiet machine; a busy one may take ten times as long."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """One run over the whole collection."""

    requests: int
    skipped: int
    assertions: int
    complaints: tuple[str, ...]
    """Requests and assertions that failed."""


def run(port: int, folder: Path, **tokens: str) -> Run:
    """Send every request to the service on a port, as a user of Postman would; variables start as in the files."""
    report = folder / "newman.json"
    report.unlink(missing_ok=True)
    variables = {"baseUrl": f"http://127.0.0.1:{port}", **tokens}
    command: list[str | Path] = [
        *(NEWMAN, "run", COLLECTION_FILE, "--environment", ENVIRONMENT_FILE),
        *(word for name, value in variables.items() for word in ("--env-var", f"{name}={value}")),
        *("--reporters", "json", "--reporter-json-export", report, "--timeout-request", "20000"),
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False)
    if not report.exists():
        return Run(0, 0, 0, (f"newman did not run: {done.stdout}{done.stderr}",))
    return read(json.loads(report.read_text("utf-8")))


def read(report: Json) -> Run:
    """The result of a run, from newman's report."""
    told = report["run"]
    executions = told["executions"]
    silent = [
        f"{each['item']['name']}: nothing was asserted"
        for each in executions
        if "response" in each and not each.get("assertions")
    ]
    stats = told["stats"]
    sent = sum("response" in each for each in executions)
    return Run(sent, stats["items"]["total"] - sent, stats["assertions"]["total"], (*_failures(told), *silent))


def _failures(told: Json) -> Iterator[str]:
    for failure in told["failures"]:
        error = failure["error"]
        where = failure.get("source", {}).get("name", "the collection")
        yield f"{where}: {error.get('test') or error.get('name')}: {error['message']}"
