"""The time of each step of one `/v1/resolve`, in one process."""

from collections.abc import Callable
from typing import Final

from benchmarks.bodies import BODIES, encoded
from benchmarks.clock import MICRO, take_turns
from benchmarks.tables import Table
from service.actions.resolve import Resolved
from service.actions.schemas import read_resolve
from service.actions.serialized import SerializedResolution
from service.actions.texts import resolved_text
from service.engines.destiny.contests import prepare
from service.engines.destiny.insight.tally import kind_of
from service.engines.destiny.resolution import ChallengeResolution, resolve
from service.settings import DEFAULT_TUNING_FILE
from service.system.clock import SystemClock
from service.system.entropy import SystemDealer
from service.system.identifiers import TimeOrderedIdentifiers
from service.tuning.files import read_tuning_file
from service.web.json_io import parse

ROUNDS: Final = 5
SECONDS: Final = 0.2


def request_parts() -> Table:
    """Microseconds of each step."""
    columns = {name: _steps(encoded(body)) for name, body in BODIES.items()}
    steps = list(next(iter(columns.values())))
    rows = [[step, *(f"{times[step] * MICRO:.1f}" for times in columns.values())] for step in steps]
    rows.append(["all", *(f"{sum(times.values()) * MICRO:.1f}" for times in columns.values())])
    return Table(
        "Where the time of a resolution goes",
        "CPU time in microseconds of each step between the bytes of the body and those of the answer, and behind it.",
        ["step", *columns],
        rows,
    )


def _steps(body: bytes) -> dict[str, float]:
    revision = read_tuning_file(DEFAULT_TUNING_FILE)
    dealer, identifiers = SystemDealer(), TimeOrderedIdentifiers()
    tuning = revision.tuning
    value = parse(body)
    attempt = read_resolve(value)
    contest = prepare(attempt.action, tuning)
    hands = dealer.deal(1)
    resolution = resolve(contest, hands, tuning)
    assert isinstance(resolution, ChallengeResolution)  # noqa: S101  for the type checker
    resolved = Resolved(identifiers.new(), SystemClock().now(), attempt.action, revision, resolution)
    serialized = SerializedResolution.of(resolved)
    steps: dict[str, Callable[[], object]] = {
        "read JSON, no key twice": lambda: parse(body),
        "check and read the body (marshmallow)": lambda: read_resolve(value),
        "look names up, work strengths out": lambda: prepare(attempt.action, tuning),
        "draw": lambda: dealer.deal(1),
        "score and decide": lambda: resolve(contest, hands, tuning),
        "name it": identifiers.new,
        "write the answer": lambda: resolved_text(resolved, {}),
        "write the record": serialized.record,
        "count it for the insights": lambda: kind_of(attempt.action, resolution),
    }
    return take_turns(steps, ROUNDS, SECONDS)
