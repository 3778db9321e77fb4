"""The folder in which the workers count, for the one process that starts them all.

That process stays free of the metrics' library, which each worker must import after it has patched its sockets and
when the environment already names the folder.
"""

import shutil
from pathlib import Path
from typing import Final

ENVIRONMENT_NAME: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library looks for the folder."""


class MetricsFolder:
    """A folder of one service: empty when it starts, gone when it has ended."""

    def __init__(self, data_dir: Path, address: str) -> None:
        # Services with a store elsewhere may share their data folder, but never their address.
        self.path = data_dir.resolve() / f"metrics-{address}"

    def make(self) -> None:
        """Make it, without what a service that was killed has left there; OSError where it cannot be made."""
        self.remove()
        self.path.mkdir(mode=0o700, parents=True)

    def take_over(self) -> None:
        """Go on in the folder that another master has made, whose workers count there too; OSError as for `make`."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def worker_died(self, pid: int) -> None:
        """Forget what the worker showed of itself; what it has counted stays counted."""
        for shown in self.path.glob(f"gauge_live*_{pid}.db"):
            shown.unlink(missing_ok=True)

    def remove(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.path, ignore_errors=True)
