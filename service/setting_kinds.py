"""Defines the kinds of setting values: what each allows, and how it is parsed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.store.url import checked_store_url

BEARER: Final = r"[A-Za-z0-9._~+/=-]{16,128}"
"""Shorter tokens could be guessed; longer ones are more likely a mistake."""
BEARER_CHARACTERS: Final = "16 to 128 letters, digits and -._~+/="


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of setting value."""

    allowed: str
    """What is allowed, for the message about a refused value."""
    parse: Callable[[str], object]
    """Raises ValueError for what is not allowed."""
    show: Callable[[str], str] = repr
    """Formats a refused value for the message."""
    secret: bool = False
    """Whether the value must not be printed."""


def _hidden(_: str) -> str:
    return "(not shown)"


def _scheme_only(text: str) -> str:
    # A password can be almost anywhere in a broken URL, so only the scheme is shown.
    scheme = re.match(r"[a-z+]{1,16}://", text)
    return f"'{scheme.group() if scheme else ''}...'"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        # int() alone would also take "1_0", " 8 " and digits of other scripts.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


def whole(low: int, high: int, unit: str = "") -> Kind:
    """Return the kind of whole numbers within these bounds."""
    return Kind(f"{low} to {high}" + (f" ({unit})" if unit else ""), _whole(low, high))


def milliseconds(low: int, high: int) -> Kind:
    """Return the kind of durations given in milliseconds and parsed to seconds."""
    parse = _whole(low, high)
    return Kind(f"{low} to {high} (milliseconds)", lambda text: parse(text) / 1000)


def mebibytes(low: int, high: int) -> Kind:
    """Return the kind of sizes given in MiB and parsed to bytes."""
    parse = _whole(low, high)
    return Kind(f"{low} to {high} (MiB)", lambda text: parse(text) << 20)


def matching(pattern: str, allowed: str) -> Kind:
    """Return the kind of texts that match the whole pattern."""
    return Kind(allowed, _matching(pattern))


def one_of(*words: str) -> Kind:
    """Return the kind that allows one of these words, in any case."""

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


def _webhook(text: str) -> str:
    parts = urlsplit(text)  # raises ValueError for a broken port or address
    usable = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    if not usable or parts.username is not None or parts.fragment or not re.fullmatch(r"[!-~]{1,2000}", text):
        raise ValueError(text)
    return text


def _existing(text: str) -> Path:
    path = Path(text).absolute()
    if not path.is_file():
        raise ValueError(text)
    return path


PATH: Final = Kind("a file", lambda text: Path(text).absolute())
"""Unlike `FILE`, it may be missing: a worker that starts while the file is replaced must not fail for that."""
FLAG: Final = Kind("0 or 1", lambda text: bool(_whole(0, 1)(text)))
WEBHOOK_URL: Final = Kind(
    "an http or https address in ASCII, without a user and without #",
    _webhook,
    _scheme_only,
    secret=True,
)
"""Secret, because the path of many a receiver is what lets one post there."""
SECRET: Final = Kind("16 to 256 ASCII characters, no spaces", _matching(r"[!-~]{16,256}"), _hidden, secret=True)
FOLDER: Final = Kind("a folder", lambda text: Path(text).absolute())
FILE: Final = Kind("an existing file", _existing)
TOKEN: Final = Kind(f"one token of {BEARER_CHARACTERS}", _matching(BEARER), _hidden, secret=True)
STORE_URL: Final = Kind(
    "redis://host:port/db, rediss://host:port/db, unix:///path, redis+sentinel://host:port,host:port/name/db or "
    "redis+cluster://host:port,host:port",
    checked_store_url,
    _scheme_only,
    secret=True,
)


def _several(most: int, parse: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    def parse_all(text: str) -> tuple[str, ...]:
        texts = text.split(",")
        if len(texts) > most or len(set(texts)) < len(texts):
            raise ValueError(text)
        return tuple(map(parse, texts))

    return parse_all


def tokens(most: int) -> Kind:
    """Return the kind of lists of different tokens, separated by commas."""
    return Kind(
        f"1 to {most} different tokens with commas between them, each of {BEARER_CHARACTERS}",
        _several(most, _matching(BEARER)),
        _hidden,
        secret=True,
    )


def origins(most: int) -> Kind:
    """Return the kind of lists of different origins, separated by commas."""
    return Kind(
        f"1 to {most} different origins with commas between them, each as a browser sends it, such as "
        "https://console.example.com or http://localhost:5173: no *, no path, no capitals, no default port",
        _several(most, _origin),
    )


def _origin(text: str) -> str:
    # Browsers send each origin in one spelling, and the service compares it as text: another would never match.
    found = re.fullmatch(r"(https?)://(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?", text)
    if not found or int(found[2] or 1) > 65_535 or (found[1], found[2]) in {("http", "80"), ("https", "443")}:
        raise ValueError(text)
    return text
