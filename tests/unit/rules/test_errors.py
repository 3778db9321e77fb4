"""Mistakes with their places."""

import pytest

from service.rules.errors import InvalidInput, Mistake, Path, listed, unknown


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ((), ""),
        (("actor", "skills", "stealth"), "/actor/skills/stealth"),
        (("attackers", 2), "/attackers/2"),
        (("a/b",), "/a~1b"),
        (("m~n",), "/m~0n"),
        (("~1",), "/~01"),
        (("",), "/"),
        ((" ", '"', "\\", "%"), '/ /"/\\/%'),
    ],
)
def test_pointer__any_path__is_escaped_as_rfc_6901_says(path: Path, pointer: str) -> None:
    assert Mistake(path, "No.").pointer == pointer


def test_invalid_input__several_mistakes__names_them_all() -> None:
    error = InvalidInput(
        Mistake(path, message) for path, message in [(("a",), "Required."), ((), "Must be an object.")]
    )

    assert str(error) == "/a: Required.; /: Must be an object."
    assert [mistake.path for mistake in error.mistakes] == [("a",), ()]


@pytest.mark.parametrize(
    ("names", "text"), [([], "nothing"), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_listed__names__read_as_a_sentence_would(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_unknown__name__lists_the_known_ones_in_order() -> None:
    mistake = unknown("crime", "arson", {"theft": 1, "heist": 2}, ("crime",))

    assert mistake == Mistake(("crime",), "Unknown crime 'arson'. Known: heist, theft.")


def test_unknown__nothing_known__says_so() -> None:
    assert unknown("item", "rope", [], ()).message == "Unknown item 'rope'. Known: none."
