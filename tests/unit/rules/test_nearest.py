"""Which names a mistyped one may have meant."""

from difflib import get_close_matches

import pytest

from service.engines.errors import MOST, nearest

SKILLS = [
    f"{verb}_{noun}" for verb in ("ride", "tame", "shoe", "rope", "trade") for noun in ("horse", "mule", "bronco")
]
CROWD = [f"filler_{number}" for number in range(500)]


@pytest.mark.parametrize("name", SKILLS)
def test_nearest__a_letter_lost_anywhere_or_two_swapped__is_the_right_name(name: str) -> None:
    for at in range(1, len(name)):
        lost = name[:at] + name[at + 1 :]
        swapped = name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
        for mistyped in (lost, swapped):
            assert name in nearest(mistyped, SKILLS + CROWD), mistyped


@pytest.mark.parametrize("mistyped", ["rope_mul", "hoe_mule", "tradehorse", "tame_bronko"])
def test_nearest__mistyped__begins_with_what_a_search_through_all_finds(mistyped: str) -> None:
    assert nearest(mistyped, SKILLS + CROWD)[0] == get_close_matches(mistyped, SKILLS + CROWD, n=1)[0]


@pytest.mark.parametrize("names", [[], ["a"], ["b", "a"], CROWD])
def test_nearest__any_name__is_some_of_the_names_and_few(names: list[str]) -> None:
    for name in ("", "a", "zzz", "filler_7", "♠" * 64):
        found = nearest(name, names)
        assert set(found) <= set(names)
        assert len(found) == min(MOST, len(names))
