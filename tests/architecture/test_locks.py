"""The lock files fit every Python that is supported, and not only the one that made them."""

from collections.abc import Iterator
from importlib.metadata import requires

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.locks import ROOT, SERVICE, pins

DEVELOPMENT = ROOT / "requirements-dev.txt"


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0", "3.14.0"])
def test_lock__of_what_make_installs__has_all_that_its_packages_need(python: str) -> None:
    locked = [pin.name for path in (SERVICE, DEVELOPMENT) for pin in pins(path.read_text("utf-8"))]
    have = set(map(canonicalize_name, locked))

    assert {need for name in locked for need in needs(name, python) if canonicalize_name(need) not in have} == set()


def needs(package: str, python: str) -> Iterator[str]:
    """The packages without which pip does not install this one."""
    version = {"python_version": python.rpartition(".")[0], "python_full_version": python}
    here = {name: str(value) for name, value in default_environment().items()}
    for need in map(Requirement, requires(package) or ()):
        if need.marker is None or need.marker.evaluate({**here, **version, "extra": ""}):
            yield need.name
