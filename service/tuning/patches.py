"""JSON merge patch (RFC 7396): laying some values of a document over the others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.engines.destiny.tuning_document import CATALOGUE
from service.engines.errors import InvalidInput, Mistake, Path, json_pointer


def merge_patch(document: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the patch laid over it: null takes a field away, objects merge, all else replaces."""
    merged = dict(document)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, Mapping):
            below = merged.get(name)
            merged[name] = merge_patch(below if isinstance(below, Mapping) else {}, value)
        else:
            merged[name] = value
    return merged


@dataclass(frozen=True, slots=True)
class Difference:
    """One field as it was and as it is. None: it was not there, or is no more; no document has null for a value."""

    pointer: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any], path: Path = ()) -> Iterator[Difference]:
    """Every difference, in the order of the fields; where both sides have an object, what differs within it."""
    for name in {**before, **after}:
        here, old, new = (*path, name), before.get(name), after.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differences(old, new, here)
        elif old != new:
            yield Difference(json_pointer(here), old, new)


def patch_tuning(document: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The document with a merge patch laid over it. Whether the result is a tuning is for its reader to say.

    In such a patch null takes away, and taking away what is not there is no mistake: a misspelt name with null would
    pass without a word. So null is for entries of the catalogue alone, and only for those that are there.
    """
    mistakes = list(_wrong_removals(document, patch))
    if mistakes:
        raise InvalidInput(mistakes)
    return merge_patch(document, patch)


def _wrong_removals(document: Any, patch: Mapping[str, Any], path: Path = ()) -> Iterator[Mistake]:
    for name, value in patch.items():
        here = (*path, name)
        below = document.get(name) if isinstance(document, Mapping) else None
        if isinstance(value, Mapping):
            yield from _wrong_removals(below, value, here)
        elif value is None and not (len(path) == 1 and path[0] in CATALOGUE):
            yield Mistake(here, "Must not be null; only an entry of the catalogue can be taken away.")
        elif value is None and below is None:
            yield Mistake(here, "Is not there, so it cannot be taken away.")


def completed(document: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the shipped value for each field that it has not, because the service has learnt it since.

    The parts of the catalogue are taken as they are: an entry that is missing there has been taken away.
    """
    return merge_patch(shipped, document) | {part: document[part] for part in CATALOGUE if part in document}
