"""The states of the service that examples are about: all in memory, with nothing left to chance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, Final, Unpack

from flask import Flask

from service.characters.ports import MOST_RUNNING
from service.engines.draws import Hand
from service.idempotency.ports import AnswerUncertain, KeptAnswer, Lease
from service.records.ports import Record
from service.settings import Settings
from service.store.condition import StoreState
from service.tuning.ports import TuningLog
from tests.builders.recorded import counted_store
from tests.builders.tuned import tuned_log
from tests.fakes.app import ADMIN_TOKEN, Chosen, make_app, tuned_parts
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.rate_limits import InMemoryRateLimits
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import ScriptedDealer, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

_AN_ID: Final = "01930000-0000-7000-8000-000000000001"


@dataclass(slots=True)
class Stage:
    """What every state has in common: the hands that are dealt, and a clock that the calls can move."""

    hands: Sequence[Hand] = ()
    clock: StoppedClock = field(default_factory=StoppedClock)

    def app(self, settings: Settings | None = None, log: TuningLog | None = None, **chosen: Unpack[Chosen]) -> Flask:
        """The service with these dependencies, and with others that know nothing yet."""
        tuned = tuned_parts(log or InMemoryTuningLog(), self.clock)
        usual: Chosen = {
            "clock": tuned["clock"],
            "tuning_history": tuned["tuning_history"],
            "tunings": tuned["tunings"],
            "characters": InMemoryCharacterStore(self.clock),
            "draws": InMemoryDrawStore(self.clock),
            "idempotency": InMemoryIdempotencyStore(self.clock),
            "rate_limits": InMemoryRateLimits(self.clock),
            "dealer": ScriptedDealer(*self.hands),
            "words": _words(),
        }
        usual.update(chosen)
        return make_app(settings, **usual)


def _words() -> Iterator[int]:
    chance = Random(7)  # noqa: S311 - the same at every run
    while True:
        yield chance.getrandbits(32)


class _LosesItsAnswer(InMemoryIdempotencyStore):
    """Gone between the draw and the answer."""

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Fail."""
        del answer
        raise AnswerUncertain(lease, "The example says so.")


class _AlwaysInUse(InMemoryIdempotencyStore):
    """Another request has every key, and is not ready."""

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Forget the answer, and keep waiting for it."""
        del answer
        self.give(lease)
        return None


class _BrokenChunks:
    """A body whose chunks do not follow the rules, as the server hands it to the application."""

    def read(self, size: int = -1) -> bytes:
        """Fail."""
        del size
        raise OSError("a chunk does not end where its size says, with CRLF")

    readline = read


def _without_store(stage: Stage) -> Flask:
    log = InMemoryTuningLog(unavailable=True)
    return stage.app(
        log=log,
        characters=InMemoryCharacterStore(stage.clock, unavailable=True),
        idempotency=InMemoryIdempotencyStore(stage.clock, unavailable=True),
        store_health=FakeStoreHealth(StoreState.DOWN),
    )


def _tuned_but_away(stage: Stage) -> Flask:
    log = tuned_log()
    app = stage.app(log=log, store_health=FakeStoreHealth(StoreState.DOWN))
    app.test_client().get("/v1/catalogue")
    log.unavailable = True
    return app


def _emptied(stage: Stage) -> Flask:
    log = tuned_log()
    app = stage.app(log=log)
    app.test_client().get("/v1/catalogue")
    log.kept.clear()
    return app


def _damaged(stage: Stage) -> Flask:
    log = tuned_log()
    log.damaged = {2}
    return stage.app(log=log)


def _written_by_a_later_release(stage: Stage) -> Flask:
    ledger = InMemoryLedger()
    ledger.write([Record(_AN_ID, b'{"record_version":2,"resolution":"in another form"}')])
    return stage.app(ledger=ledger)


def _counted(stage: Stage) -> Flask:
    return stage.app(log=tuned_log(), insight=counted_store(stage.clock))


def _with_fifty_effects(stage: Stage) -> Flask:
    characters = InMemoryCharacterStore(stage.clock)
    for number in range(MOST_RUNNING):
        characters.start_effect("billy", f"effect_{number}", timedelta(minutes=5))
    return stage.app(characters=characters)


def _sent_in_broken_chunks(stage: Stage) -> Flask:
    app, stream = stage.app(), _BrokenChunks()
    inner = app.wsgi_app

    def with_broken_chunks(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        return inner({**environ, "wsgi.input": stream, "wsgi.input_terminated": True}, start_response)

    app.wsgi_app = with_broken_chunks  # type: ignore[method-assign]
    return app


STATES: Final[dict[str, Callable[[Stage], Flask]]] = {
    "new": Stage.app,
    "tuned": lambda stage: stage.app(log=tuned_log()),
    "tuned, and the store down": _tuned_but_away,
    "tuned, with a store that is too old": lambda stage: stage.app(
        log=tuned_log(), store_health=FakeStoreHealth(StoreState.TOO_OLD)
    ),
    "its tuning history emptied": _emptied,
    "its revision 2 damaged": _damaged,
    "counted": _counted,
    "its store down": _without_store,
    "with a record of a later release": _written_by_a_later_release,
    "without an admin token": lambda stage: stage.app(Settings()),
    "with API tokens": lambda stage: stage.app(Settings(admin_token=ADMIN_TOKEN, api_tokens=("api-token-of-a-game",))),
    "with one request a minute": lambda stage: stage.app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1)),
    "with twenty units a minute": lambda stage: stage.app(Settings(admin_token=ADMIN_TOKEN, rate_limit=20)),
    "losing its store after the draw": lambda stage: stage.app(idempotency=_LosesItsAnswer(stage.clock)),
    "still answering": lambda stage: stage.app(idempotency=_AlwaysInUse(stage.clock)),
    "without room for answers": lambda stage: stage.app(idempotency=InMemoryIdempotencyStore(stage.clock, budget=1)),
    "with fifty effects on billy": _with_fifty_effects,
    "sent broken chunks": _sent_in_broken_chunks,
}
"""Every state by the name that the parts of the contract use."""
