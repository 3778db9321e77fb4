"""Two decks and two wilds."""

from collections import Counter

import pytest

from service.engines.cards import MalformedCard
from service.engines.documents import Mistakes
from service.engines.pyramid.cards import DECK, WILD, check_copies, parse_card, suit_number, text_of
from tests.builders.pyramid_cards import cards


def test_deck__whole__has_two_of_each_of_53_kinds() -> None:
    assert len(DECK) == 106
    assert set(Counter(DECK).values()) == {2}
    assert len({text_of(card) for card in DECK}) == 53


@pytest.mark.parametrize(("text", "shown"), [("W", "W"), ("w", "W"), ("ah", "A♥"), ("10♣", "10♣"), ("A♠\ufe0f", "A♠")])
def test_card__parsed__is_shown_in_symbols(text: str, shown: str) -> None:
    assert text_of(parse_card(text)) == shown


@pytest.mark.parametrize("text", ["", "WW", "joker", "1h", "A", "W\ufe0f"])
def test_card__not_a_card__is_refused(text: str) -> None:
    with pytest.raises(MalformedCard):
        parse_card(text)


def test_suit_number__each_suit__is_one_to_four_and_a_wild_is_a_spade() -> None:
    assert [suit_number(card) for card in cards("2c 2d 2h 2s W")] == [1, 2, 3, 4, 4]
    assert parse_card("W") == WILD


def test_copies__three_of_a_card_or_three_wilds__are_each_named() -> None:
    mistakes: Mistakes = []
    check_copies(cards("As As As Kd Kd W W W"), ("cards",), mistakes)
    assert [str(mistake.message) for mistake in mistakes] == [
        "A♠ occurs 3 times; the deck has it twice.",
        "W occurs 3 times; the deck has it twice.",
    ]
    assert {mistake.pointer for mistake in mistakes} == {"/cards"}


def test_copies__two_of_each__are_fine() -> None:
    mistakes: Mistakes = []
    check_copies(cards("As As W W"), ("cards",), mistakes)
    assert not mistakes
