"""The dragon's split: one card of each rank, with the strongest back, then middle, then front (C12, C23).

Each hand takes the strongest of the ranks that are left. That is always legal: what the middle makes the back could
have made, and a middle without any better hand has the highest rank that is left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from service.rules.cards import ACE, Card, rank_of
from service.rules.pyramid.automatics.readings import Hands
from service.rules.pyramid.cards import SPADES, WILD, suit_number
from service.rules.pyramid.positions import FULL
from service.rules.pyramid.readings import Ranks, runs


def split_dragon(cards: Sequence[Card]) -> Hands:
    """Back, middle and front of cards that have every rank, the wilds filling in."""
    left = _Left.of(cards)
    back = left.take_strongest()
    middle = left.take_strongest()
    return back, middle, left.take(tuple(left.cards))


@dataclass(slots=True)
class _Left:
    """What is left of a dragon while it is split."""

    cards: dict[int, list[Card]]
    """For each rank, highest first, its natural cards with the highest suit first."""
    to_spare: int
    """So many wilds are not needed for a rank that has no natural card."""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "_Left":
        natural = sorted((card for card in cards if card != WILD), key=suit_number, reverse=True)
        by_rank = {rank: [card for card in natural if rank_of(card) == rank] for rank in range(ACE, 1, -1)}
        missing = sum(not held for held in by_rank.values())
        return cls(by_rank, len(cards) - len(natural) - missing)

    def take_strongest(self) -> list[Card]:
        """The strongest hand of five that the ranks make, taken out."""
        possible = [run for run in runs(FULL) if self.cards.keys() >= set(run)]
        suited = next(self._suited(possible), None) or next(self._suited(combinations(self.cards, FULL)), None)
        if suited:
            return self.take(*suited)
        return self.take(possible[0] if possible else tuple(self.cards)[:FULL])

    def _suited(self, choices: Iterator[Ranks] | Sequence[Ranks]) -> Iterator[tuple[Ranks, int]]:
        """The choices of ranks that can be of one suit, with that suit, in the order of the choices."""
        for ranks in choices:
            for suit in range(SPADES, 0, -1):
                others = sum(self._in_suit(rank, suit) is None for rank in ranks if self.cards[rank])
                if others <= self.to_spare:
                    yield ranks, suit

    def _in_suit(self, rank: int, suit: int) -> Card | None:
        return next((card for card in self.cards[rank] if suit_number(card) == suit), None)

    def take(self, ranks: Ranks, suit: int | None = None) -> list[Card]:
        """The cards of these ranks, taken out: of the suit that is wanted, else of the highest, which a wild is too."""
        return [self._take(rank, suit) for rank in ranks]

    def _take(self, rank: int, suit: int | None) -> Card:
        held = self.cards[rank]
        wanted = self._in_suit(rank, suit or SPADES)
        del self.cards[rank]
        if wanted is not None or not held:
            return WILD if wanted is None else wanted
        if self.to_spare:
            self.to_spare -= 1
            return WILD
        return held[0]
