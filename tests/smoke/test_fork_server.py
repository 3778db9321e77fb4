"""The fork server gives workers nothing that gevent would have replaced before they import it."""

import subprocess
import sys

from tests.dockerfile import PROJECT
from tests.patience import PATIENCE_S


def test_fork_server__before_it_forks__holds_no_lock_and_nothing_that_gevent_replaces() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.smoke.held_locks"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    modules, *found = done.stdout.splitlines()
    assert found == []
    assert int(modules) > 100
