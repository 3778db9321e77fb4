"""Tunings as TOML files, which the standard library can only read."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.engines.destiny.tuning import CATALOGUE
from service.engines.pauses import Pause, each, no_pause
from service.system.threads import in_a_thread
from service.web.json_io import KIBIBYTE, MalformedBody

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED: Final = re.compile(r'["\\\x00-\x1f\x7f]')
FILE_LIMIT: Final = 128 * KIBIBYTE
"""tomllib reads slowly, being written in Python: a larger tuning has to come as JSON."""
MOST_PARTS: Final = 12 * KIBIBYTE
"""How many keys, values and names of tables a file may have. A large catalogue of 128 KiB has some ten thousand."""
_HEADER: Final = re.compile(r"^[ \t]*\[[^\n]*", re.MULTILINE)
_MOST_NAMES: Final = 4
_PART: Final = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY: Final = re.compile(rf"(?<![\w\\-])(?:{_PART}\.[ \t]*+){{{_MOST_NAMES}}}", re.ASCII)
"""A dotted key with more names than any tuning has: what tomllib needs for one grows with their square."""


class NoToml(Exception):
    """The values cannot be written as TOML, which has no null."""


def read_toml(body: bytes) -> dict[str, Any]:
    """The document in a file; raises `MalformedBody`."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedBody(f"The body is not UTF-8: {error.reason} at byte {error.start}.") from None
    if _LONG_KEY.search(text):
        raise MalformedBody(f"The body has a dotted key of more than {_MOST_NAMES} names.")
    if (parts := _parts(text)) > MOST_PARTS:
        raise MalformedBody(
            f"The body has {parts:,} signs of keys and values (=, commas and periods, and two for each name in the "
            f"header of a table); at most {MOST_PARTS:,} fit into a file. Send a larger tuning as JSON."
        )
    try:
        # tomllib cannot pause.
        return in_a_thread(tomllib.loads, text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedBody(f"The body is not TOML: {error}.") from None
    except RecursionError:
        raise MalformedBody("The body has arrays or tables that are nested too deep.") from None
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        raise MalformedBody("The body has a number that is too long, or a date that does not exist.") from None


def _parts(text: str) -> int:
    """About how many parts tomllib has to read, in proportion to the time that they take."""
    names: int = sum(header.count(".") + 1 for header in _HEADER.findall(text))
    return text.count("=") + text.count(",") + text.count(".") + 2 * names


def written(document: Mapping[str, Any], like: Mapping[str, Any], pause: Pause = no_pause) -> str:
    """The document as a file, in the order of the fields in `like`, with those that are only its own after them.

    An entry of the catalogue has a line to itself, so that a version control shows which one has changed.
    """
    lines = list(each(_table(_in_order(document, like, pause), ()), pause))
    return "\n".join(lines).strip("\n") + "\n"


def _in_order(value: Any, like: Any, pause: Pause) -> Any:
    pause()
    if not isinstance(value, Mapping):
        return value
    known = like if isinstance(like, Mapping) else {}
    names = [*(name for name in known if name in value), *(name for name in value if name not in known)]
    return {name: _in_order(value[name], known.get(name), pause) for name in names}


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    inline = len(path) == 1 and path[0] in CATALOGUE
    below = {} if inline else {name: value for name, value in table.items() if isinstance(value, Mapping)}
    plain = {name: value for name, value in table.items() if name not in below}
    if path and (plain or not below):
        yield from ("", f"[{'.'.join(map(_key, path))}]")
    for name, value in plain.items():
        yield f"{_key(name)} = {_entries(value)}"
    for name, value in below.items():
        yield from _table(value, (*path, name))


def _entries(value: Any) -> str:
    """The value on one line; an array of tables with a line for each of them."""
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return "[\n" + "".join(f"    {_value(one)},\n" for one in value) + "]"
    return _value(value)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _number(value)
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            members = ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items())
            return f"{{ {members} }}" if members else "{}"
    raise NoToml


def _number(value: float) -> str:
    """With two decimals, as points are printed, or with more where it has more."""
    rounded = f"{value:.2f}"
    return rounded if float(rounded) == value else repr(value)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return f"\\{character}" if character in '"\\' else f"\\u{ord(character):04x}"
