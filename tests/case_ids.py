"""Names for the cases of a table, where pytest would number them: what the case is, as short text."""

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import partial
from typing import Any, Final

LONGEST: Final = 90
_NAMED_BY_PYTEST: Final = (str, bytes, bool, int, float, Enum, type)


def case_id(value: Any) -> str | None:
    """The value as text, the same in every process; None where pytest names it well, or nothing would."""
    if value is None or isinstance(value, _NAMED_BY_PYTEST):
        return None
    text = _text(value)
    return text if text is None or len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _text(value: Any) -> str | None:
    match value:
        case Enum():
            text = str(value.value)
        case str() | int() | float() | None:
            text = json.dumps(value)
        case Mapping():
            text = f"{{{', '.join(f'{_inner(key)}: {_inner(below)}' for key, below in value.items())}}}"
        case AbstractSet():
            text = f"{{{', '.join(sorted(map(_inner, value)))}}}"
        case Sequence() if not isinstance(value, bytes | bytearray):
            text = f"[{', '.join(map(_inner, value))}]"
        case partial():
            return _text(value.func)
        case _:
            return _text_of_object(value)
    return text


def _text_of_object(value: Any) -> str | None:
    kind = type(value)
    if any("__str__" in vars(base) for base in kind.__mro__[:-1]):
        return str(value)
    if is_dataclass(value):
        chosen = [field.name for field in fields(value) if getattr(value, field.name) != _default(field)]
        return f"{kind.__name__}({', '.join(f'{name}={_inner(getattr(value, name))}' for name in chosen)})"
    name = getattr(value, "__qualname__", "")
    return str(name) if name and "<" not in name else None


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _inner(value: Any) -> str:
    return _text(value) or type(value).__name__
