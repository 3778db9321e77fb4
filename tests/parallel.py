"""How the tests are spread over the processes of `pytest -n auto`."""

import os
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

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
BEGUN_FIRST: Final = ("tests/browser/", "tests/adapters/", "tests/smoke/", "tests/oracle/")
"""Folders that begin before all others. The many quick files fill the gaps at the end.

Browsers keep the processor busy while the tests of the stores wait for servers that start, hang or fail over.
"""


def scope_of(nodeid: str) -> str:
    """What is kept together in one process: a file, as its fixtures are made once, or a single test."""
    file = nodeid.partition("::")[0]
    for together in TOGETHER:
        if file.startswith(together):
            return together
    return nodeid if file.startswith(ONE_BY_ONE) else file


def rank(nodeid: str) -> int:
    """The smaller it is, the sooner a test begins."""
    return next((number for number, folder in enumerate(BEGUN_FIRST) if nodeid.startswith(folder)), len(BEGUN_FIRST))


class ByFile(LoadScopeScheduling):
    """Gives each process the next file, or the next test of a slow folder, as it gets through."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """Files in the order that `rank` gives them, and not, as by default, those with the most tests first."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core and one more, as tests that start services wait for half of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 * cores + 1
