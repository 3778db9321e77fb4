"""Hands as numbers: grades, strengths and choices."""

import random

from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.grades import choice_number, choices_of_size, grade_book
from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import HandType
from service.engines.pyramid.tuple_rows import small_choices


def test_grades__all_hands__have_11_777_orders() -> None:
    book = grade_book()
    assert len(book.orders) == 11_777
    assert list(book.orders) == sorted(book.orders)
    assert book.orders[book.lowest[HandType.STRAIGHT]] == (5, 6, 5, 4, 3, 2)


def test_choices__of_five__have_numbers_of_their_own_below_8_568() -> None:
    assert choices_of_size(5) == 8_568
    numbers = [choice_number(choice) for choice in small_choices(5)]
    assert len(set(numbers)) == len(numbers) == 8_463
    assert max(numbers) < 8_568


def test_strengths__of_all_hands_of_a_deal__are_those_of_their_readings() -> None:
    chance = random.Random(2)
    for wilds in range(3):
        dealt = DealtCards([*chance.sample(DECK[:-2], 14 - wilds), *[WILD] * wilds])
        strengths, masks = dealt.threes()
        fives, five_masks = dealt.fives(dealt.places.five_of_mask[dealt.places.five_masks].astype(int))
        for strength, mask in [*zip(strengths, masks, strict=True), *zip(fives, five_masks, strict=True)]:
            reading = read_hand(dealt.cards_of(int(mask)))
            assert reading
            assert grade_book().strength(reading) == strength
