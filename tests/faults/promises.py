"""Holds a history against what the service promises: key by key, draw by draw, revision by revision."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from tests.faults.history import History, Kind, Operation, Outcome
from tests.faults.registers import NOTHING, Access, is_linearizable


@dataclass
class Broken:
    """What was found, each with what it was found in."""

    second_answers: list[str] = field(default_factory=list)
    """Keys that were answered in two ways."""
    double_draws: list[str] = field(default_factory=list)
    """Draws that were revealed for two resolutions."""
    lost_revisions: list[str] = field(default_factory=list)
    """Reasons of changes that were acknowledged, and are not in the log under their numbers."""
    disordered_revisions: list[str] = field(default_factory=list)
    """Changes that were made twice or although they were refused, and pairs in the wrong order."""
    lost_characters: list[str] = field(default_factory=list)
    """Characters that a read showed without what was last written."""
    lost_records: list[str] = field(default_factory=list)
    """Resolutions that were answered and have no record."""

    @property
    def counts(self) -> dict[str, int]:
        return {name: len(found) for name, found in vars(self).items()}


@dataclass(frozen=True)
class Revision:
    """An entry of the log as it was read at the end."""

    number: int
    reason: str


def broken(history: History, log: Sequence[Revision], records: Collection[str]) -> Broken:
    """What the history and the state at the end say. In the history, keys and draws were asked for again at the end."""
    changes = history.of(Kind.CHANGE)
    return Broken(
        second_answers=second_answers(history.by_subject(Kind.KEYED)),
        double_draws=double_draws(history.by_subject(Kind.DRAW)),
        lost_revisions=lost_revisions(changes, log),
        disordered_revisions=disordered_revisions(changes, log),
        lost_characters=[
            character
            for character, operations in history.by_subject(Kind.WRITE, Kind.READ).items()
            if not is_linearizable(accesses(operations))
        ],
        lost_records=lost_records(history, records),
    )


def second_answers(by_subject: Mapping[str, Iterable[Operation]]) -> list[str]:
    return [
        subject
        for subject, operations in by_subject.items()
        if len({operation.answer for operation in operations if operation.outcome is Outcome.DONE}) > 1
    ]


def double_draws(by_subject: Mapping[str, Iterable[Operation]]) -> list[str]:
    """The draws of which different resolutions were answered, or named as the one that has the draw."""
    return [
        draw_id
        for draw_id, operations in by_subject.items()
        if any(operation.outcome is Outcome.DONE for operation in operations)
        and len({operation.answer for operation in operations if operation.answer}) > 1
    ]


def lost_revisions(changes: Iterable[Operation], log: Sequence[Revision]) -> list[str]:
    there = {(revision.number, revision.reason) for revision in log}
    return [
        str(change.value)
        for change in changes
        if change.outcome is Outcome.DONE and (change.answer, change.value) not in there
    ]


def disordered_revisions(changes: Iterable[Operation], log: Sequence[Revision]) -> list[str]:
    """What is wrong with the log itself, and with the numbers that callers were sent."""
    attempts = list(changes)
    wrong = [f"{reason} was made {times} times" for reason, times in _times(log).items() if times > 1]
    numbers = [revision.number for revision in log]
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append("the numbers of the log are not 1, 2, 3 and so on")
    refused = {change.value for change in attempts if change.outcome is Outcome.REFUSED}
    wrong += [f"{revision.reason} was refused, and made" for revision in log if revision.reason in refused]
    return wrong + _against_time([change for change in attempts if change.outcome is Outcome.DONE])


def _times(log: Iterable[Revision]) -> Counter[str]:
    return Counter(revision.reason for revision in log)


def _against_time(made: Iterable[Operation]) -> list[str]:
    """Changes with a smaller number than one that had been acknowledged before they were sent."""
    wrong: list[str] = []
    completed = sorted(made, key=lambda change: change.completed)
    highest, place = 0, 0
    for change in sorted(completed, key=lambda change: change.invoked):
        while completed[place].completed < change.invoked:
            highest = max(highest, completed[place].answer)
            place += 1
        if change.answer <= highest:
            wrong.append(f"{change.value} is revision {change.answer}, and was sent after {highest} was acknowledged")
    return wrong


def accesses(operations: Iterable[Operation]) -> list[Access]:
    """The operations on one character, as reads and writes of a number."""
    found = []
    for one in operations:
        if one.kind is Kind.WRITE and one.outcome is not Outcome.REFUSED:
            completed = one.completed if one.outcome is Outcome.DONE else inf
            found.append(Access(writes=True, number=one.value, invoked=one.invoked, completed=completed))
        elif one.kind is Kind.READ and (one.outcome is Outcome.DONE or one.status == 404):
            number = NOTHING if one.status == 404 else one.answer
            found.append(Access(writes=False, number=number, invoked=one.invoked, completed=one.completed))
    return found


def lost_records(history: History, records: Collection[str]) -> list[str]:
    resolved = {resolution for operation in history for resolution in operation.resolutions}
    return sorted(resolved - set(records))
