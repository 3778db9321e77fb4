"""How the tests are spread over the processes of `pytest -n auto`."""

import os
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

ONE_BY_ONE: Final = ("tests/smoke/",)
"""Folders whose tests take seconds each and share nothing: any process takes any of them."""
TOGETHER: Final = (
    "tests/smoke/test_broken_requests.py",
    "tests/smoke/shared/",
    "tests/browser/console/",
    "tests/browser/",
    "tests/oracle/test_",
)
"""Files and folders whose tests share a service, a browser and its services, or the list of all hands.

The console has services of its own, so its tests and those of the other pages run at once, each with a browser.
"""
FROM_WAITING_TO_COMPUTING: Final = (
    "tests/browser/",
    "tests/smoke/test_run_servers.py",
    "tests/smoke/",
    "tests/adapters/",
    "tests/unit/",
    "tests/contract/",
    "tests/architecture/",
    "tests/api/",
    "tests/oracle/",
)
"""The order of all tests. Those at the beginning mostly wait, for services, pages and stores; those at the end compute.

Processes begin at either end, so that there is something to compute while others wait. They meet among quick files.
"""


def scope_of(nodeid: str) -> str:
    """What is kept together in one process: a file, as its fixtures are made once, or a single test."""
    file = nodeid.partition("::")[0]
    for together in TOGETHER:
        if file.startswith(together):
            return together
    return nodeid if file.startswith(ONE_BY_ONE) else file


def rank(nodeid: str) -> int:
    """The place of a test in the order."""
    return next(
        (number for number, start in enumerate(FROM_WAITING_TO_COMPUTING) if nodeid.startswith(start)),
        FROM_WAITING_TO_COMPUTING.index("tests/unit/"),
    )


class FromBothEnds(LoadScopeScheduling):
    """Gives each process the next file, or the next test of a slow folder, from its end of the order."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if self.nodes.index(node) % 4 == 3:  # every fourth is enough for the tests that compute
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FromBothEnds:
    """Files in the order that `rank` gives them, and not, as by default, those with the most tests first."""
    config.option.loadscopereorder = False
    return FromBothEnds(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core, as tests that start services wait for half of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 * cores
