"""The palette of all pages: text can be read in either theme, and the edges of fields can be seen."""

import pytest

from service.console.files import FOLDER
from service.documentation.site import ASSETS
from service.verification.verify_page import SOURCES
from tests.colours import THEMES, colours_of, contrast

SHEETS = (ASSETS / "pages.css", FOLDER / "styles" / "console.css", SOURCES / "verify.css")
COLOURS = colours_of(SOURCES / "verify.css")
GROUNDS = ("paper", "raised", "sunk")
PAIRS = [
    *((text, ground) for text in ("ink", "faded", "accent", "good", "bad", "warn") for ground in GROUNDS),
    *((tone, f"{tone}-soft") for tone in ("accent", "good", "bad", "warn")),
    *((text, ground) for text in ("ink", "faded") for ground in ("good-soft", "bad-soft", "warn-soft")),
    *(("raised", tone) for tone in ("good", "bad", "warn")),
    *(("black", "face"), ("red", "face"), ("on-accent", "accent")),
]


def test_sheets__all_of_them__leave_the_palette_alone() -> None:
    shared = set.intersection(*(set(colours_of(sheet)) for sheet in SHEETS))

    assert shared >= {"paper", "ink", "edge", "accent", "good", "warn", "bad"}
    assert len({tuple((name, colours_of(sheet)[name]) for name in sorted(shared)) for sheet in SHEETS}) == 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_colours__of_text_and_ground__are_far_enough_apart(text: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[text], COLOURS[ground], theme) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_edges__of_fields_and_buttons__can_be_seen(ground: str, theme: int) -> None:
    assert contrast(COLOURS["edge"], COLOURS[ground], theme) >= 3
