"""The kinds of values that settings have: what is allowed, and how the text of a variable is read."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.store.url import checked_store_url

_BEARER: Final = r"[A-Za-z0-9._~+/=-]{16,128}"
"""Shorter ones could be guessed; longer ones are more likely a mistake."""
_CHARACTERS: Final = "16 to 128 letters, digits and -._~+/="


@dataclass(frozen=True, slots=True)
class Kind:
    """What a setting can be."""

    allowed: str
    """As the message about a refused value says it."""
    parse: Callable[[str], object]
    """Raises ValueError for what is not allowed."""
    show: Callable[[str], str] = repr
    """How a refused value appears in the message."""
    secret: bool = False
    """Whether the value must not be printed."""


def _hidden(_: str) -> str:
    return "(not shown)"


def _scheme_only(text: str) -> str:
    # A password can stand almost anywhere in a broken URL, so nothing but the scheme is shown.
    scheme = re.match(r"[a-z]{1,12}://", text)
    return f"'{scheme.group() if scheme else ''}...'"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        # int() alone would also take "1_0", " 8 " and digits of other scripts.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


def whole(low: int, high: int, unit: str = "") -> Kind:
    """A whole number within these bounds."""
    return Kind(f"{low} to {high}" + (f" ({unit})" if unit else ""), _whole(low, high))


def milliseconds(low: int, high: int) -> Kind:
    """A duration, given in milliseconds and kept in seconds."""
    parse = _whole(low, high)
    return Kind(f"{low} to {high} (milliseconds)", lambda text: parse(text) / 1000)


def mebibytes(low: int, high: int) -> Kind:
    """A size, given in MiB and kept in bytes."""
    parse = _whole(low, high)
    return Kind(f"{low} to {high} (MiB)", lambda text: parse(text) << 20)


def matching(pattern: str, allowed: str) -> Kind:
    """A text that matches the pattern as a whole."""
    return Kind(allowed, _matching(pattern))


def one_of(*words: str) -> Kind:
    """One of these words, in capitals too."""

    def parse(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(text)
        return text.lower()

    return Kind(", ".join(words), parse)


def _matching(pattern: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return parse


def _existing(text: str) -> Path:
    path = Path(text).absolute()
    if not path.is_file():
        raise ValueError(text)
    return path


FLAG: Final = Kind("0 or 1", lambda text: bool(_whole(0, 1)(text)))
FOLDER: Final = Kind("a folder", lambda text: Path(text).absolute())
FILE: Final = Kind("an existing file", _existing)
TOKEN: Final = Kind(f"one token of {_CHARACTERS}", _matching(_BEARER), _hidden, secret=True)
STORE_URL: Final = Kind(
    "redis://host:port/db, rediss://host:port/db or unix:///path", checked_store_url, _scheme_only, secret=True
)


def _several(most: int, parse: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    def parse_all(text: str) -> tuple[str, ...]:
        texts = text.split(",")
        if len(texts) > most or len(set(texts)) < len(texts):
            raise ValueError(text)
        return tuple(map(parse, texts))

    return parse_all


def tokens(most: int) -> Kind:
    """Different tokens with commas between them."""
    return Kind(
        f"1 to {most} different tokens with commas between them, each of {_CHARACTERS}",
        _several(most, _matching(_BEARER)),
        _hidden,
        secret=True,
    )


def origins(most: int) -> Kind:
    """Different origins with commas between them."""
    return Kind(
        f"1 to {most} different origins with commas between them, each as a browser sends it, such as "
        "https://console.example.com or http://localhost:5173: no *, no path, no capitals, no default port",
        _several(most, _origin),
    )


def _origin(text: str) -> str:
    # Browsers send an origin in one spelling, and it is compared as text: any other would never match.
    found = re.fullmatch(r"(https?)://(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?", text)
    if not found or int(found[2] or 1) > 65_535 or (found[1], found[2]) in {("http", "80"), ("https", "443")}:
        raise ValueError(text)
    return text
