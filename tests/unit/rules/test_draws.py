"""From words to hands, at the edges; tests/oracle goes over all of them."""

import pytest

from service.engines.draws import ACCEPTED_WORDS, HAND_COUNT, hand_at, hand_index
from tests.builders.hands import ROYAL_FLUSH, hand


def test_hand_count__five_of_fifty_two__is_2598960() -> None:
    assert HAND_COUNT == 2_598_960


def test_hand_index__word_below_the_number_of_hands__is_that_hand() -> None:
    assert [hand_index(iter([word])) for word in (0, 1, HAND_COUNT - 1)] == [0, 1, HAND_COUNT - 1]


def test_hand_index__last_word_accepted__is_the_last_hand() -> None:
    assert hand_index(iter([ACCEPTED_WORDS - 1])) == HAND_COUNT - 1


@pytest.mark.parametrize("word", [ACCEPTED_WORDS, ACCEPTED_WORDS + 1, 2**32 - 1])
def test_hand_index__word_above__is_skipped(word: int) -> None:
    words = iter([word, word, 7, 8])

    assert hand_index(words) == 7
    assert next(words) == 8


@pytest.mark.parametrize("words", [[], [2**32 - 1], [ACCEPTED_WORDS] * 10])
def test_hand_index__source_that_ends__is_an_error(words: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^The source of random words ended before it gave one that could be used\.$"):
        hand_index(iter(words))


def test_hand_at__first_and_last__are_the_lowest_and_the_highest_cards() -> None:
    assert hand_at(0) == hand("3♠ 2♦ 2♣ 2♥ 2♠")
    assert hand_at(HAND_COUNT - 1) == hand("A♦ A♣ A♥ A♠ K♦")


def test_hand_at__number_of_a_royal_flush__is_that_hand() -> None:
    # Spades from the ten up are the cards 32, 36, 40, 44 and 48: C(48,5) + C(44,4) + C(40,3) + C(36,2) + C(32,1).
    assert hand_at(1_712_304 + 135_751 + 9_880 + 630 + 32) == ROYAL_FLUSH
