"""The page that verifies draws has the colours of the documentation, and text on it can be read in either theme."""

import re

import pytest

from service.documentation.site import ASSETS
from service.verification.verify_page import SOURCES
from tests.unit.web.documentation.test_colours import COLOURS, luminance

FOUND = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
OWN = {
    name: (light or both, dark or both)
    for name, light, dark, both in FOUND.findall((SOURCES / "verify.css").read_text("utf-8"))
}
GROUNDS = ("paper", "raised", "sunk")
PAIRS = [
    *((text, ground) for text in ("ink", "faded", "accent", "good", "bad", "warn") for ground in GROUNDS),
    *((tone, f"{tone}-soft") for tone in ("good", "bad", "warn")),
    *((text, ground) for text in ("ink", "faded") for ground in ("good-soft", "bad-soft", "warn-soft")),
    *(("raised", tone) for tone in ("good", "bad", "warn")),
    *(("black", "face"), ("red", "face"), ("on-accent", "accent")),
]


def contrast(text: str, ground: str, place: int) -> float:
    one, other = sorted(luminance(OWN[name][place]) for name in (text, ground))
    return (other + 0.05) / (one + 0.05)


def test_colours__of_the_same_name__are_those_of_the_documentation() -> None:
    shared = OWN.keys() & COLOURS.keys()

    assert shared >= {"paper", "raised", "sunk", "ink", "faded", "line", "accent", "accent-soft", "on-accent"}
    assert {name: OWN[name] for name in shared} == {name: COLOURS[name] for name in shared}


def test_fonts__of_the_page__are_those_of_the_documentation() -> None:
    fonts = [
        re.findall(r"--(?:serif|sans|mono): .*;", path.read_text("utf-8"))
        for path in (SOURCES / "verify.css", ASSETS / "pages.css")
    ]
    assert fonts[0] == fonts[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_colours__of_text_and_ground__are_far_enough_apart(text: str, ground: str, theme: str) -> None:
    assert contrast(text, ground, ("light", "dark").index(theme)) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_edges__of_fields_and_buttons__can_be_seen(ground: str, theme: str) -> None:
    assert contrast("edge", ground, ("light", "dark").index(theme)) >= 3
