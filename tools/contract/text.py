"""Values as YAML that people like to read: short things on one line, long ones in blocks."""

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

WIDTH: Final = 120
MOST_LEVELS_ON_A_LINE: Final = 2
LONGEST_OF_LEVELS: Final = 100


def block(value: Any, indent: int) -> str:
    """A value as the lines that follow its key."""
    return "".join(f"{' ' * indent}{line}\n" for line in _lines(value, WIDTH - indent))


def entry(key: str, value: Any, indent: int) -> str:
    """A key with its value."""
    return block({key: value}, indent) if value != {} else f"{' ' * indent}{key}: {{}}\n"


def _lines(value: Any, width: int) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, below in value.items():
            yield from _entry(f"{_flow(key)}:", below, width)
    elif isinstance(value, list) and value:
        for item in value:
            yield from _item(item, width)
    else:
        yield _flow(value)


def _entry(start: str, value: Any, width: int) -> Iterator[str]:
    if _on_a_line(value, width - len(start) - 1):
        yield f"{start} {_flow(value)}"
    else:
        yield start
        yield from (f"  {line}" for line in _lines(value, width - 2))


def _item(value: Any, width: int) -> Iterator[str]:
    if _on_a_line(value, width - 2):
        yield f"- {_flow(value)}"
    else:
        lines = _lines(value, width - 2)
        yield f"- {next(lines)}"
        yield from (f"  {line}" for line in lines)


def _on_a_line(value: Any, width: int) -> bool:
    if not isinstance(value, (dict, list)) or not value:
        return True
    levels = _levels(value)
    room = width if levels == 1 else min(width, LONGEST_OF_LEVELS)
    return levels <= MOST_LEVELS_ON_A_LINE and len(_flow(value)) <= room


def _levels(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_levels, value.values()), default=0)
    return 1 + max(map(_levels, value), default=0) if isinstance(value, list) else 0


def _flow(value: Any) -> str:
    written = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, sort_keys=False, allow_unicode=True, width=1 << 20
    )
    return str(written).removesuffix("\n").removesuffix("\n...")


class _Dumper(yaml.SafeDumper):
    """Quotes text that is not plain with double quotes, and repeats what occurs twice."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", text) is not None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Dumper.add_representer(str, _text)
