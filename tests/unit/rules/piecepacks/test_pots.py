"""How chips become pots, and how pots are shared (ruling D4)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.piecepacks.showdown import Pot, PotKind, pots, split
from tests.strategies import bounded_to

bounded = bounded_to(300)
MAIN, SIDE, UNCALLED = PotKind.MAIN, PotKind.SIDE, PotKind.UNCALLED


@pytest.mark.parametrize(
    ("paid", "folded", "expected"),
    [
        # Everybody has paid the same.
        ((50, 50, 50), (), [Pot(MAIN, 150, (0, 1, 2))]),
        # One is all in for less: the others play on for a side pot.
        ((20, 50, 50), (), [Pot(MAIN, 60, (0, 1, 2)), Pot(SIDE, 60, (1, 2))]),
        ((20, 50, 80, 80), (), [Pot(MAIN, 80, (0, 1, 2, 3)), Pot(SIDE, 90, (1, 2, 3)), Pot(SIDE, 60, (2, 3))]),
        # What no one has matched goes back.
        ((20, 50), (), [Pot(MAIN, 40, (0, 1)), Pot(UNCALLED, 30, (1,))]),
        ((0, 50), (), [Pot(UNCALLED, 50, (1,))]),
        # Who has folded leaves chips behind, and makes no pot of their own.
        ((20, 50, 50), (0,), [Pot(MAIN, 120, (1, 2))]),
        ((50, 30, 50), (1,), [Pot(MAIN, 130, (0, 2))]),
        # A side pot with one player left in it is that player's.
        ((20, 50, 50), (2,), [Pot(MAIN, 60, (0, 1)), Pot(SIDE, 60, (1,))]),
        # Chips that only folded players have paid fall to the pot below.
        ((20, 20, 50, 70), (2, 3), [Pot(MAIN, 160, (0, 1))]),
        ((20, 50, 80, 70), (2, 3), [Pot(MAIN, 80, (0, 1)), Pot(SIDE, 140, (1,))]),
        # And where no pot is below, to everybody who is left in.
        ((0, 50, 0, 30), (1, 3), [Pot(MAIN, 80, (0, 2))]),
        # No one has paid: there is still something to win.
        ((0, 0, 0), (1,), [Pot(MAIN, 0, (0, 2))]),
    ],
)
def test_pots__chips_paid_in__are_layered(paid: tuple[int, ...], folded: tuple[int, ...], expected: list[Pot]) -> None:
    assert pots(paid, [seat in folded for seat in range(len(paid))]) == tuple(expected)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[bool]]:
    paid = draw(st.lists(st.integers(0, 6) | st.integers(0, 10**12), min_size=2, max_size=20))
    folded = [draw(st.booleans()) for _ in paid]
    folded[draw(st.integers(0, len(paid) - 1))] = False
    return paid, folded


@bounded
@given(tables())
def test_pots__any_table__hold_all_chips_for_those_left_in(table: tuple[list[int], list[bool]]) -> None:
    paid, folded = table
    made = pots(paid, folded)
    assert sum(pot.amount for pot in made) == sum(paid)
    assert all(pot.eligible and not any(folded[seat] for seat in pot.eligible) for pot in made)
    assert [pot.kind for pot in made[1:]].count(MAIN) == 0
    for below, above in pairwise(made):
        assert set(above.eligible) < set(below.eligible) or above.kind is UNCALLED
    for seat, chips in enumerate(paid):
        # No one gets more of another's chips than they have put in themselves.
        most = sum(min(chips, other) for other in paid)
        if chips and not folded[seat] and any(paid[other] and not folded[other] for other in range(len(paid))):
            winnable = sum(pot.amount for pot in made if seat in pot.eligible)
            assert winnable >= most


@pytest.mark.parametrize(
    ("chips", "winners", "shares"),
    [(9, (0, 2), [5, 4]), (10, (1, 3, 4), [4, 3, 3]), (11, (1, 3, 4), [4, 4, 3]), (1, (5, 6), [1, 0]), (0, (2,), [0])],
)
def test_split__odd_chips__go_to_the_earliest_seats(chips: int, winners: tuple[int, ...], shares: list[int]) -> None:
    assert split(chips, winners) == shares
