"""A bounded schemathesis pass over the real service: whatever is sent, it answers as openapi.yaml promises.

`make fuzz`, or `python -m tests.fuzz [cases per operation]`. The seed is fixed, so that a failing run keeps failing
until it is fixed.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.openapi import contract
from tests.smoke.running_service import BIN, RunningService, free_port
from tools.progress import Progress

CASES = 25
"""Generated cases for each operation, in addition to the fixed ones that its schema suggests."""
SEED = 52
ADMIN_TOKEN = "admin-token-of-the-fuzz"  # noqa: S105  # opens the admin's operations to it as well
CONFIGURATION = """
[checks.positive_data_acceptance]
enabled = false  # which ids exist is the tuning's to say, not the schema's

[checks.missing_required_header]
expected-statuses = [401, 428]  # no token, and no If-Match

[checks.negative_data_rejection]
# A stale or missing If-Match is reported before mistakes in the change.
expected-statuses = [400, 404, 405, 409, 412, 415, 422, 428]

[[operations]]
include-path = "/v1/resolve/batch"
checks.negative_data_rejection.enabled = false  # it answers 200, with a problem in the place of each bad item
phases.coverage.enabled = false

[[operations]]
# Every kind of action with every kind of participant makes ten thousand cases and more; /v1/resolve has them already.
include-path-regex = "^/v1/(score|odds|odds/curve|odds/solve)$"
phases.coverage.enabled = false
"""
TIME_LIMIT_S = 3600
"""Five minutes on a usual machine; a busy one takes several times as long."""


def main() -> int:
    """The exit code: 0 where the service kept every promise."""
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else CASES
    started = time.monotonic()
    with TemporaryDirectory(prefix="destiny-") as folder:
        service = RunningService(
            Path(folder) / "var", free_port(), Path(folder) / "output", DESTINY_ADMIN_TOKEN=ADMIN_TOKEN
        )
        try:
            progress = Progress(2)
            progress.begin("start the service")
            service.wait_until_ready()
            progress.done()
            progress.begin(f"send {cases} cases to each operation, and those of its schema")
            failed = _run(service.port, cases, Path(folder))
            complaints = [str(line) for line in service.log if line["level"] not in ("info", "warning")]
        finally:
            service.end()
    verdict = "broke its contract" if failed else "logged errors" if complaints else "kept its contract"
    sys.stdout.write("".join(f"{line}\n" for line in complaints))
    sys.stdout.write(f"fuzz: the service {verdict} (seed {SEED}, {time.monotonic() - started:.0f} s)\n")
    return int(failed or bool(complaints))


def without_unique_items(part: Any) -> Any:
    """The contract without a rule that schemathesis stumbles over: it looks for five different booleans."""
    if isinstance(part, list):
        return [without_unique_items(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {key: without_unique_items(below) for key, below in part.items() if key != "uniqueItems"}


def without_files(document: Any) -> Any:
    """The contract without bodies of requests that are not JSON, which schemathesis cannot make."""
    bodies = {
        name: {**body, "content": {"application/json": body["content"]["application/json"]}}
        for name, body in document["components"]["requestBodies"].items()
    }
    return {**document, "components": {**document["components"], "requestBodies": bodies}}


def _run(port: int, cases: int, folder: Path) -> bool:
    """Whether schemathesis found anything; what it found is on the terminal."""
    configuration = folder / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    (folder / "openapi.json").write_text(json.dumps(without_files(without_unique_items(contract()))), "utf-8")
    command: list[str | Path] = [
        *(BIN / "schemathesis", "--config-file", configuration, "--no-color"),
        *("run", folder / "openapi.json", "--url", f"http://127.0.0.1:{port}"),
        # The last phase sends what one operation has answered to the next: the id of a resolution, a revision.
        *("--phases", "examples,coverage,fuzzing,stateful", "--mode", "all"),
        *("--max-examples", str(cases), "--seed", str(SEED)),
        *("--header", f"Authorization: Bearer {ADMIN_TOKEN}"),
        # One at a time: with several the cases are not the same in every run.
        *("--workers", "1", "--request-timeout", "60", "--warnings", "off"),
    ]
    try:
        # From its own folder, where it leaves what it remembers: every run starts from nothing.
        return subprocess.run(command, cwd=folder, timeout=TIME_LIMIT_S, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        sys.stdout.write(f"fuzz: not done after {TIME_LIMIT_S} s\n")
        return True


if __name__ == "__main__":
    sys.exit(main())
