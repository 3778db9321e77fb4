"""From random words to hands: every hand once, and every hand equally likely."""

import hashlib
from collections.abc import Iterator
from math import comb, sqrt

import numpy as np
import numpy.typing as npt
import pytest

from service.engines.draws import ACCEPTED_WORDS, HAND_COUNT, hand_index
from service.system.entropy import SystemDealer
from tests.oracle.dealt_hands import deal_every_hand
from tests.oracle.every_hand import EveryHand, Integers, Small

Words = npt.NDArray[np.uint32]

STREAM_WORDS = 10 * HAND_COUNT


@pytest.fixture(scope="module")
def stream() -> Words:
    """Some 26 million words, the same in every run."""
    return np.frombuffer(hashlib.shake_256(b"destiny").digest(4 * STREAM_WORDS), dtype="<u4")


def _indices(words: Words) -> Integers:
    """The rule of `hand_index`, for many words at once."""
    return (words[words < ACCEPTED_WORDS] % HAND_COUNT).astype(np.int64)


def test_hand_at__every_number__is_its_hand_in_the_combinatorial_number_system(
    every_hand: EveryHand,
) -> None:
    # Those are all hands, each once and in order, so agreeing with them row by row is being a bijection.
    assert (deal_every_hand() == every_hand.cards).all()


def test_hand_number__every_hand__is_the_sum_of_five_binomials(every_hand: EveryHand) -> None:
    choices = np.array([[comb(card, size) for size in (5, 4, 3, 2, 1)] for card in range(52)])
    numbers = sum(choices[every_hand.cards[:, place], place] for place in range(5))

    assert (numbers == np.arange(HAND_COUNT)).all()


def test_accepted_words__of_all_words__are_the_most_that_divide_evenly() -> None:
    assert ACCEPTED_WORDS % HAND_COUNT == 0
    assert ACCEPTED_WORDS == 1_652 * HAND_COUNT
    assert 2**32 - ACCEPTED_WORDS == 1_485_376 < HAND_COUNT


@pytest.mark.parametrize(
    ("word", "index"),
    [(0, 0), (1, 1), (HAND_COUNT - 1, HAND_COUNT - 1), (HAND_COUNT, 0), (ACCEPTED_WORDS - 1, HAND_COUNT - 1)],
)
def test_hand_index__accepted_word__is_its_rest(word: int, index: int) -> None:
    assert hand_index(iter([word])) == index


def test_hand_index__words_too_high__are_skipped_and_no_more_than_those() -> None:
    words = iter([ACCEPTED_WORDS, 2**32 - 1, ACCEPTED_WORDS + 5, 7, 8])

    assert hand_index(words) == 7
    assert list(words) == [8]


@pytest.mark.parametrize("words", [[], [ACCEPTED_WORDS], [2**32 - 1] * 3])
def test_hand_index__source_at_its_end__says_so(words: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^The source of random words ended before it gave one that could be used\.$"):
        hand_index(iter(words))


def _one_by_one(words: Iterator[int], hands: int) -> list[int]:
    return [hand_index(words) for _ in range(hands)]


def test_hand_index__stream_of_words__is_the_rule_that_the_arrays_follow(stream: Words) -> None:
    assert _one_by_one(iter(stream[:201_000].tolist()), 200_000) == _indices(stream[:201_000])[:200_000].tolist()
    # So few words are rejected that a stream of nearly rejected ones must be made.
    high = (np.uint32(ACCEPTED_WORDS - 1_485_376) + stream[:10_000] % np.uint32(2 * 1_485_376)).astype(np.uint32)
    accepted = _indices(high)
    assert 4_000 < len(accepted) < 6_000
    assert _one_by_one(iter(high.tolist()), len(accepted)) == accepted.tolist()


def test_hand_index__fixed_stream__spreads_evenly_over_all_hands(stream: Words) -> None:
    indices = _indices(stream)
    assert 0 < STREAM_WORDS - len(indices) < 10_000  # 8,988 words in 26 million are expected to be rejected
    counts = np.bincount(indices, minlength=HAND_COUNT)
    expected = len(indices) / HAND_COUNT
    chi_square = float(((counts - expected) ** 2).sum() / expected)

    freedom = HAND_COUNT - 1
    assert abs(chi_square - freedom) / sqrt(2 * freedom) < 3


def test_hand_index__fixed_stream__spreads_evenly_over_the_cards(stream: Words, every_hand: EveryHand) -> None:
    indices = _indices(stream[: 1 << 20])

    assert _card_chi_square(every_hand.cards[indices].ravel(), len(indices)) < CARDS_BOUND


CARDS_BOUND = 159
"""A chi-square value of 51 degrees of freedom exceeds 51 + 2 * sqrt(51 x) + 2 x with a chance of at most e ** -x
(Laurent and Massart, 2000); x = 21 gives 158.5, and 7.6e-10."""


def _card_chi_square(cards: npt.ArrayLike, hands: int) -> float:
    counts = np.bincount(cards, minlength=52)
    expected = 5 * hands / 52
    # The five cards of a hand differ, which narrows the counts by (52 - 5) / (52 - 1) against independent cards.
    return float(((counts - expected) ** 2).sum() / expected * 51 / 47)


@pytest.fixture(scope="module")
def real_hands() -> Small:
    """Hands from the operating system's entropy: others in every run."""
    return np.array(SystemDealer().deal(300_000), dtype=np.int8)


def test_dealer__real_entropy__deals_five_different_cards_highest_first(real_hands: Small) -> None:
    assert real_hands.shape == (300_000, 5)
    assert (real_hands[:, :-1] > real_hands[:, 1:]).all()


def test_dealer__real_entropy__deals_every_card_equally_often(real_hands: Small) -> None:
    assert _card_chi_square(real_hands.ravel(), len(real_hands)) < CARDS_BOUND


def test_dealer__real_entropy__deals_every_lowest_card_as_often_as_its_share(real_hands: Small) -> None:
    # Card e is the lowest of C(51 - e, 4) hands. The rarest are taken together: 40 degrees of freedom, fewer than 51.
    hands = len(real_hands)
    counts = np.bincount(real_hands[:, 4], minlength=48)
    expected = np.array([comb(51 - card, 4) for card in range(40)]) * (hands / HAND_COUNT)
    rest = hands - expected.sum()
    chi_square = ((counts[:40] - expected) ** 2 / expected).sum() + (counts[40:].sum() - rest) ** 2 / rest

    assert float(chi_square) < CARDS_BOUND
