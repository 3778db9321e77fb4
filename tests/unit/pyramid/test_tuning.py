"""The values that an operator may change."""

from service.engines.pyramid.positions import HandType, Position
from service.engines.pyramid.tuning import POINTS, Automatic, PyramidTuning, falling_points


def test_points__printed_table__is_read_by_type_and_position() -> None:
    assert POINTS[Position.FRONT][HandType.THREE_OF_A_KIND] == 3
    assert POINTS[Position.FRONT][HandType.FIVE_OF_A_KIND] == 18
    assert POINTS[Position.MIDDLE][HandType.FULL_HOUSE] == 2
    assert POINTS[Position.MIDDLE][HandType.SIX_CARD_STRAIGHT_FLUSH] == 16
    assert POINTS[Position.MIDDLE][HandType.SIX_OF_A_KIND] == 20
    assert POINTS[Position.BACK][HandType.SEVEN_OF_A_KIND] == 14
    assert POINTS[Position.BACK][HandType.EIGHT_OF_A_KIND] == 18


def test_automatics__default_order__is_the_documents() -> None:
    tuning = PyramidTuning()
    assert tuning.outranks(Automatic.THREE_FULL_HOUSES, Automatic.DRAGON)
    assert tuning.outranks(Automatic.THREE_STRAIGHTS, Automatic.THREE_FLUSHES)
    assert not tuning.outranks(Automatic.DRAGON, Automatic.DRAGON)


def test_points__that_fall_as_types_rise__are_found() -> None:
    assert falling_points(POINTS) == ()
    back = {**POINTS[Position.BACK], HandType.FLUSH: 9}
    assert falling_points({**POINTS, Position.BACK: back}) == ((Position.BACK, HandType.FULL_HOUSE),)
