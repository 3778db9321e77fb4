"""Drawing without a lease: which answer counts, and what happens to the others."""

from collections.abc import Callable
from typing import Any

import pytest

from service.errors import StoreUnavailable
from service.idempotency.answer_once import AnswerOnce, CertainAnswer
from service.idempotency.follow_up import MOST_BYTES_WAITING, MOST_WAITING, Afterwards, FollowUpLater
from service.idempotency.ports import AnswerUncertain, IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused, Lease
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import NotedBackground, StoppedClock

KEY, OTHER_KEY, THIS, THAT = b"key", b"other key", b"this request", b"that request"
ANSWER = KeptAnswer(200, "application/json", b"{}")
OTHER_ANSWER = KeptAnswer(200, "application/json", b"[]")


class UnsureStore(InMemoryIdempotencyStore):
    """May lose its replies, after it has done what it was asked or before."""

    lost: str = ""
    """"before", "after", or nothing."""

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        if self.lost == "before":
            raise AnswerUncertain(lease, "timed out")
        other = super().finish(lease, answer)
        if self.lost == "after":
            raise AnswerUncertain(lease, "timed out")
        return other


class Game:
    """Draws one answer after the other, and writes down which of them counted."""

    def __init__(self, clock: StoppedClock, budget: int = 1 << 20) -> None:
        self.store = UnsureStore(clock, budget)
        self.background = NotedBackground()
        self.later = FollowUpLater(self.store, self.background)
        self.answer_once = AnswerOnce(self.store, self.later)
        self.counted: list[KeptAnswer] = []

    def ask(
        self,
        answer: KeptAnswer = ANSWER,
        fingerprint: bytes = THIS,
        meanwhile: Callable[[], object] = lambda: None,
        key: bytes = KEY,
    ) -> CertainAnswer:
        def draw() -> tuple[KeptAnswer, Afterwards]:
            meanwhile()
            return answer, lambda: self.counted.append(answer)

        return self.answer_once.in_one_step(key, fingerprint, draw)


@pytest.fixture
def game(clock: StoppedClock) -> Game:
    return Game(clock)


def test_answer__drawn_and_kept__counts(game: Game) -> None:
    assert game.ask() == CertainAnswer(ANSWER, replayed=False)
    assert game.counted == [ANSWER]


def test_replays__one_after_the_other__draw_once_until_a_new_key_comes(game: Game) -> None:
    drawn: list[bytes] = []

    def ask(key: bytes) -> bool:
        return game.ask(meanwhile=lambda: drawn.append(key), key=key).replayed

    assert [ask(KEY) for _ in range(4)] == [False, True, True, True]
    assert drawn == [KEY, KEY]
    assert [ask(OTHER_KEY), ask(KEY)] == [False, True]
    assert drawn == [KEY, KEY, OTHER_KEY, KEY]
    assert game.counted == [ANSWER, ANSWER]


def test_answer__kept_already__is_sent_again_and_the_new_draw_does_not_count(game: Game) -> None:
    game.ask()

    assert game.ask(OTHER_ANSWER) == CertainAnswer(ANSWER, replayed=True)
    assert game.counted == [ANSWER]


def test_two_requests__that_draw_at_once__have_the_answer_that_is_kept_first(game: Game) -> None:
    first: list[CertainAnswer] = []

    second = game.ask(OTHER_ANSWER, meanwhile=lambda: first.append(game.ask()))

    assert first == [CertainAnswer(ANSWER, replayed=False)]
    assert second == CertainAnswer(ANSWER, replayed=True)
    assert game.counted == [ANSWER]


def test_key__of_another_request__is_refused_and_the_draw_does_not_count(game: Game) -> None:
    game.ask()

    with pytest.raises(KeyReused):
        game.ask(OTHER_ANSWER, THAT)
    assert game.counted == [ANSWER]


def test_key__leased__is_in_use(game: Game) -> None:
    """An earlier release leases the keys of all requests."""
    game.store.begin(KEY, THIS)

    with pytest.raises(KeyInUse):
        game.ask()
    assert game.counted == []


def test_room__used_up__is_refused_and_the_draw_does_not_count(clock: StoppedClock) -> None:
    game = Game(clock, budget=1)
    game.ask()

    with pytest.raises(IdempotencyStoreFull):
        game.ask(key=OTHER_KEY)
    assert game.counted == [ANSWER]


def fail(error: Exception) -> Any:
    raise error


@pytest.mark.parametrize("error", [ValueError("no such crime"), RuntimeError("a bug")])
def test_draw__that_fails__says_why_and_leaves_the_key_free(game: Game, error: Exception) -> None:
    with pytest.raises(type(error)) as failed:
        game.ask(fingerprint=THAT, meanwhile=lambda: fail(error))

    assert failed.value is error
    assert game.ask() == CertainAnswer(ANSWER, replayed=False)


def test_draw__that_fails_when_there_is_an_answer__is_answered_with_it(game: Game) -> None:
    """What was valid may not be any more: the tuning has changed."""
    game.ask()

    assert game.ask(meanwhile=lambda: fail(ValueError("no such crime"))) == CertainAnswer(ANSWER, replayed=True)
    with pytest.raises(KeyReused):
        game.ask(fingerprint=THAT, meanwhile=lambda: fail(ValueError("no such crime")))


@pytest.mark.parametrize("status", [199, 302, 404, 422, 503])
def test_answer__that_is_no_success__is_sent_and_not_kept(game: Game, status: int) -> None:
    refusal = KeptAnswer(status, "application/problem+json", b"{}")

    assert game.ask(refusal, THAT) == CertainAnswer(refusal, replayed=False)
    assert game.ask() == CertainAnswer(ANSWER, replayed=False)
    assert game.ask(refusal) == CertainAnswer(ANSWER, replayed=True)
    assert game.counted == [ANSWER]


def test_store__unavailable__is_said_and_nothing_is_done_later(game: Game) -> None:
    game.store.unavailable = True

    with pytest.raises(StoreUnavailable) as error:
        game.ask()

    assert not isinstance(error.value, AnswerUncertain)
    game.store.unavailable = False
    game.later.flush()
    assert (game.background.woken, game.counted) == (0, [])


@pytest.mark.parametrize("lost", ["before", "after"])
def test_answer__whose_reply_is_lost__counts_once_the_store_confirms_it(game: Game, lost: str) -> None:
    game.store.lost = lost
    with pytest.raises(AnswerUncertain):
        game.ask()
    assert (game.background.woken, game.counted) == (1, [])
    with pytest.raises(StoreUnavailable):
        game.later.flush()
    game.store.lost = ""

    game.later.flush()
    game.later.flush()

    assert game.counted == [ANSWER]
    assert game.ask(OTHER_ANSWER) == CertainAnswer(ANSWER, replayed=True)
    assert game.counted == [ANSWER]


@pytest.mark.parametrize("fingerprint", [THIS, THAT])
def test_answer__whose_reply_is_lost_and_whose_key_another_has__does_not_count(game: Game, fingerprint: bytes) -> None:
    game.store.lost = "before"
    with pytest.raises(AnswerUncertain):
        game.ask()
    game.store.lost = ""
    game.ask(OTHER_ANSWER, fingerprint)

    game.later.flush()

    assert game.counted == [OTHER_ANSWER]


def test_answer__under_a_lease__counts_once_the_store_confirms_it(game: Game) -> None:
    game.store.lost = "after"
    with pytest.raises(AnswerUncertain):
        game.answer_once.under_lease(KEY, THIS, lambda: (ANSWER, lambda: game.counted.append(ANSWER)))
    game.store.lost = ""

    game.later.flush()

    assert game.counted == [ANSWER]


def wait(game: Game, number: int, size: int = 2) -> None:
    """Have so many answers of this size wait to be confirmed."""
    game.store.lost = "before"
    for one in range(number):
        with pytest.raises(AnswerUncertain):
            game.ask(KeptAnswer(200, "text/plain", b"%d " % one + b"a" * size), key=b"%d" % one)
    game.store.lost = ""


def test_waiting_answers__more_than_one_process_holds__are_the_newest(game: Game) -> None:
    wait(game, MOST_WAITING + 1)

    game.later.flush()

    assert len(game.counted) == MOST_WAITING
    assert game.counted[0].body.startswith(b"1 ")


def test_waiting_answers__too_large_together__are_the_newest(clock: StoppedClock) -> None:
    game = Game(clock, budget=1 << 40)
    wait(game, 5, MOST_BYTES_WAITING // 4)

    game.later.flush()

    assert [answer.body[:1] for answer in game.counted] == [b"2", b"3", b"4"]


def test_waiting_answer__that_cannot_be_confirmed__does_not_hold_up_the_others(game: Game) -> None:
    wait(game, 2)
    finish = InMemoryIdempotencyStore.finish

    class OneIsStuck(InMemoryIdempotencyStore):
        def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
            if lease.key == b"0":
                raise StoreUnavailable("of another type")
            return finish(self, lease, answer)

    game.store.__class__ = OneIsStuck  # type: ignore[assignment]
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            game.later.flush()

    assert [answer.body[:1] for answer in game.counted] == [b"1"]


@pytest.mark.parametrize("end", ["abandon", "forget"])
def test_waiting_answers__at_the_end_or_after_a_fork__are_dropped(game: Game, end: str) -> None:
    wait(game, 1)
    getattr(game.later, end)()

    game.later.flush()

    assert game.counted == []
