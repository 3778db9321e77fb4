"""Formats JSON for readers: short values on one line, and a colour for each kind of token."""

import json
import re
from typing import Any, Final

from markupsafe import Markup, escape

WIDTH: Final = 62
_TOKEN: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<str>"(?:[^"\\]|\\.)*")'
    r"|(?P<num>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<lit>true|false|null)"
)


def laid_out(value: Any, indent: int = 0, name: str = "") -> str:
    """The value as indented JSON text, after `name`; anything that fits on one line stays on one."""
    line = name + json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or indent + len(line) <= WIDTH:
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        named = [(f"{json.dumps(key, ensure_ascii=False)}: ", below) for key, below in value.items()]
        inner = ",\n".join(pad + laid_out(below, indent + 2, key) for key, below in named)
    elif any(isinstance(below, dict | list) for below in value):
        inner = ",\n".join(pad + laid_out(below, indent + 2) for below in value)
    else:
        inner = _filled(value, pad)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{name}{opening}\n{inner}\n{' ' * indent}{closing}"


def _filled(values: list[Any], pad: str) -> str:
    """Simple values in lines, as many on each line as fit."""
    lines = [pad]
    for value in values:
        text = json.dumps(value, ensure_ascii=False) + ","
        if len(lines[-1]) + len(text) > WIDTH and lines[-1] != pad:
            lines.append(pad)
        lines[-1] += text if lines[-1] == pad else f" {text}"
    return "\n".join(lines).removesuffix(",")


def coloured(text: str) -> Markup:
    """JSON text as HTML, with an `<i>` around each token."""
    pieces, end = [], 0
    for token in _TOKEN.finditer(text):
        pieces.append(f"{escape(text[end : token.start()])}<i class={token.lastgroup}>{escape(token[0])}</i>")
        end = token.end()
    return Markup("".join([*pieces, escape(text[end:])]))  # noqa: S704  every piece of the text is escaped
