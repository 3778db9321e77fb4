"""docs/operators/security.md: the tests that it names are there, and its figures and its command line are right."""

import re

import pytest

from service.auth.file import DIGEST, MOST_TOKENS, digests_in
from service.auth.tokens import SHORTEST
from service.characters.ports import KEPT_FOR
from service.system.followed_file import LOOK_EVERY_S
from tests.architecture.test_image import compose, image_environment
from tests.dockerfile import PROJECT, last
from tests.figures import DOCS, figures, page

PAGE = page("operators/security.md")
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)))
RISKS = re.findall(
    r"^\| (API\d+) [^|]+\|[^|]+\| ([^|]+) \|$", (DOCS / "operators/security.md").read_text(), re.MULTILINE
)


@pytest.mark.parametrize(("file", "name"), TESTS, ids=[name or file for file, name in TESTS])
def test_tests__that_the_page_names__are_there(file: str, name: str) -> None:
    text = (PROJECT / file).read_text("utf-8")
    assert not name or re.search(rf"^def {name}\(", text, re.MULTILINE)


def test_risks__of_the_top_ten__are_all_answered_by_tests() -> None:
    assert [risk for risk, _ in RISKS] == [f"API{number}" for number in range(1, 11)]
    assert [risk for risk, shown in RISKS if "`tests/" not in shown] == []


def test_figures__of_the_page__are_those_of_the_code() -> None:
    assert figures(PAGE, "at least # characters") == {SHORTEST}
    assert figures(PAGE, "There may be # tokens") == {MOST_TOKENS}
    assert figures(PAGE, "no sooner than # ms") == {LOOK_EVERY_S * 1000}
    assert figures(PAGE, "the account #") == {int(last("USER").arguments.split(":")[0])}
    assert figures(PAGE, "# days after it was last used") == {KEPT_FOR.days}


def test_line_of_a_token__as_the_page_makes_it__is_one() -> None:
    assert "sha256:$(printf %s" in PAGE
    assert DIGEST == "sha256:"
    assert len(digests_in("# the game's backend, since November\nsha256:" + "0f" * 32)) == 1


def test_container__as_the_page_runs_it__is_as_restricted_as_that_of_compose() -> None:
    (command,) = re.findall(r"docker run (.*?) desperados-destiny ```", PAGE)
    service = compose()["services"]["service"]

    assert "--read-only" in command
    assert service["read_only"] is True
    assert [f"--tmpfs {folder}" in command for folder in service["tmpfs"]] == [True]
    assert [f"--cap-drop={one}" in command for one in service["cap_drop"]] == [True]
    assert f"--stop-timeout={service['stop_grace_period'].removesuffix('s')} " in command
    assert f":{image_environment()['DESTINY_DATA_DIR']}" in command
