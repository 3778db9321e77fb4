"""What the master imports before it forks: nothing that gevent has yet to patch, and at a reload the changed files."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.dockerfile import PROJECT

PATCHED_LATER = """
import os, sys, threading
import gevent.monkey
from gunicorn.workers import ggevent
import service.server.worker

before = set(sys.modules)
from service.server.preload import preload
preload()
brought = [sys.modules[name] for name in set(sys.modules) - before]
assert "service.engines.pyramid.shipped_table" in sys.modules
assert "service.pyramid.routes" in sys.modules
assert not {"redis", "prometheus_client", "service.wiring"} & set(sys.modules)
assert threading.active_count() == 1

gevent.monkey.patch_all()
originals = {
    id(value): f"{module}.{name}"
    for module, saved in gevent.monkey.saved.items()
    for name, value in saved.items()
    if callable(value)
}
# They ask for the number of a thread, or gevent replaces what they have itself.
HARMLESS = {"numpy._core.arrayprint", "asyncio.base_futures", "asyncio.events", "subprocess", "_posixsubprocess"}
found = [
    f"{module.__name__} has {originals[id(value)]}"
    for module in brought
    if module.__name__ not in HARMLESS
    for name, value in vars(module).items()
    if id(value) in originals
]
assert not found, found
"""
TWICE = """
from service.server.preload import preload
from pathlib import Path
preload()
from service.engines import draws
assert "new" not in vars(draws)
with Path(draws.__file__).open("a") as file:
    file.write("\\nnew = 1\\n")
preload()
from service.engines import draws
assert draws.new == 1
"""


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_preload__before_gevent_patches__copies_nothing_that_it_replaces() -> None:
    done = run(PATCHED_LATER, PROJECT)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_preload__again__loads_what_has_changed(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "service", tmp_path / "service", ignore=shutil.ignore_patterns("__pycache__"))
    done = run(TWICE, tmp_path)
    assert done.returncode == 0, done.stderr
