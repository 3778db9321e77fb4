"""Mistakes with their places."""

import pytest

from service.engines.errors import MOST_NAMES, InvalidInput, Mistake, Path, listed, unknown


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


def test_unknown__of_many_names__lists_the_nearest_and_how_many_others_there_are() -> None:
    known = [f"skill_{number:03}" for number in range(MOST_NAMES)] + ["lockpicking"]
    mistake = unknown("skill", "lockpiking", known, ())

    assert mistake.message.startswith("Unknown skill 'lockpiking'. The nearest known: lockpicking, ")
    assert mistake.message.endswith(f"; there are {len(known) - 5} others.")
    assert "Known: lockpicking, skill_001, " in unknown("skill", "lockpiking", known[1:], ()).message


def test_mistake__whose_message_is_still_to_be_made__makes_it_when_it_is_read() -> None:
    made = []
    mistake = Mistake(("a",), lambda: made.append(1) or "No.")  # type: ignore[func-returns-value]

    assert InvalidInput([mistake]).mistakes[0].pointer == "/a"
    assert made == []
    assert mistake == Mistake(("a",), "No.")
    assert hash(mistake) == hash(Mistake(("a",), "No."))
    assert made == [1]


def test_mistake__within_a_larger_document__is_at_its_place_there() -> None:
    made: list[str] = []

    def text() -> str:
        made.append("")
        return "Wrong."

    moved = Mistake(("b", 1), text).within("a", 0)
    assert (moved.path, made) == (("a", 0, "b", 1), [])
    assert moved.message == "Wrong."


def test_invalid_input__within_a_larger_document__has_every_mistake_there() -> None:
    with pytest.raises(InvalidInput) as refused, InvalidInput.within("values"):
        raise InvalidInput([Mistake((), "Wrong."), Mistake(("a",), "Wrong, too.")])
    assert str(refused.value) == "/values: Wrong.; /values/a: Wrong, too."
