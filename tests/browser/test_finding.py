"""Which browser the tests drive, and what happens without one."""

from pathlib import Path

import pytest

from tests.browser.finding import CHOSEN, NAMES, REQUIRED, NoBrowser, find_browser, is_required

NOWHERE = Path("/nonexistent/chromium")


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_browser__that_is_named__goes_before_all_others(tmp_path: Path) -> None:
    program(tmp_path, "chromium")
    mine = program(tmp_path, "my-browser")
    for named in (str(mine), "my-browser"):
        assert find_browser({CHOSEN: named, "PATH": str(tmp_path)}, NOWHERE) == mine


def test_browser__that_is_named_and_not_there__is_an_error_though_there_are_others(tmp_path: Path) -> None:
    program(tmp_path, "chromium")
    with pytest.raises(NoBrowser, match="'no-such-browser'"):
        find_browser({CHOSEN: "no-such-browser", "PATH": str(tmp_path)}, NOWHERE)


@pytest.mark.parametrize("name", NAMES)
def test_browser__of_the_system__goes_before_playwrights_own(tmp_path: Path, name: str) -> None:
    (tmp_path / "own").mkdir()
    own = program(tmp_path / "own", "chrome")
    assert find_browser({"PATH": str(tmp_path), CHOSEN: ""}, own) == own
    assert find_browser({"PATH": str(program(tmp_path, name).parent)}, own) == tmp_path / name


def test_browsers__several__the_quickest_is_taken(tmp_path: Path) -> None:
    quickest, *_ = [program(tmp_path, name) for name in NAMES]
    assert find_browser({"PATH": str(tmp_path)}, NOWHERE) == quickest


@pytest.mark.parametrize(
    ("environment", "required"),
    [
        ({}, False),
        ({"CI": "true"}, True),
        ({"CI": "false"}, False),
        ({REQUIRED: "1"}, True),
        ({REQUIRED: "0", "CI": "true"}, False),
    ],
)
def test_browser__in_ci_or_where_it_is_asked_for__is_required(environment: dict[str, str], *, required: bool) -> None:
    assert is_required(environment) is required


def test_message__without_a_browser__says_how_to_get_one() -> None:
    how = r"apt-get install chromium-headless-shell.*playwright install chromium.*TEST_BROWSER"
    with pytest.raises(NoBrowser, match=how):
        find_browser({"PATH": "/nonexistent"}, NOWHERE)
