"""Old revisions: read from the log when they are asked for, and kept in memory."""

from dataclasses import replace

import pytest

from service.errors import StoreUnavailable
from service.tuning.revisions import KeptRevision, OldRevisionsUnavailable, UnreadableRevision
from tests.adapters.live_tunings.conftest import Remembered, Start
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision, tuning_with, whole_document_with
from tests.fakes.tuning_log import InMemoryTuningLog


def test_revision__old__is_read_from_the_log_once(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, critical_margin=90), kept(2))
    live = start()
    old = live.revision(1)
    assert old
    assert old.tuning.critical_margin == 9_000

    log.unavailable = True

    assert live.revision(1) is old
    assert live.revision(2) is live.current()
    assert live.revision(0) is shipped_revision()


def test_revision__old_and_not_asked_for_before__needs_the_store(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2))
    live = start()
    live.current()
    log.unavailable = True

    with pytest.raises(StoreUnavailable):
        live.revision(1)
    log.unavailable = False
    assert live.revision(1)


def test_revision__not_there__is_none_until_it_is(start: Start, log: InMemoryTuningLog) -> None:
    live = start()

    assert live.revision(1) is None
    fill(log, kept(1))
    found = live.revision(1)
    assert found
    assert found.number == 1


def test_revision__unreadable__says_so(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE), kept(2))

    with pytest.raises(UnreadableRevision, match=r"^Revision 1 .* /critical_margin: Must lie within 0 to 100000\.$"):
        start().revision(1)


def test_revision__number_that_another_history_gives_to_another__is_not_answered_from_memory_either(
    start: Start, log: InMemoryTuningLog
) -> None:
    """In the moment before the loss is noticed, the other history's revision may have been read."""
    fill(log, kept(1, critical_margin=90), kept(2))
    live = start()
    live.current()
    log.kept[:] = [kept(1, critical_margin=80), kept(2)]
    live.revision(1)

    live.refresh()

    with pytest.raises(OldRevisionsUnavailable):
        live.revision(1)


def test_revision__written_before_a_field_was_there__has_its_shipped_value(
    start: Start, log: InMemoryTuningLog
) -> None:
    older = kept(1, critical_margin=90)
    document = {name: value for name, value in older.document.items() if name not in {"failure_margin", "items"}}
    document["reward_multipliers"] = {"success": 1.5}
    fill(log, KeptRevision(older.id, 1, {**document, "effects": {}}, older.change))

    tuning = start().current().tuning

    assert (tuning.critical_margin, tuning.failure_margin) == (9_000, -5_000)
    assert list(tuning.items) == ["lucky_ace_charm", "iron_horseshoe"]
    assert tuning.effects == {}
    assert [*tuning.reward_multipliers.values()] == [2_000_000, 1_500_000, 0, 0]


def before_territories(revision: KeptRevision) -> KeptRevision:
    """The revision as the first release wrote it."""
    younger = {"territories", "skill_table", "default_gang_method"}
    document = {name: value for name, value in revision.document.items() if name not in younger}
    skills = {skill: entry["suits"] for skill, entry in document["skills"].items()}
    return replace(revision, document={**document, "skills": skills})


def test_revision__of_the_first_release__has_the_shipped_territories_table_and_gang_method(
    start: Start, log: InMemoryTuningLog
) -> None:
    fill(log, before_territories(kept(1, skills={"stealth": {"suits": ["hearts"]}})))

    found = start().current()

    assert (found.number, found.tuning) == (1, tuning_with(skills={"stealth": {"suits": ["hearts"]}}))
    assert found.document == whole_document_with(skills={"stealth": {"suits": ["hearts"]}})


def test_revision__of_the_first_release_remembered_over_a_restart__is_used_while_the_store_is_away(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    remembered.keep(before_territories(kept(7, critical_margin=90)))
    log.unavailable = True

    found = start().current()

    assert (found.number, found.tuning) == (7, tuning_with(critical_margin=90))
