"""The rows of the 3-tuple table, and how many card sets of the deck make each of them (C10)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final

from service.engines.cards import ACE, Card, Suit, make_card
from service.engines.pyramid.cards import COPIES, SPADES, WILD
from service.engines.pyramid.hands import HandTuple, read_hand, secondary_is_suit, tuple_of
from service.engines.pyramid.positions import FULL, LARGE, SIZES, SMALL, Position, may_stand
from service.engines.pyramid.readings import Ranks, Reading, as_flush, as_straight_flush, runs

_DESCENDING: Final = tuple(range(ACE, 1, -1))
_SUITS: Final = 4
_CARDS_OF_RANK: Final = _SUITS * COPIES


@dataclass(frozen=True, slots=True)
class RankChoice:
    """The ranks of a hand's natural cards, highest first, and the number of its wilds."""

    wilds: int
    ranks: Ranks

    def card_sets(self) -> int:
        """How many sets of the 106 cards have these ranks and this many wilds."""
        return self._sets(_CARDS_OF_RANK)

    def suited_card_sets(self) -> int:
        """How many of them have all natural cards in one suit."""
        return _SUITS * self._sets(COPIES)

    def _sets(self, cards_of_rank: int) -> int:
        times = map(self.ranks.count, set(self.ranks))
        return comb(COPIES, self.wilds) * prod(comb(cards_of_rank, number) for number in times)

    def card_sets_by_highest_suit(self) -> tuple[int, ...]:
        """For clubs to spades, how many of the sets have their highest card in that suit. All ranks must be equal."""
        if self.wilds:
            return (0,) * (SPADES - 1) + (self.card_sets(),)
        up_to = [comb(COPIES * suit, len(self.ranks)) for suit in range(SPADES + 1)]
        return tuple(up_to[suit] - up_to[suit - 1] for suit in range(1, SPADES + 1))

    def mixed(self) -> Reading | None:
        """What these cards make in several suits. The suits of the reading mean nothing."""
        return read_hand(self._cards(Suit.SPADES, Suit.HEARTS))

    def suited(self, mixed: Reading | None) -> Reading | None:
        """What they make with all natural cards in one suit: a kind of flush, or the same as in several suits."""
        cards = self._cards(Suit.SPADES, Suit.SPADES)
        readings = (mixed, as_straight_flush(cards), as_flush(cards) if len(cards) == FULL else None)
        return max(filter(None, readings), key=lambda reading: reading.order, default=None)

    def _cards(self, first: Suit, others: Suit) -> list[Card]:
        natural = [make_card(rank, others if place else first) for place, rank in enumerate(self.ranks)]
        return [*natural, *(WILD,) * self.wilds]


def small_choices(size: int) -> Iterator[RankChoice]:
    """Every choice for a hand of three or of five cards."""
    for wilds in range(COPIES + 1):
        for ranks in combinations_with_replacement(_DESCENDING, size - wilds):
            yield RankChoice(wilds, ranks)


def large_choices(size: int) -> Iterator[RankChoice]:
    """Every choice for a hand of six cards or more: all of one rank, or part of one run."""
    for wilds in range(COPIES + 1):
        yield from (RankChoice(wilds, (rank,) * (size - wilds)) for rank in _DESCENDING)
        within_runs = {ranks for run in runs(size) for ranks in combinations(sorted(run, reverse=True), size - wilds)}
        yield from (RankChoice(wilds, ranks) for ranks in sorted(within_runs, reverse=True))


@dataclass(frozen=True, slots=True)
class ChoiceOfHands:
    """A choice of ranks with its readings in several suits and in one; None for no hand or an impossible one."""

    choice: RankChoice
    mixed: Reading | None
    suited: Reading | None


@lru_cache(maxsize=8)
def hands_of_size(size: int) -> tuple[ChoiceOfHands, ...]:
    """Every choice of this many ranks."""
    choices = large_choices(size) if size in LARGE else small_choices(size)
    return tuple(map(_hands_of, choices))


def _hands_of(choice: RankChoice) -> ChoiceOfHands:
    mixed = choice.mixed()
    may_be_suited = choice.wilds + len(choice.ranks) != SMALL and choice.suited_card_sets()
    return ChoiceOfHands(choice, mixed, choice.suited(mixed) if may_be_suited else None)


HAND_SIZES: Final = (SMALL, FULL, *LARGE)


@dataclass(frozen=True, slots=True)
class TupleRow:
    """One row: a tuple that the document describes for a position, whether or not two decks can make it."""

    position: Position
    tuple: HandTuple
    card_sets: int

    @property
    def reachable(self) -> bool:
        """Whether any cards of the deck make it."""
        return self.card_sets > 0


@lru_cache(maxsize=3)
def rows_of(position: Position) -> tuple[TupleRow, ...]:
    """Every row of a position, weakest first."""
    card_sets: Counter[HandTuple] = Counter()
    for size in SIZES[position]:
        for hands in hands_of_size(size):
            for key, number in _tuples_of(hands, size, position):
                card_sets[key] += number
    return tuple(TupleRow(position, key, card_sets[key]) for key in sorted(card_sets))


def _tuples_of(hands: ChoiceOfHands, size: int, position: Position) -> Iterator[tuple[HandTuple, int]]:
    suited_sets = hands.choice.suited_card_sets() if hands.suited else 0
    for reading, number in ((hands.suited, suited_sets), (hands.mixed, hands.choice.card_sets() - suited_sets)):
        if reading and may_stand(reading.type, size, position):
            yield from _tuples_by_suit(hands, reading, number, position)


def _tuples_by_suit(
    hands: ChoiceOfHands, reading: Reading, number: int, position: Position
) -> Iterator[tuple[HandTuple, int]]:
    if secondary_is_suit(reading.type, position):
        by_suit = hands.choice.card_sets_by_highest_suit()
        yield from (((reading.type.number, reading.ranks[0], suit), by_suit[suit - 1]) for suit in range(1, SPADES + 1))
    else:
        yield tuple_of(reading, position), number
