"""Imports in the master what every worker needs, so that workers start sooner and share its memory.

What gevent patches must not have been copied from its module before a worker patches it: `from threading import Lock`
would keep the lock that stops a whole worker. So what needs such names, or opens connections, is left to the workers:
the client of the store, the library of the metrics, and the wiring. A test holds the rest to it.
"""

import importlib
import logging
import sys
from collections.abc import Iterator
from pkgutil import walk_packages
from typing import Final

import service

_LIBRARIES: Final = ("asyncio",)
"""What the workers import and no route does: the client of the store imports its half for asyncio, used or not."""
_PARTS: Final = ("service.problems", "service.web.", "service.auth.require", "service.engines.")
_brought: Final[set[str]] = set()
_log: Final = logging.getLogger(__name__)


def names() -> Iterator[str]:
    """The modules to import: the routes of all features, what is around them, and the engines."""
    yield from _LIBRARIES
    for module in walk_packages(service.__path__, "service."):
        if module.name.endswith("routes") or module.name.startswith(_PARTS):
            yield module.name


def preload() -> None:
    """Import the modules from their files, also those that an earlier call has imported."""
    for name in _brought:
        sys.modules.pop(name, None)
    before = set(sys.modules)
    try:
        for name in names():
            importlib.import_module(name)
    except Exception:  # noqa: BLE001  a worker imports it too, and decides what that means
        _log.debug("Not everything could be imported before the fork.", exc_info=True)
    _brought.update(name for name in set(sys.modules) - before if name.startswith("service."))
