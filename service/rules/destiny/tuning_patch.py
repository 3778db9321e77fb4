"""Laying some values over a tuning document."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.rules.destiny.tuning_document import CATALOGUE
from service.rules.errors import InvalidInput, Mistake, Path
from service.rules.merge_patch import merge_patch


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
