"""The version is written down once, and the changelog is in order."""

import re
import subprocess
import sys
import tomllib

from service import VERSION
from tests.dockerfile import PROJECT

HEADINGS = re.findall(r"^## (.+)$", (PROJECT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+) - (\d{4}-\d{2}-\d{2})")


def test_version__of_the_package__is_that_of_the_service() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import setuptools; setuptools.setup()", "--version"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert shown.stdout.splitlines()[-1] == VERSION


def test_version__written_down__is_in_one_place() -> None:
    assert "version" not in tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "  version: $VERSION\n" in (PROJECT / "service" / "openapi.yaml").read_text("utf-8")


def test_changelog__its_releases__are_newest_first_and_end_with_this_version() -> None:
    releases = [RELEASE.fullmatch(heading) for heading in HEADINGS if heading != "Unreleased"]
    numbers = [tuple(map(int, release.groups()[:3])) for release in releases if release]

    assert HEADINGS.count("Unreleased") <= 1
    assert "Unreleased" not in HEADINGS[1:]
    assert len(numbers) == len(releases), HEADINGS
    assert numbers == sorted(numbers, reverse=True)
    assert not numbers or numbers[0] <= tuple(map(int, VERSION.split(".")))
