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
class HandKinds:
    """What the totals of hands depend on: every different row of rank, add-on and suit counts that there is."""

    rank: Small
    add_on: Integers
    suit_counts: Integers
    """Four columns: spades, hearts, clubs, diamonds."""
    hands: Integers
    """How many hands have this row."""


@dataclass(frozen=True, slots=True, eq=False)
class EveryHand:
    """One row for each hand, in the order of hand numbers."""

    cards: Small
    """Five columns, highest card first; a card is 4 * (rank - 2) + suit."""
    rank: Small
    add_on: Integers
    suit_counts: Integers
    """Four columns: spades, hearts, clubs, diamonds."""
    kinds: HandKinds
    kind_of: Integers
    """For each hand, the place of its row among the kinds."""


def enumerate_hands() -> EveryHand:
    """All hands, from the one of the lowest cards to the one of the highest."""
    # Combinations of the deck upside down come in falling order, so the last of them is hand number 0.
    flat = np.fromiter(chain.from_iterable(combinations(range(51, -1, -1), 5)), dtype=np.int8, count=5 * HANDS)
    cards = flat.reshape(HANDS, 5)[::-1].copy()
    # A row for each of the five cards: numpy goes through long rows far faster than through short ones.
    rows = np.ascontiguousarray(cards.T)
    ranks, suits = rows // 4 + 2, rows % 4
    equal_pairs = np.zeros(HANDS, dtype=np.int8)
    partners = np.zeros_like(ranks)
    for one, other in combinations(range(5), 2):
        equal = ranks[one] == ranks[other]
        equal_pairs += equal
        partners[one] += equal
        partners[other] += equal
    flush = (suits == suits[0]).all(axis=0)
    wheel = (ranks == np.array([[14], [5], [4], [3], [2]], dtype=np.int8)).all(axis=0)
    straight = wheel | ((equal_pairs == 0) & (ranks[0] - ranks[4] == 4))
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
        ("royal_flush", straight & flush & (ranks[4] == 10)),
    ):
        rank[found] = RANK_NAMES.index(name)
    kicker = np.where(partners == 0, ranks, 0).max(axis=0)
    with_kicker = np.isin(equal_pairs, (1, 2, 3, 6))
    top_three = np.where(rank == RANK_NAMES.index("high_card"), ranks[0] + ranks[1] + ranks[2], 0)
    add_on = np.where(with_kicker, kicker, top_three).astype(np.int64)
    by_suit = np.zeros((4, HANDS), dtype=np.int8)
    for suit in range(4):
        for of_one_card in suits == suit:
            by_suit[suit] += of_one_card
    suit_counts = by_suit.T.astype(np.int64, order="C")
    return EveryHand(cards, rank, add_on, suit_counts, *_kinds(rank, add_on, suit_counts))


def _kinds(rank: Small, add_on: Integers, suit_counts: Integers) -> tuple[HandKinds, Integers]:
    """The different rows of all hands, and the place of each hand's row among them."""
    # The fourth suit has the rest of the five cards, so three suits make a number that no other row has.
    rows = ((rank * np.int64(100) + add_on) * 1_000) + suit_counts[:, :3] @ np.array([100, 10, 1])
    hands = np.bincount(rows)
    there = np.flatnonzero(hands)
    places = np.zeros(len(hands), dtype=np.int64)
    places[there] = np.arange(len(there))
    some_hand = np.zeros(len(hands), dtype=np.int64)
    some_hand[rows] = np.arange(len(rows))
    shown = some_hand[there]
    return HandKinds(rank[shown], add_on[shown], suit_counts[shown], hands[there]), places[rows]
