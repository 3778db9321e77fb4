"""Processes and machines over one real store that has lost revisions, before and after an admin's decision."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from service.store.keys import ONE
from service.tuning.adopt import AdoptTuning
from service.tuning.change import ChangeTuning, Signature
from service.tuning.files import LastGoodTuning
from service.tuning.history import TuningHistory
from service.tuning.live import LiveTunings
from service.tuning.ports import NotLive
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import HistoryDiffers, KeptRevision, Side
from service.tuning.warnings import WarnOfChange
from tests.adapters.live_tunings.conftest import NEVER_S, HandTick, Remembered, Start
from tests.builders.revisions import UNREADABLE, fill, kept, removing
from tests.builders.tunings import shipped_revision
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

MAIA = Signature("maia", "The store was emptied.")
Process = Callable[[str], LiveTunings]


@pytest.fixture
def history(store: redis.Redis) -> TuningHistory:
    return TuningHistory(RedisTuningLog(store), shipped_revision())


@pytest.fixture
def process(history: TuningHistory, tmp_path: Path) -> Iterator[Process]:
    """Starts a process of this machine; it looks when it is asked to."""

    started: list[LiveTunings] = []

    def start(machine: str) -> LiveTunings:
        live = LiveTunings(history, StoppedClock(), LastGoodTuning(copy_of(tmp_path, machine)), HandTick(), NEVER_S)
        started.append(live)
        live.refresh()
        return live

    yield start
    for live in started:
        live.close()


def copy_of(folder: Path, machine: str) -> Path:
    return folder / machine / "tuning-last-good.json"


def adopt(history: TuningHistory, live: LiveTunings, side: Side) -> int:
    made = AdoptTuning(history, live, StoppedClock(), NumberedIdentifiers())({live.current().number}, side, MAIA)
    return made.number


def revisions(history: TuningHistory, *numbers: int) -> list[KeptRevision]:
    return [*fill(history.log, *(kept(number, histories=("old",), critical_margin=90 + number) for number in numbers))]


@pytest.mark.parametrize("side", Side)
def test_decision__on_one_machine__is_followed_by_every_process_of_every_machine(
    store: redis.Redis, history: TuningHistory, process: Process, tmp_path: Path, side: Side
) -> None:
    revisions(history, 1, 2, 3)
    running = [process(machine) for machine in ("a", "a", "b")]
    store.flushall()
    away = process("b")
    for live in (*running, away):
        live.refresh()
        assert (live.current().number, live.standing().not_live) == (3, NotLive.OTHER_HISTORY)

    assert adopt(history, running[0], side) == 4

    for live in (*running, away, process("a"), process("b"), process("new")):
        live.refresh()
        assert (live.current().number, live.standing().not_live) == (4, None)
        assert live.current().document["critical_margin"] == (93 if side is Side.COPY else 100)
    for machine in ("a", "b", "new"):
        written = LastGoodTuning(copy_of(tmp_path, machine)).revision()
        assert written
        assert written.number == 4


def test_decision__against_a_copy_with_a_higher_number__is_followed_and_the_copy_set_aside(
    store: redis.Redis, history: TuningHistory, process: Process, tmp_path: Path
) -> None:
    first = process("a")
    revisions(history, 1, 2)
    first.refresh()
    revisions(history, 3, 4)
    further = [process("b"), process("b")]
    store.ltrim(ONE.tuning_log, 0, 0)
    first.refresh()

    assert adopt(history, first, Side.COPY) == 3

    for live in (*further, process("b")):
        live.refresh()
        live.refresh()
        assert (live.current().number, live.standing().not_live) == (3, None)
        assert live.current().document["critical_margin"] == 92
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == [
        "tuning-last-good-before-adopt.json",
        "tuning-last-good.json",
    ]
    aside = LastGoodTuning(tmp_path / "b" / "tuning-last-good-before-adopt.json").revision()
    assert aside
    assert aside.number == 4


def test_decision__for_another_history__forgets_what_the_ended_one_removed(
    store: redis.Redis, history: TuningHistory, process: Process
) -> None:
    first = process("a")
    revisions(history, 1, 2)
    first.refresh()
    fill(history.log, replace(removing(3, "/crimes/heist"), histories=("old",)))
    revisions(history, 4)
    further = process("b")
    assert further.current().tuning.removed == {("crimes", "heist"): 3}
    store.ltrim(ONE.tuning_log, 0, 0)
    first.refresh()
    adopt(history, first, Side.COPY)

    further.refresh()

    assert further.current().number == 3
    assert further.current().tuning.removed == {}


def test_process__that_never_saw_the_newest_revision__does_not_follow_a_store_that_lost_it(
    store: redis.Redis, history: TuningHistory, process: Process
) -> None:
    revisions(history, 1)
    lagging = process("a")
    revisions(history, 2)
    process("a")
    store.rpop(ONE.tuning_log)

    change = ChangeTuning(history, lagging, StoppedClock(), NumberedIdentifiers(), WarnOfChange(()))
    with pytest.raises(HistoryDiffers, match=r"up to revision 2: it ends with revision 1\."):
        change.patch({1}, {"critical_margin": 50}, MAIA)

    assert (lagging.current().number, lagging.standing().not_live) == (2, NotLive.OTHER_HISTORY)


def test_store__set_back_to_before_the_decision__is_not_followed(
    store: redis.Redis, history: TuningHistory, process: Process
) -> None:
    revisions(history, 1, 2)
    live = process("a")
    store.rpop(ONE.tuning_log)
    live.refresh()
    backup = store.dump(ONE.tuning_log) or b""
    adopt(history, live, Side.STORE)

    store.restore(ONE.tuning_log, 0, backup, replace=True)

    for one in (live, process("a")):
        one.refresh()
        assert (one.current().number, one.standing().not_live) == (3, NotLive.OTHER_HISTORY)


def test_machine__without_any_copy__begins_with_whatever_the_store_has(
    store: redis.Redis, history: TuningHistory, process: Process
) -> None:
    revisions(history, 1, 2)
    process("a")
    store.flushall()

    afresh = process("deleted")

    assert (afresh.current().number, afresh.standing().not_live) == (0, None)


def test_copy__from_before_histories_had_ids__continues_with_a_log_that_gets_one_and_with_a_decision(
    store: redis.Redis, history: TuningHistory, process: Process
) -> None:
    fill(history.log, kept(1), kept(2))
    old, machine = process("a"), process("b")
    revisions(history, 3)
    old.refresh()
    assert old.standing().not_live is None

    store.flushall()
    machine.refresh()
    fill(history.log, kept(1), kept(2), kept(3))
    adopt(history, machine, Side.STORE)

    for live in (machine, process("b")):
        live.refresh()
        assert (live.current().number, live.standing().not_live) == (4, None)


def test_refusal__while_the_store_stays_the_same__reads_no_revision_again(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    remembered.keep(kept(2))
    fill(log, kept(1))
    live = start()
    live.refresh()
    asked = log.questions

    live.refresh()

    assert live.standing().not_live is NotLive.OTHER_HISTORY
    assert log.questions == asked + 1


def test_decision__in_a_revision_that_cannot_be_read__is_not_followed_until_it_can(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, caplog: pytest.LogCaptureFixture
) -> None:
    remembered.keep(two := kept(2, histories=("old",)))
    fill(log, kept(1), kept(2), kept(3, histories=("new", "old"), **UNREADABLE))
    live = start()

    for _ in range(3):
        live.refresh()
    assert live.current().document == two.document
    assert live.standing().not_live is NotLive.OTHER_HISTORY
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 2

    fill(log, kept(4, histories=("new", "old")))
    live.refresh()
    assert (live.current().number, live.standing().not_live) == (4, None)
