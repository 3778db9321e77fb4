"""Every hand there is, classified from the words of the specification, with nothing of the service in between."""

from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int8]
Truths = npt.NDArray[np.bool_]

HANDS: Final = 2_598_960
RANK_NAMES: Final = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
"""The ten ranks, strongest first; `EveryHand.rank` points into this."""


@dataclass(frozen=True, slots=True, eq=False)
class EveryHand:
    """One row for each hand, in the order of hand numbers."""

    cards: Small
    """Five columns, highest card first; a card is 4 * (rank - 2) + suit."""
    rank: Small
    add_on: Integers
    suit_counts: Integers
    """Four columns: spades, hearts, clubs, diamonds."""


def enumerate_hands() -> EveryHand:
    """All hands, from the one of the lowest cards to the one of the highest."""
    # Combinations of the deck upside down come in falling order, so the last of them is hand number 0.
    flat = np.fromiter(chain.from_iterable(combinations(range(51, -1, -1), 5)), dtype=np.int8, count=5 * HANDS)
    cards = flat.reshape(HANDS, 5)[::-1].copy()
    ranks, suits = cards // 4 + 2, cards % 4
    equal_pairs = np.zeros(HANDS, dtype=np.int8)
    partners = np.zeros_like(ranks)
    for one, other in combinations(range(5), 2):
        equal = ranks[:, one] == ranks[:, other]
        equal_pairs += equal
        partners[:, one] += equal
        partners[:, other] += equal
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == np.array([14, 5, 4, 3, 2], dtype=np.int8)).all(axis=1)
    straight = wheel | ((equal_pairs == 0) & (ranks[:, 0] - ranks[:, 4] == 4))
    # From the weakest to the strongest, each overwriting what it beats. Of ten pairs of cards, four of a kind
    # has six of equal rank, a full house four, three of a kind three, two pair two.
    rank = np.full(HANDS, RANK_NAMES.index("high_card"), dtype=np.int8)
    for name, found in (
        ("pair", equal_pairs == 1),
        ("two_pair", equal_pairs == 2),
        ("three_of_a_kind", equal_pairs == 3),
        ("straight", straight),
        ("flush", flush),
        ("full_house", equal_pairs == 4),
        ("four_of_a_kind", equal_pairs == 6),
        ("straight_flush", straight & flush),
        ("royal_flush", straight & flush & (ranks[:, 4] == 10)),
    ):
        rank[found] = RANK_NAMES.index(name)
    kicker = np.where(partners == 0, ranks, 0).max(axis=1).astype(np.int64)
    top_three = ranks[:, :3].sum(axis=1, dtype=np.int64)
    with_kicker = np.isin(equal_pairs, (1, 2, 3, 6))
    add_on = np.where(with_kicker, kicker, np.where(rank == RANK_NAMES.index("high_card"), top_three, 0))
    suit_counts = np.stack([(suits == suit).sum(axis=1, dtype=np.int64) for suit in range(4)], axis=1)
    return EveryHand(cards, rank, add_on, suit_counts)
