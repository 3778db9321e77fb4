"""Revisions of the tuning as JSON values."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.engines.documents import ID_PATTERN
from service.engines.pauses import each
from service.system.clock import give_way, timestamp
from service.tuning.compare import Comparison
from service.tuning.form import FORM, INDEX, NAME, WORD, FormField, FormSection
from service.tuning.history import HistoryPage
from service.tuning.patches import Difference
from service.tuning.ports import NotLive, TuningStanding
from service.tuning.revisions import Change, KeptRevision, RevisionRecord, TuningRevision

Json = dict[str, Any]
Revision = TuningRevision | KeptRevision


def tuning_answer(revision: Revision) -> Json:
    """The revision's values."""
    return {**_number(revision.number), "values": revision.document}


def record_answer(revision: Revision | RevisionRecord) -> Json:
    """Who made the revision, when and why; all null for revision 0, which ships with the service."""
    return {**_number(revision.number), **(_SHIPPED if revision.change is None else _change(revision.change))}


def revision_answer(revision: Revision) -> Json:
    return record_answer(revision) | {"values": revision.document}


def history_answer(page: HistoryPage) -> Json:
    return {
        "revisions": [record_answer(revision) for revision in page.revisions],
        "next_cursor": None if page.following is None else str(page.following),
    }


def comparison_answer(comparison: Comparison) -> Json:
    return {
        "from": comparison.before,
        "to": comparison.after,
        "differences": differences_answer(comparison.differences),
    }


def standing_answer(standing: TuningStanding, *, store_up: bool) -> Json:
    """Which revision this process uses, and whether the store has confirmed it as the newest."""
    # The store may have become unavailable since the last look at the tuning.
    reason = standing.not_live if store_up else NotLive.STORE_UNAVAILABLE
    return {
        **_number(standing.revision),
        "state": "last_good" if reason else "live",
        "reason": reason,
        "detail": str(standing.other) if standing.other and store_up else None,
        "store_revision": standing.other.newest if standing.other and store_up else None,
        "confirmed_at": standing.confirmed_at and timestamp(standing.confirmed_at),
    }


def _number(revision: int) -> Json:
    # Every body calls it `tuning_revision`. These answers first called it `revision`, which stays for older clients.
    return {"tuning_revision": revision, "revision": revision}


def _change(change: Change) -> Json:
    return {
        "based_on": change.based_on,
        "author": change.author,
        "reason": change.reason,
        "time": timestamp(change.time),
        "restores": change.restores,
        "adopted": change.adopted,
        "differences": differences_answer(change.differences),
        "forced": bool(change.overridden),
        "warnings": [{"pointer": one.pointer, "message": one.message} for one in change.overridden],
    }


_SHIPPED: Json = {
    "based_on": None,
    "author": None,
    "reason": None,
    "time": None,
    "restores": None,
    "adopted": None,
    "differences": [],
    "forced": False,
    "warnings": [],
}


def differences_answer(differences: Sequence[Difference]) -> list[Json]:
    return [_difference(one) for one in each(differences, give_way)]


def _difference(difference: Difference) -> Json:
    found: Json = {"pointer": difference.pointer}
    # A missing side is left out: null would look like a value.
    if difference.before is not None:
        found["before"] = difference.before
    if difference.after is not None:
        found["after"] = difference.after
    return found


def form_answer(shipped: Mapping[str, Any]) -> Json:
    """Every field of the tuning, with its value in the document that ships."""
    return {"sections": [_section(section, shipped) for section in FORM]}


def _section(section: FormSection, shipped: Mapping[str, Any]) -> Json:
    entries = section.entries and {
        "pointer": section.entries.pointer,
        "maximum_entries": section.entries.most,
        "name_pattern": f"^{ID_PATTERN.pattern}$",
    }
    return {
        "name": section.text.name,
        "title": section.text.title,
        "help": section.text.help,
        "entries": entries,
        "fields": [_field(field, shipped) for field in section.fields],
    }


def _field(field: FormField, shipped: Mapping[str, Any]) -> Json:
    text = field.text
    return {
        "pointer": field.pointer,
        "title": text.title,
        "help": text.help,
        "type": field.type,
        **({"unit": text.unit} if text.unit else {}),
        **({"words": field.words} if field.words else {}),
        **field.bounds,
        "optional": field.optional,
        **({} if text.default is None else {"default": text.default}),
        **({} if NAME in field.pointer or INDEX in field.pointer else {"shipped": _shipped(field, shipped)}),
    }


def _shipped(field: FormField, shipped: Mapping[str, Any]) -> Any:
    value: Any = shipped
    for name in field.pointer.removesuffix(f"/{WORD}").split("/")[1:]:
        value = value[name]
    return value
