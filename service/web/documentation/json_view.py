"""JSON as people read it: short things on one line, and each kind of token in its own colour."""

import json
import re
from typing import Any, Final

from markupsafe import Markup, escape

WIDTH: Final = 72
_TOKEN: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<str>"(?:[^"\\]|\\.)*")'
    r"|(?P<num>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<lit>true|false|null)"
)


def laid_out(value: Any, indent: int = 0) -> str:
    """The value as JSON text; whatever fits on a line stays on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or indent + len(line) <= WIDTH:
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        named = [(f"{json.dumps(key, ensure_ascii=False)}: ", below) for key, below in value.items()]
        lines = [f"{pad}{name}{laid_out(below, indent + 2)}" for name, below in named]
    else:
        lines = [f"{pad}{laid_out(below, indent + 2)}" for below in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(lines) + f"\n{' ' * indent}{closing}"


def coloured(text: str) -> Markup:
    """JSON text as HTML, its tokens in spans."""
    pieces, end = [], 0
    for token in _TOKEN.finditer(text):
        pieces += [escape(text[end : token.start()]), Markup("<i class={}>{}</i>").format(token.lastgroup, token[0])]
        end = token.end()
    return Markup("").join([*pieces, escape(text[end:])])
