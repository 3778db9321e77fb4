"""Whole tunings, as in a file, in which nothing may be left out."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.engines.destiny.tuning import CATALOGUE
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pauses import Pause, no_pause
from service.tuning.revisions import TuningRevision


def read_whole(
    number: int,
    document: Mapping[str, Any],
    shipped: Mapping[str, Any],
    pause: Pause = no_pause,
    base: TuningRevision | None = None,
) -> TuningRevision:
    """The revision with this document. Raises `InvalidInput` with every mistake, and with every field that it lacks.

    The rules alone would let it leave out what has a value of its own there, and shipped values would take its place.
    """
    mistakes, read = list[Mistake](), None
    try:
        read = TuningRevision.read(number, document, pause=pause, base=base)
    except InvalidInput as error:
        mistakes += error.mistakes
    known = set(mistakes)
    mistakes += [one for path in _lacking(document, shipped) if (one := Mistake(path, "Required.")) not in known]
    if mistakes or read is None:
        raise InvalidInput(mistakes)
    return read


def _lacking(document: Mapping[str, Any], shipped: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    for name, value in shipped.items():
        below = document.get(name)
        if name not in document:
            yield (*path, name)
        elif isinstance(value, Mapping) and isinstance(below, Mapping) and (path or name not in CATALOGUE):
            yield from _lacking(below, value, (*path, name))
