"""The specification's pseudocode, line by line: slow, plain, and written without a look at the service."""

from collections.abc import Sequence

NaiveCard = tuple[int, str]
"""A value from 2 to 14, and a suit."""


def _rank_counts(hand: Sequence[NaiveCard]) -> list[int]:
    counts: dict[int, int] = {}
    for value, _ in hand:
        counts[value] = counts.get(value, 0) + 1
    return sorted(counts.values(), reverse=True)


def _is_flush(hand: Sequence[NaiveCard]) -> bool:
    return all(suit == hand[0][1] for _, suit in hand)


def _is_straight(hand: Sequence[NaiveCard]) -> bool:
    values = sorted(value for value, _ in hand)
    return values == [2, 3, 4, 5, 14] or all(values[i] == values[i - 1] + 1 for i in range(1, 5))


def _is_royal_flush(hand: Sequence[NaiveCard]) -> bool:
    return _is_flush(hand) and {value for value, _ in hand} == {10, 11, 12, 13, 14}


def identify_hand_rank(hand: Sequence[NaiveCard]) -> str:
    """The name of the first hand rank that fits, strongest first."""
    counts = _rank_counts(hand)
    checks = (
        ("royal_flush", _is_royal_flush(hand)),
        ("straight_flush", _is_flush(hand) and _is_straight(hand)),
        ("four_of_a_kind", counts[0] == 4),
        ("full_house", counts[:2] == [3, 2]),
        ("flush", _is_flush(hand)),
        ("straight", _is_straight(hand)),
        ("three_of_a_kind", counts[0] == 3),
        ("two_pair", counts[:2] == [2, 2]),
        ("pair", counts[0] == 2),
    )
    return next((name for name, fits in checks if fits), "high_card")


def add_on(hand: Sequence[NaiveCard]) -> int:
    """What is added to the points of the rank: the highest kicker, or the top three of a high card."""
    rank = identify_hand_rank(hand)
    values = sorted((value for value, _ in hand), reverse=True)
    if rank == "high_card":
        return values[0] + values[1] + values[2]
    if rank in ("pair", "two_pair", "three_of_a_kind", "four_of_a_kind"):
        matched = {value for value in values if values.count(value) > 1}
        return max(value for value in values if value not in matched)
    return 0
