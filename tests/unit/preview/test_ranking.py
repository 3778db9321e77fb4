"""The order of rows, and what is said of those that are not shown."""

import numpy as np

from service.engines.destiny.preview.comparisons import Comparison, PreviewChange, Sides, View, ranked

#          0      1      2     3      4     5      6      7
BEFORE = [True, True, False, True, True, False, True, True]
AFTER = [True, True, True, False, True, False, True, True]
MOVES = [0, 7, 10**13, 10**13, 9, 10**13, 7, 0]
ORDER = [2, 3, 4, 1, 6, 0, 7]
"""Those on one side alone, then by their moves, the earlier of equal ones first; the sixth is on neither side."""


def compared(view: View) -> Comparison[int]:
    return ranked(np.array(MOVES), Sides(np.array(BEFORE), np.array(AFTER)), view, lambda place: place)


def test_rows__in_a_whole_view__come_by_what_the_change_does_to_them() -> None:
    found = compared(View())

    assert found.rows == ORDER
    assert (found.compared, found.moved, found.added, found.removed) == (7, 3, 1, 1)
    assert found.largest_move == 9
    assert found.left_out == 0


def test_rows__only_the_changed_ones__are_those_that_move_or_come_or_go() -> None:
    found = compared(View(only_changed=True))

    assert found.rows == ORDER[:5]
    assert found.left_out == 2
    assert (found.compared, found.moved) == (7, 3)


def test_rows__more_than_the_limit__are_cut_off_after_the_largest_moves() -> None:
    found = compared(View(limit=3))

    assert found.rows == ORDER[:3]
    assert found.left_out == 4
    assert (found.compared, found.moved, found.added, found.removed, found.largest_move) == (7, 3, 1, 1, 9)


def test_rows__none_at_all__are_compared_too() -> None:
    nobody = np.array([], dtype=np.bool_)

    found = ranked(np.array([], dtype=np.int64), Sides(nobody, nobody), View(), lambda place: place)

    assert found == Comparison([], 0, 0, 0, 0, 0)


def test_change__of_two_sides__has_a_word() -> None:
    assert Sides(1, 1).change is PreviewChange.NONE
    assert Sides(1, 2).change is PreviewChange.MOVED
    assert Sides(None, 2).change is PreviewChange.ADDED
    assert Sides(1, None).change is PreviewChange.REMOVED
