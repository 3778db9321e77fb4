"""Rows of the 3-tuple table as JSON values."""

from collections.abc import Sequence
from typing import Any

from service.rules.pyramid.positions import HAND_TYPES
from service.rules.pyramid.win_chances import WinChance
from service.usecases.pyramid.read_tuples import ValuedRow

Json = dict[str, Any]


def chance_answer(chance: WinChance) -> Json:
    """A chance to win, with what it is worth."""
    return {
        "win_probability": chance.probability,
        "standard_error": chance.standard_error,
        "deals": chance.deals,
    }


def row_answer(valued: ValuedRow) -> Json:
    """A row. The three elements are numbers, as in the tuple; the type's name stands beside."""
    row = valued.row
    hand_type, primary, secondary = row.tuple
    return {
        "position": row.position,
        "hand_type": hand_type,
        "hand_type_name": HAND_TYPES[hand_type - 1],
        "primary_rank": primary,
        "secondary_rank": secondary,
        **chance_answer(valued.chance),
        "reachable": row.reachable,
        "card_sets": row.card_sets,
    }


def rows_answer(rows: Sequence[ValuedRow], next_cursor: str | None) -> Json:
    """A page of rows; the cursor of the next page, or null at the end."""
    return {"tuples": [row_answer(row) for row in rows], "next_cursor": next_cursor}
