"""Text on every page can be read in either theme: WCAG's contrast of 4.5 to 1 for each pair of colours in use."""

import re

import pytest

from service.documentation.site import ASSETS

COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (ASSETS / "pages.css").read_text("utf-8")
    )
}
TEXTS = ("ink", "faded", "accent", "get", "post", "put", "delete", "key", "string", "number")
GROUNDS = ("paper", "raised", "sunk")
PAIRS = [*((text, ground) for text in TEXTS for ground in GROUNDS), ("accent", "accent-soft"), ("on-accent", "accent")]


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_colours__of_text_and_ground__are_far_enough_apart(text: str, ground: str, theme: str) -> None:
    place = ("light", "dark").index(theme)
    one, other = sorted(luminance(COLOURS[name][place]) for name in (text, ground))
    assert (other + 0.05) / (one + 0.05) >= 4.5
