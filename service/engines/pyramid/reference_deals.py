"""The shipped reference deals: what other players lay down, and what thirteen cards are worth (C20, C22).

They are dealt from whole decks and arranged by the shipped table and points, as the table itself was made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from service.engines.cards import Card
from service.engines.data import pyramid_first_values, pyramid_reference_deals
from service.engines.pyramid.arranging.grades import Int32s, Int64s
from service.engines.pyramid.cards import ALL_CARDS, DECK, PLAYERS, draw, words_of_seed

SEED: Final = 2026
SEATS: Final = PLAYERS[-1] - 1
"""The most opponents that a player can have."""
PARTS: Final = 1000
"""First values are stored for each thousandth of all hands."""
DEALS_HEADER: Final = "back,middle,front"
VALUES_HEADER: Final = "value"
_DEALS_OF_SEED: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class ReferenceDeals:
    """Hands as the search numbers them, and values in millionths of a point."""

    strengths: Int32s
    """For each deal and seat, the strengths of back, middle and front."""
    first_values: Int64s
    """The values of thirteen cards that divide all hands into thousandths, ascending."""


def reference_hands(number: int) -> list[list[Card]]:
    """The cards of each seat in the deal with this number."""
    cards = draw(DECK, SEATS * ALL_CARDS, words_of_seed(SEED * _DEALS_OF_SEED + number))
    return [cards[start : start + ALL_CARDS] for start in range(0, len(cards), ALL_CARDS)]


def deal_lines(strengths: Iterable[tuple[int, int, int]]) -> Iterator[str]:
    """The CSV of deals, a line for each seat, without line ends."""
    yield DEALS_HEADER
    yield from (",".join(map(str, of_seat)) for of_seat in strengths)


def value_lines(values: Iterable[int]) -> Iterator[str]:
    """The CSV of first values, from any number of values of random hands."""
    yield VALUES_HEADER
    parts = np.quantile(list(values), np.linspace(0, 1, PARTS + 1), method="nearest")
    yield from map(str, parts.astype(np.int64).tolist())


@lru_cache(maxsize=1)
def reference_deals() -> ReferenceDeals:
    deals = np.array([line.split(",") for line in pyramid_reference_deals.CSV.split()[1:]], dtype=np.int32)
    values = np.array(pyramid_first_values.CSV.split()[1:], dtype=np.int64)
    return ReferenceDeals(deals.reshape(-1, SEATS, deals.shape[1]), values)
