"""Deliveries of revisions: each at least once, in order, by one worker at a time."""

import json
import logging
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

import pytest

from service.metrics.definitions import WEBHOOK_MESSAGES
from service.settings import Settings
from service.tuning.change import Signature
from service.webhook.deliver import (
    FIRST_PAUSE_S,
    LEASE_S,
    LONGEST_PAUSE_S,
    LOOK_EVERY_S,
    RENEW_EVERY_S,
    DeliverRevisions,
    Sender,
)
from service.webhook.message import DELIVERY, MOST_LISTED, SIGNATURE, signature
from service.webhook.receiver import ATTEMPT_S
from service.wiring import build_service
from tests.fakes.app import fake_dependencies, tuned_parts
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.fakes.webhook import InMemoryDeliveries, ListedReceiver

SECRET = "a-secret-of-the-tests"  # noqa: S105


@dataclass
class Studio:
    """A service of some workers, a receiver, and a clock for all of them."""

    clock: StoppedClock = field(default_factory=StoppedClock)
    log: InMemoryTuningLog = field(default_factory=InMemoryTuningLog)
    receiver: ListedReceiver = field(default_factory=ListedReceiver)
    metrics: PlainMetrics = field(default_factory=PlainMetrics)
    identifiers: NumberedIdentifiers = field(default_factory=NumberedIdentifiers)
    chance: float = 1.0

    def __post_init__(self) -> None:
        self.parts = tuned_parts(self.log, self.clock)
        self.deliveries = InMemoryDeliveries(self.log, self.clock)

    def worker(self) -> DeliverRevisions:
        return DeliverRevisions(
            self.deliveries,
            self.receiver,
            Sender("staging", SECRET),
            self.parts["tuning_history"],
            self.parts["tunings"],
            self.clock,
            self.identifiers,
            self.metrics,
            lambda: self.chance,
            lambda: self.clock.now().timestamp(),
        )

    def change(self, margin: int, *, force: bool = False, **values: object) -> None:
        parts = replace(fake_dependencies(), **self.parts, identifiers=NumberedIdentifiers(1000 + margin))
        newest = self.log.head().number
        build_service(Settings(), parts).change_tuning.patch(
            {newest}, {"critical_margin": margin, **values}, Signature("ann", "Because ♠.", force=force)
        )

    @property
    def delivered(self) -> list[int]:
        return [json.loads(body)["revision"]["tuning_revision"] for body, _ in self.receiver.taken]

    def counted(self, result: str) -> int:
        return self.metrics.counts[WEBHOOK_MESSAGES, result]


@pytest.fixture
def studio() -> Studio:
    return Studio()


def settle(*workers: DeliverRevisions) -> None:
    """Let each worker do what it can without waiting."""
    for worker in workers:
        while worker.step() == 0:
            pass


def test_revision__new__is_delivered_with_who_what_and_why(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90, force=True, hand_rank_scores={"flush": 1})
    settle(worker)

    ((body, headers),) = studio.receiver.taken
    message = json.loads(body)
    assert message.pop("id") == headers[DELIVERY] == studio.log.kept[0].id
    (warning,) = message["revision"].pop("warnings")
    assert warning["pointer"] == "/hand_rank_scores/flush"
    assert message == {
        "type": "tuning.revision",
        "time": "2026-01-01T00:00:00.000Z",
        "environment": "staging",
        "revision": {
            "tuning_revision": 1,
            "based_on": 0,
            "author": "ann",
            "reason": "Because ♠.",
            "restores": None,
            "adopted": None,
            "forced": True,
            "changes": 2,
            "changed": ["/critical_margin", "/hand_rank_scores/flush"],
        },
    }
    moment = str(int(studio.clock.now().timestamp()))
    assert headers[SIGNATURE] == f"t={moment},v1={signature(body, SECRET, moment)}"


def test_revision__with_many_changes__lists_some_and_counts_all(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90, items={f"item_{number}": {"flat": 1} for number in range(250)})
    settle(worker)

    revision = json.loads(studio.receiver.taken[0][0])["revision"]
    assert (revision["changes"], len(revision["changed"])) == (251, MOST_LISTED)


def test_revisions__from_before_the_webhook__are_not_delivered(studio: Studio) -> None:
    studio.change(90)
    worker = studio.worker()
    settle(worker)
    studio.change(91)
    settle(worker)

    assert studio.delivered == [2]


def test_revisions__lost_by_the_store__are_passed_over(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    for margin in (90, 91, 92, 93):
        studio.change(margin)
    del studio.log.kept[1:3]
    settle(worker)

    assert studio.delivered == [1, 4]
    assert studio.counted("given_up") == 0


def test_revisions__of_several__come_in_order_and_once_from_any_worker(studio: Studio) -> None:
    workers = [studio.worker() for _ in range(3)]
    settle(*workers)
    for margin in (90, 91, 92):
        studio.change(margin)
    settle(*workers)
    settle(*reversed(workers))

    assert studio.delivered == [1, 2, 3]
    assert studio.counted("delivered") == 3


def test_worker__that_has_delivered_all__does_not_ask_the_store_again(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    asked = studio.deliveries.takes

    assert {worker.step() for _ in range(10)} == {LOOK_EVERY_S}
    assert studio.deliveries.takes == asked


def test_receiver__that_fails__is_tried_again_after_growing_pauses(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.receiver.down = True

    attempts: list[datetime] = []
    while len(attempts) < 12:
        before = studio.receiver.attempts
        wait = worker.step()
        if studio.receiver.attempts > before:
            attempts.append(studio.clock.now())
        assert 0 < wait <= RENEW_EVERY_S
        studio.clock.pass_time(seconds=wait)
    pauses = [(later - one).total_seconds() for one, later in pairwise(attempts)]
    assert pauses == pytest.approx([min(FIRST_PAUSE_S * 2**power, LONGEST_PAUSE_S) for power in range(11)])

    studio.receiver.down = False
    studio.change(91)
    studio.clock.pass_time(seconds=LONGEST_PAUSE_S)
    settle(worker)
    assert studio.delivered == [1, 2]
    assert (studio.counted("failed"), studio.counted("delivered")) == (12, 2)


def test_pauses__by_chance__are_half_as_long_at_least(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.receiver.down, studio.chance = True, 0.0

    assert worker.step() == FIRST_PAUSE_S / 2


def test_attempts__for_one_revision__have_one_id_and_body_and_a_new_signature(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    settle(worker)
    studio.deliveries.delivered = 0  # as if the note of it had been lost
    studio.clock.pass_time(seconds=LEASE_S)
    settle(studio.worker())

    (one, first), (other, second) = studio.receiver.taken
    assert one == other
    assert first[DELIVERY] == second[DELIVERY]
    assert first[SIGNATURE] != second[SIGNATURE]


def test_worker__that_waits_for_a_receiver__keeps_the_lease(studio: Studio) -> None:
    waiting, other = studio.worker(), studio.worker()
    settle(waiting, other)
    studio.change(90)
    studio.receiver.down = True
    for _ in range(200):
        studio.clock.pass_time(seconds=waiting.step())
        attempts = studio.receiver.attempts
        other.step()
        assert studio.receiver.attempts == attempts


def test_worker__that_died__is_followed_by_another_after_the_lease(studio: Studio) -> None:
    dies, other = studio.worker(), studio.worker()
    settle(dies, other)
    studio.change(90)
    studio.receiver.down = True
    dies.step()
    studio.receiver.down = False

    settle(other)
    assert studio.delivered == []
    studio.clock.pass_time(seconds=LEASE_S)
    settle(other)
    assert studio.delivered == [1]


def test_service__started_again__delivers_what_was_left(studio: Studio) -> None:
    settle(studio.worker())
    studio.change(90)
    settle(studio.worker())

    assert studio.delivered == [1]


def test_store__unavailable_after_the_delivery__causes_no_second_one_by_the_same_worker(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)

    def cut_the_store() -> None:
        studio.deliveries.unavailable = True

    studio.receiver.meanwhile = cut_the_store
    assert worker.step() == LOOK_EVERY_S
    assert worker.step() == LOOK_EVERY_S
    studio.deliveries.unavailable = False
    settle(worker)

    assert studio.delivered == [1]
    assert studio.deliveries.delivered == 1


def test_lease__lost_during_an_attempt__leaves_the_rest_to_the_other(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)

    def take_long() -> None:
        studio.clock.pass_time(seconds=LEASE_S)
        studio.deliveries.take("another worker", LEASE_S)

    studio.receiver.meanwhile = take_long
    worker.step()

    assert studio.deliveries.delivered == 0
    assert worker.step() == LOOK_EVERY_S
    assert LEASE_S > 2 * ATTEMPT_S


def test_revision__a_day_old__is_given_up_so_that_newer_ones_get_through(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.receiver.down = True
    worker.step()
    studio.clock.pass_time(hours=24, seconds=1)
    studio.change(91)
    studio.receiver.down = False
    with caplog.at_level(logging.ERROR):
        settle(worker)

    assert studio.delivered == [2]
    assert studio.counted("given_up") == 1
    assert "revision 1: it is too old" in caplog.text


def test_revision__that_cannot_be_read__is_given_up(studio: Studio) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.change(91)
    studio.log.damaged = {1}
    settle(worker)

    assert studio.delivered == [2]
    assert studio.counted("given_up") == 1


def test_outage__however_long__has_one_line_in_the_log(studio: Studio, caplog: pytest.LogCaptureFixture) -> None:
    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.receiver.down = True
    for _ in range(50):
        studio.clock.pass_time(seconds=worker.step())

    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING] == [
        "The webhook does not take revision 1: it answered 503. It is tried again for a day."
    ]
    assert SECRET not in caplog.text


def test_bug__in_a_step__is_logged_and_does_not_end_the_thread(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    worker = studio.worker()
    settle(worker)
    studio.change(90)
    studio.receiver.meanwhile = fail

    assert worker.step() == LONGEST_PAUSE_S
    assert "ZeroDivisionError" in caplog.text


def test_sender__printed__hides_the_secret() -> None:
    assert SECRET not in repr(Sender("staging", SECRET))
