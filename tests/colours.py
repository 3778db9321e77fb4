"""The colours of style sheets, and the contrast between two of them."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from service.web.resources import read_styles

THEMES: Final = (0, 1)
"""Light and dark: the places of a colour's two values."""
Colour = tuple[str, str]

_COLOUR: Final = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")


def colours_of(styles: Path) -> Mapping[str, Colour]:
    """The colours that a page with this style sheet has, those of the palette included, by name."""
    return {name: (light or both, dark or both) for name, light, dark, both in _COLOUR.findall(read_styles(styles))}


def contrast(one: Colour, other: Colour, theme: int) -> float:
    """The contrast as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one[theme]), _luminance(other[theme])))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
