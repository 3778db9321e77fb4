"""Cards and their text (ruling A15)."""

import pytest

from service.engines.cards import CARD_TEXT, DECK, SUITS, MalformedCard, Suit, make_card, parse_card, rank_of, suit_of

RANK_TEXTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_deck__all_cards__are_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == 52
    assert {(rank_of(card), suit_of(card)) for card in DECK} == {(r, s) for r in range(2, 15) for s in SUITS}


def test_deck__cards_in_number_order__rise_in_rank() -> None:
    assert [rank_of(card) for card in sorted(DECK)] == sorted(list(range(2, 15)) * 4)


def test_suits__in_every_answer__have_one_order() -> None:
    assert [suit.value for suit in SUITS] == ["spades", "hearts", "clubs", "diamonds"]


def test_card_text__every_card__is_rank_then_symbol() -> None:
    assert [CARD_TEXT[card] for card in DECK] == [rank + symbol for rank in RANK_TEXTS for symbol in "♠♥♣♦"]


def test_parse_card__symbol_form__is_what_answers_write() -> None:
    assert [parse_card(text) for text in CARD_TEXT] == list(DECK)


@pytest.mark.parametrize(("rank", "number"), [(text, number) for number, text in enumerate(RANK_TEXTS, 2)])
@pytest.mark.parametrize(
    ("letter", "suit"), [("S", Suit.SPADES), ("H", Suit.HEARTS), ("C", Suit.CLUBS), ("D", Suit.DIAMONDS)]
)
def test_parse_card__letters_in_either_case__are_taken(rank: str, number: int, letter: str, suit: Suit) -> None:
    card = make_card(number, suit)

    forms = {r + s for r in (rank, rank.lower()) for s in (letter, letter.lower())}
    assert {parse_card(form) for form in forms} == {card}


@pytest.mark.parametrize("text", ["T♥", "t♥", "TH", "th", "Th", "tH", "10H", "10h", "10♥"])
def test_parse_card__ten_in_any_form__is_the_same_card(text: str) -> None:
    assert CARD_TEXT[parse_card(text)] == "10♥"


@pytest.mark.parametrize("selector", ["\ufe0e", "\ufe0f"])
def test_parse_card__symbol_as_text_or_emoji__is_the_same_card(selector: str) -> None:
    assert [parse_card(text + selector) for text in CARD_TEXT] == list(DECK)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "♠",
        "A♠ ",
        " A♠",
        "1♠",
        "11♠",
        "0♠",
        "♠A",
        "SA",
        "AX",
        "a♤",
        "JJ",
        "A♠♠",
        "W",
        "joker",
        "10",
        "1OS",
        "A♠\ufe0f\ufe0f",
        "A\ufe0f♠",
        "AS\ufe0f",
        "A♠\u200d",
    ],
)
def test_parse_card__anything_else__is_refused(text: str) -> None:
    with pytest.raises(MalformedCard) as refused:
        parse_card(text)

    assert refused.value.text == text
    assert str(refused.value) == f"{text!r} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc."


def test_card__printed__is_as_players_write_it() -> None:
    assert str((parse_card("Kc"), parse_card("10h"))) == "(K♣, 10♥)"
    assert DECK[37] == 37


def test_deck__each_card__is_at_the_place_of_its_number() -> None:
    assert [int(card) for card in DECK] == list(range(52))
