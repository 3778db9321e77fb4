"""JSON merge patches (RFC 7396) for tuning documents, and the differences between two documents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.engines.destiny.tuning import CATALOGUE
from service.engines.errors import InvalidInput, Mistake, Path, pointer_step
from service.engines.pauses import Pause, no_pause


def merge_patch(document: Mapping[str, Any], patch: Mapping[str, Any], pause: Pause = no_pause) -> dict[str, Any]:
    """The patched document: null removes a field, objects merge, and anything else replaces."""
    merged = dict(document)
    for name, value in patch.items():
        pause()
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict):
            below = merged.get(name)
            merged[name] = merge_patch(below if isinstance(below, dict) else {}, value, pause)
        else:
            merged[name] = value
    return merged


@dataclass(frozen=True, slots=True)
class Difference:
    """One field before and after. None means that it is missing on that side; no document has null as a value."""

    pointer: str
    before: Any
    after: Any

    def touches(self, pointer: str) -> bool:
        """Whether it changes what the pointer names: that value, a part of it, or a whole that it is a part of."""
        return f"{self.pointer}/".startswith(f"{pointer}/") or pointer.startswith(f"{self.pointer}/")


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], pause: Pause = no_pause, pointer: str = ""
) -> Iterator[Difference]:
    """Every difference, in the order of the fields. Where both sides have an object, it is compared field by field.

    `pointer` is where the two are in the documents.
    """
    for name in {**before, **after}:
        pause()
        old, new = before.get(name), after.get(name)
        if old is new or old == new:
            continue
        here = pointer + pointer_step(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from differences(old, new, pause, here)
        else:
            yield Difference(here, old, new)


def patch_tuning(document: Mapping[str, Any], patch: Mapping[str, Any], pause: Pause = no_pause) -> dict[str, Any]:
    """The patched document, which may still be an invalid tuning.

    A plain merge patch would silently ignore null for a missing field, and so a misspelt name. Here null is allowed
    only for entries of the catalogue, and only for those that exist; anything else raises `InvalidInput`.
    """
    mistakes: list[Mistake] = []
    _find_wrong_removals(document, patch, (), mistakes, pause)
    if mistakes:
        raise InvalidInput(mistakes)
    return merge_patch(document, patch, pause)


def _find_wrong_removals(
    document: Any, patch: Mapping[str, Any], path: Path, mistakes: list[Mistake], pause: Pause
) -> None:
    for name, value in patch.items():
        pause()
        if value is not None and not isinstance(value, dict):
            continue
        below = document.get(name) if isinstance(document, dict) else None
        if value is not None:
            _find_wrong_removals(below, value, (*path, name), mistakes, pause)
        elif not (len(path) == 1 and path[0] in CATALOGUE):
            mistakes.append(Mistake((*path, name), "Must not be null; only an entry of the catalogue can be removed."))
        elif below is None:
            mistakes.append(Mistake((*path, name), "Does not exist, so it cannot be removed."))


def completed(document: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the shipped value of each field that it lacks, because the field is newer than the document.

    The parts of the catalogue stay as they are: an entry that is missing there was removed.
    """
    catalogue = {part: document[part] for part in CATALOGUE if part in document}
    return merge_patch(shipped, {name: value for name, value in document.items() if name not in catalogue}) | catalogue
