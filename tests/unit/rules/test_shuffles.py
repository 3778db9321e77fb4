"""Drawing some of many things without bias."""

from collections import Counter
from itertools import product

import pytest

from service.engines.draws import drawn, even_choice

WORDS = 2**32


def test_even_choice__words_of_the_last_incomplete_round__are_thrown_away() -> None:
    assert WORDS % 3 == 1
    assert even_choice(3, iter([WORDS - 1, 7])) == 1
    assert even_choice(3, iter([WORDS - 2])) == (WORDS - 2) % 3
    assert even_choice(48, iter([WORDS - WORDS % 48, WORDS - WORDS % 48 - 1])) == 47


def test_even_choice__words_at_an_end__says_so() -> None:
    with pytest.raises(ValueError, match="ended before"):
        even_choice(3, iter([WORDS - 1]))


def test_drawn__every_choice_once__is_every_order_once() -> None:
    orders = Counter(tuple(drawn(3, 4, iter(words))) for words in product(range(4), range(3), range(2)))
    assert len(orders) == 24
    assert set(orders.values()) == {1}


def test_drawn__all_of_a_deck__is_a_permutation() -> None:
    assert sorted(drawn(48, 48, iter(range(1000, 2000)))) == list(range(48))
