"""The order of drawing, keeping and answering, and what is not done after a failure."""

from collections.abc import Callable
from typing import Any

import pytest

from service.errors import StoreUnavailable
from service.idempotency.answer_once import AnswerOnce, CertainAnswer
from service.idempotency.follow_up import Afterwards, FollowUpLater
from service.idempotency.ports import AnswerUncertain, IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import NotedBackground, StoppedClock

KEY, THIS, THAT = b"key", b"this request", b"that request"
ANSWER = KeptAnswer(200, "application/json", b"{}")
OTHER_ANSWER = KeptAnswer(200, "application/json", b"[]")


class Game:
    """Draws one answer after the other, and writes down what was done."""

    def __init__(self, *answers: KeptAnswer, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.answers = list(answers or (ANSWER, OTHER_ANSWER))
        self.meanwhile = meanwhile
        self.done: list[str] = []

    def draw(self) -> tuple[KeptAnswer, Afterwards]:
        self.done.append("drawn")
        answer = self.answers.pop(0)
        self.meanwhile()
        return answer, lambda: self.done.append("certain")


def answering_with(idempotency: InMemoryIdempotencyStore) -> AnswerOnce:
    return AnswerOnce(idempotency, FollowUpLater(idempotency, NotedBackground()))


@pytest.fixture
def idempotency(clock: StoppedClock) -> InMemoryIdempotencyStore:
    return InMemoryIdempotencyStore(clock)


@pytest.fixture
def answer_once(idempotency: InMemoryIdempotencyStore) -> AnswerOnce:
    return answering_with(idempotency)


def test_answer__drawn_and_kept__is_returned_after_what_follows_from_it(answer_once: AnswerOnce) -> None:
    game = Game()

    assert answer_once.under_lease(KEY, THIS, game.draw) == CertainAnswer(ANSWER, replayed=False)
    assert game.done == ["drawn", "certain"]


def test_answer__kept_already__is_returned_again_and_nothing_follows(answer_once: AnswerOnce) -> None:
    game = Game()
    answer_once.under_lease(KEY, THIS, game.draw)

    assert answer_once.under_lease(KEY, THIS, game.draw) == CertainAnswer(ANSWER, replayed=True)
    assert game.done == ["drawn", "certain"]


def test_key__of_another_request__is_refused_before_the_draw(answer_once: AnswerOnce) -> None:
    game = Game()
    answer_once.under_lease(KEY, THIS, Game().draw)

    with pytest.raises(KeyReused):
        answer_once.under_lease(KEY, THAT, game.draw)
    assert game.done == []


def test_room__used_up__is_refused_before_the_draw(clock: StoppedClock) -> None:
    answer_once, game = answering_with(InMemoryIdempotencyStore(clock, budget=1)), Game()
    answer_once.under_lease(KEY, THIS, Game().draw)

    with pytest.raises(IdempotencyStoreFull):
        answer_once.under_lease(b"another", THIS, game.draw)
    assert game.done == []


def test_store__away__is_noticed_before_the_draw(
    answer_once: AnswerOnce, idempotency: InMemoryIdempotencyStore
) -> None:
    game = Game()
    idempotency.unavailable = True

    with pytest.raises(StoreUnavailable) as error:
        answer_once.under_lease(KEY, THIS, game.draw)
    assert not isinstance(error.value, AnswerUncertain)
    assert game.done == []


def test_store__away_after_the_draw__leaves_the_answer_uncertain_and_nothing_follows(
    answer_once: AnswerOnce, idempotency: InMemoryIdempotencyStore, clock: StoppedClock
) -> None:
    game = Game(meanwhile=lambda: setattr(idempotency, "unavailable", True))

    with pytest.raises(AnswerUncertain):
        answer_once.under_lease(KEY, THIS, game.draw)
    assert game.done == ["drawn"]

    idempotency.unavailable = False
    with pytest.raises(KeyInUse):
        answer_once.under_lease(KEY, THIS, game.draw)
    clock.pass_time(minutes=1)
    game.meanwhile = lambda: None
    assert answer_once.under_lease(KEY, THIS, game.draw) == CertainAnswer(OTHER_ANSWER, replayed=False)
    assert game.done == ["drawn", "drawn", "certain"]


def test_lease__lost_to_a_request_that_has_answered__gives_its_answer_and_nothing_follows(
    answer_once: AnswerOnce, clock: StoppedClock
) -> None:
    def answer_first() -> None:
        clock.pass_time(minutes=2)
        answer_once.under_lease(KEY, THIS, Game(OTHER_ANSWER).draw)

    game = Game(ANSWER, meanwhile=answer_first)

    assert answer_once.under_lease(KEY, THIS, game.draw) == CertainAnswer(OTHER_ANSWER, replayed=True)
    assert game.done == ["drawn"]


@pytest.mark.parametrize(("fingerprint", "refusal"), [(THIS, KeyInUse), (THAT, KeyReused)])
def test_lease__lost_to_a_request_under_way__gives_no_answer_and_nothing_follows(
    answer_once: AnswerOnce,
    idempotency: InMemoryIdempotencyStore,
    clock: StoppedClock,
    fingerprint: bytes,
    refusal: type[Exception],
) -> None:
    def begin_as_well() -> None:
        clock.pass_time(minutes=2)
        idempotency.begin(KEY, fingerprint)

    game = Game(meanwhile=begin_as_well)

    with pytest.raises(refusal):
        answer_once.under_lease(KEY, THIS, game.draw)
    assert game.done == ["drawn"]


@pytest.mark.parametrize("status", [199, 302, 404, 422, 503])
def test_answer__that_is_no_success__is_returned_and_leaves_the_key_free(answer_once: AnswerOnce, status: int) -> None:
    refusal = KeptAnswer(status, "application/problem+json", b"{}")
    game = Game(refusal, ANSWER)

    assert answer_once.under_lease(KEY, THAT, game.draw) == CertainAnswer(refusal, replayed=False)
    assert game.done == ["drawn"]
    assert answer_once.under_lease(KEY, THIS, game.draw) == CertainAnswer(ANSWER, replayed=False)


@pytest.mark.parametrize("error", [ValueError("no such crime"), StoreUnavailable("gone"), RuntimeError("a bug")])
def test_draw__that_fails__says_why_and_leaves_the_key_free(answer_once: AnswerOnce, error: Exception) -> None:
    def fail() -> Any:
        raise error

    with pytest.raises(type(error)) as failed:
        answer_once.under_lease(KEY, THAT, fail)
    assert failed.value is error
    assert answer_once.under_lease(KEY, THIS, Game().draw) == CertainAnswer(ANSWER, replayed=False)


def test_draw__that_fails_with_the_store_unavailable__says_why_and_frees_the_key_in_time(
    answer_once: AnswerOnce, idempotency: InMemoryIdempotencyStore, clock: StoppedClock
) -> None:
    def fail() -> Any:
        idempotency.unavailable = True
        raise ValueError("no such crime")

    with pytest.raises(ValueError, match="no such crime"):
        answer_once.under_lease(KEY, THAT, fail)

    idempotency.unavailable = False
    clock.pass_time(minutes=1)
    assert answer_once.under_lease(KEY, THIS, Game().draw) == CertainAnswer(ANSWER, replayed=False)
