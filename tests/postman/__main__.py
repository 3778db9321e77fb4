"""Runs the Postman collection with newman, twice in a row on one service and once on one without API tokens.

`make newman`. The second run shows that nothing of the first is in its way: no used key, no revision, no character.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.node import OLDEST_NODE, install, usable_node
from tests.postman import newman
from tests.smoke.running_service import RunningService, free_port

ADMIN_TOKEN: Final = "admin-token-of-postman"  # noqa: S105
API_TOKEN: Final = "api-token-of-postman"  # noqa: S105
NO_NODE: Final = (
    f"postman: skipped, since there is no Node {OLDEST_NODE} or newer here. Install one and run: make newman\n"
)


def main() -> int:
    """The exit code: 0 where every request was answered as expected, in every run."""
    if not usable_node():
        sys.stdout.write(NO_NODE)
        return int(os.environ.get("CI") == "true")
    install(newman.HERE)
    with TemporaryDirectory(prefix="destiny-") as name:
        runs = dict(_runs(Path(name)))
    sys.stdout.write(f"  {'run':<24} {'requests':>8} {'skipped':>8} {'assertions':>10} {'failures':>8}\n")
    for title, run in runs.items():
        numbers = f"{run.requests:>8} {run.skipped:>8} {run.assertions:>10} {len(run.complaints):>8}"
        sys.stdout.write(f"  {title:<24} {numbers}\n")
    wrong = [f"{title}: {complaint}" for title, run in runs.items() for complaint in run.complaints]
    wrong += [f"{title}: requests were left out" for title, run in runs.items() if run.skipped and title != WITHOUT]
    sys.stdout.write("".join(f"postman: {line}\n" for line in wrong))
    return int(bool(wrong))


WITHOUT: Final = "without API tokens"


def _runs(folder: Path) -> Iterator[tuple[str, newman.Run]]:
    with _service(folder / "closed", DESTINY_API_TOKENS=API_TOKEN) as service:
        for title in ("first", "second"):
            yield title, newman.run(service.port, folder, adminToken=ADMIN_TOKEN, apiToken=API_TOKEN)
    with _service(folder / "open") as service:
        yield WITHOUT, newman.run(service.port, folder, adminToken=ADMIN_TOKEN)


@contextmanager
def _service(folder: Path, **settings: str) -> Iterator[RunningService]:
    folder.mkdir()
    service = RunningService(
        folder / "var", free_port(), folder / "output", DESTINY_ADMIN_TOKEN=ADMIN_TOKEN, **settings
    )
    try:
        service.wait_until_ready()
        yield service
    finally:
        service.end()


if __name__ == "__main__":
    sys.exit(main())
