"""Text on every page can be read in either theme: WCAG's contrast of 4.5 to 1 for each pair of colours in use."""

import pytest

from service.documentation.site import ASSETS
from tests.colours import THEMES, colours_of, contrast

COLOURS = colours_of(ASSETS / "pages.css")
GROUNDS = ("paper", "raised", "sunk")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", ["good", "warn", "put", "bad", "key", "string", "number"])
def test_colours__of_text_and_ground__are_far_enough_apart(text: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[text], COLOURS[ground], theme) >= 4.5
