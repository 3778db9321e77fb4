"""A service whose tuning has changed twice: the state from which the contract's examples start."""

from typing import Any, Final

from flask import Flask

from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import TuningHistory
from service.tuning.warnings import WarnOfChange
from tests.builders.tunings import shipped_revision
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

CHANGES: Final[tuple[tuple[dict[str, Any], Signature], ...]] = (
    ({"crimes": {"bank_robbery": {"threshold": 300}}}, Signature("ann", "Banks fall too often.")),
    (
        {"critical_margin": 90, "items": {"marked_deck": {"flat": 10, "hand_ranks": {"pair": 5}}}},
        Signature("bob", "For the spring event."),
    ),
)


def tuned_log() -> InMemoryTuningLog:
    """A log with two revisions."""
    log = InMemoryTuningLog()
    parts = tuned_parts(log, StoppedClock())
    history = TuningHistory(log, shipped_revision())
    change = ChangeTuning(history, parts["tunings"], parts["clock"], NumberedIdentifiers(), WarnOfChange(()))
    for number, (values, signature) in enumerate(CHANGES):
        change.patch({number}, values, signature)
    return log


def emptied_app() -> Flask:
    """An application that has followed such a log, which is then emptied."""
    log = tuned_log()
    parts = tuned_parts(log, StoppedClock())
    parts["tunings"].refresh()
    log.kept.clear()
    return make_app(**parts)


def tuned_app(**switches: Any) -> Flask:
    """An application with such a log; `switches` can make the log unavailable or damaged."""
    log = tuned_log()
    for name, value in switches.items():
        setattr(log, name, value)
    return make_app(**tuned_parts(log, StoppedClock()))
