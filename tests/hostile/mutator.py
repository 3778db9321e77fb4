"""Changes JSON values at random: what is dropped, doubled, of another type, too large, too deep or no JSON at all."""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final

RAW: Final = (
    *("NaN", "Infinity", "-Infinity", "1e400", "-0", "-0.0", "1e-400", "0.1e1", "01", "+1", "1.", ".5", "0x10"),
    *("9" * 30, "-" + "9" * 30, "1" * 5000, "0." + "3" * 400, "9007199254740993", "1e308", "True", "undefined", "'a'"),
    *(r'"\ud800"', r'"\u0000"', '"\t"', '"unfinished', "[1,]", '{"a":1,}', '{"a":1,"a":2}', "/**/1", "[" * 40),
    "[" * 40 + "]" * 40,
    '{"a":' * 33 + "1" + "}" * 33,
)
"""Texts in the place of a value, most of them no JSON."""
EXTREME: Final[Sequence[Any]] = (
    *(0, -1, 1, 2, 99, 1000, 1001, 2**31, 2**53, 2**53 + 1, -(2**63), 2**63 - 1, 1e308, 5e-324, 0.005, 100_000.01),
    *(
        "",
        " ",
        "a" * 65,
        "a" * 5000,
        "\u202e\u0000",
        "🂡",
        "é\u0301",
        "ſ",
        "../../etc/passwd",
        "A♠\ufe0f",
        "<b>",
        "'; --",
    ),
    *(None, True, False, [], {}, [[]], [{}], {"": None}, {"__proto__": {}}, [None] * 300, ["a"] * 2001),
)
_MARK: Final = "\ue000raw{}\ue000"

Path = tuple[Any, ...]


def mutated(value: Any, random: Random, times: int) -> bytes:
    """The value with so many mutations, as the text of a body."""
    value = deepcopy(value)
    raws: list[str] = []
    for _ in range(times):
        value = _mutation(value, random, raws)
    text = json.dumps(value, ensure_ascii=random.random() < 0.5)
    for number, raw in enumerate(raws):
        for mark in (json.dumps(_MARK.format(number)), json.dumps(_MARK.format(number), ensure_ascii=False)):
            text = text.replace(mark, raw)
    return text.encode("utf-8", "surrogatepass")


def damaged(body: bytes, random: Random) -> bytes:
    """The text with a few bytes changed, cut off or doubled."""
    if not body:
        return bytes([random.randrange(256)])
    at = random.randrange(len(body))
    match random.randrange(5):
        case 0:
            return body[:at]
        case 1:
            return body[:at] + bytes([random.randrange(256)]) + body[at + 1 :]
        case 2:
            return body[:at] + body
        case 3:
            return b"\xef\xbb\xbf" + body
        case _:
            return body.decode("utf-8", "replace").encode("utf-16")


def _mutation(value: Any, random: Random, raws: list[str]) -> Any:
    paths = list(_paths(value))
    path = random.choice(paths)
    if not path:
        return random.choice(_REPLACED)(value, random, raws)
    above = _at(value, path[:-1])
    kind = random.randrange(10)
    if kind < 2:
        del above[path[-1]]
    elif kind == 2 and isinstance(above, list):
        above.insert(path[-1], deepcopy(above[path[-1]]))
    elif kind == 2:
        above[str(path[-1]) + random.choice(("", "_", " ", "é", "A"))] = above.pop(path[-1])
    elif kind == 3:
        other = random.choice(paths)
        above[path[-1]] = deepcopy(_at(value, other))
    elif kind == 4 and isinstance(above, list):
        above.extend(deepcopy(above) * random.choice((1, 10, 100)))
    else:
        above[path[-1]] = random.choice(_REPLACED)(above[path[-1]], random, raws)
    return value


def _raw(_: Any, random: Random, raws: list[str]) -> Any:
    raws.append(random.choice(RAW))
    return _MARK.format(len(raws) - 1)


def _extreme(_: Any, random: Random, __: list[str]) -> Any:
    return deepcopy(random.choice(EXTREME))


def _near(value: Any, random: Random, _: list[str]) -> Any:
    """A value of the same type that differs a little."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return random.choice((value + 1, -value, value * 100, value / 3, value + 0.005))
    if isinstance(value, str):
        return random.choice((value + "x", value[:-1], value.upper(), value + " ", value * 9))
    if isinstance(value, list):
        return random.choice((value[1:], value * 2, value[::-1], [value]))
    if isinstance(value, dict):
        return random.choice(({**value, "bogus": 1}, list(value), list(value.values()), {}))
    return 0


def _wrapped(value: Any, random: Random, _: list[str]) -> Any:
    for _depth in range(random.choice((1, 5, 31, 200))):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value


_REPLACED: Final[Sequence[Callable[[Any, Random, list[str]], Any]]] = (_raw, _extreme, _extreme, _near, _near, _wrapped)


def _paths(value: Any, path: Path = ()) -> Any:
    yield path
    if isinstance(value, dict):
        for name, below in value.items():
            yield from _paths(below, (*path, name))
    elif isinstance(value, list):
        for index, below in enumerate(value[:20]):
            yield from _paths(below, (*path, index))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value
