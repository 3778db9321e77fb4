"""Dealing from two decks and two wilds."""

from collections import Counter
from hashlib import sha256
from itertools import chain, islice, repeat

from service.engines.pyramid.cards import DECK, Variant, deal, draw, words_of_seed


def test_deal__six_players__leaves_four_cards_of_the_deck() -> None:
    dealt = deal(6, Variant.NO_SURRENDER, words_of_seed(1))
    assert [len(player.cards) for player in dealt] == [17] * 6
    assert all(not player.kitty for player in dealt)
    left = Counter(DECK) - Counter(chain(*(player.cards for player in dealt)))
    assert left.total() == 4


def test_deal__standard__gives_the_same_cards_with_four_face_down() -> None:
    standard = deal(3, Variant.STANDARD, words_of_seed(7))
    plain = deal(3, Variant.NO_SURRENDER, words_of_seed(7))
    assert [len(player.kitty) for player in standard] == [4] * 3
    assert [player.cards + player.kitty for player in standard] == [player.cards for player in plain]


def test_draw__by_zeros__takes_the_cards_as_they_lie() -> None:
    assert draw(DECK, 5, repeat(0)) == list(DECK[:5])


def test_draw__many_seeds__every_card_is_as_likely_in_every_place() -> None:
    draws = [draw(range(5), 2, words_of_seed(seed)) for seed in range(4000)]
    counts = Counter(map(tuple, draws))
    assert len(counts) == 20
    assert all(140 < number < 265 for number in counts.values())


def test_words__of_a_seed__are_always_the_same() -> None:
    assert list(islice(words_of_seed(3), 10)) == list(islice(words_of_seed(3), 10))
    first, second = sha256(b"0:0").digest(), sha256(b"0:1").digest()
    expected = [
        int.from_bytes(block[start : start + 4], "big") for block in (first, second) for start in range(0, 32, 4)
    ]
    assert list(islice(words_of_seed(0), 16)) == expected
