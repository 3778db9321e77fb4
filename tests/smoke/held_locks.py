"""Prints how many modules the fork server imports for workers, and what of them a worker has to import by itself.

That is what holds a lock, or a function that gevent replaces. Run as a module, in a process of its own.
"""

import importlib
import sys
from collections.abc import Iterator
from threading import Lock, RLock

from gevent import monkey

from tests.smoke.fork_server import IN_EVERY_MASTER, import_what_holds_no_lock

LOCKS = (type(Lock()), type(RLock()))
PATCHED = ("_thread", "os", "queue", "select", "signal", "socket", "ssl", "subprocess", "threading", "time")


def modules_for_workers() -> set[str]:
    """Those of the service that a master would not have imported."""
    for name in IN_EVERY_MASTER:
        importlib.import_module(name)
    of_the_master = set(sys.modules)
    import_what_holds_no_lock()
    return {name for name in set(sys.modules) - of_the_master if name.startswith("service.")}


def replaced_by_gevent() -> set[int]:
    """What `patch_all` replaces, by its identity."""
    before = {(name, word): value for name in PATCHED for word, value in vars(sys.modules[name]).items()}
    monkey.patch_all()
    return {id(value) for (name, word), value in before.items() if getattr(sys.modules[name], word, None) is not value}


def held(name: str, replaced: set[int]) -> Iterator[str]:
    """The variables of this module, and the attributes of its objects, that would hold up a worker."""
    for variable, value in vars(sys.modules[name]).items():
        inside = getattr(value, "__dict__", {}) if type(value).__module__.startswith("service.") else {}
        for path, one in ((variable, value), *((f"{variable}.{word}", one) for word, one in inside.items())):
            if isinstance(one, LOCKS) or id(one) in replaced:
                yield f"{name}.{path}"


def main() -> None:
    modules = sorted(modules_for_workers())
    replaced = replaced_by_gevent()
    print(len(modules))  # noqa: T201
    for name in modules:
        for found in held(name, replaced):
            print(found)  # noqa: T201


if __name__ == "__main__":
    main()
