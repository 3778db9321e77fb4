"""Points between players, with and without automatics."""

import pytest

from service.engines.pyramid.scoring import Pair, Play, best_automatic, compare, lay_down, score_plays
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from tests.builders.pyramid_cards import cards

TUNING = PyramidTuning()
DRAGON = ("As Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h")
STRAIGHTS = ("As Kh Qd Jc 10s", "Kh Qh Jd 10c 9s", "9h 8h 7h 6s 5d")
FLUSHES = ("As Ks 9s 8s 7s", "Kh 9h 8h 7h 6h", "Qd 9d 8d 7d 6d")
HOUSES = ("Ks Kh Kd Qs Qh", "Js Jh Jd 10s 10h", "9s 9h 9d 8s W")


def play(back: str, middle: str, front: str, declared: Automatic | None = None) -> Play:
    return lay_down((cards(back), cards(middle), cards(front)), declared)


def pair(play: Play, other: Play, tuning: PyramidTuning = TUNING) -> Pair:
    there, back = compare(0, 1, play, other, tuning), compare(0, 1, other, play, tuning)
    assert there.a_points == -back.a_points
    return there


def test_pair__no_automatics__each_position_pays_its_winners_points() -> None:
    first = play("As Ah Ad Ac Ks", "9h 9d 9c 4s 4d", "8h 8d 8c")
    second = play("Ks Kh Kd Kc 2s", "Ah Kh 9h 5h 2h", "As Ad 2c")
    found = pair(first, second)
    assert found.a_points == 4 + 2 + 3
    assert found.positions == {"back": "a", "middle": "a", "front": "a"}


def test_pair__mixed_and_equal__a_push_pays_no_one() -> None:
    first = play("As Ah Ad Ac Ks", "9h 9d 9c 4s 4d", "8h 8d 8c")
    second = play("As Ah Ad Ac Ks", "10h 10d 10c 4s 4d", "8h 8d 2c")
    found = pair(first, second)
    assert found.a_points == 0 - 2 + 3
    assert found.positions == {"back": "push", "middle": "b", "front": "a"}


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        (play(*DRAGON, Automatic.DRAGON), play(*STRAIGHTS), 3),
        (play(*DRAGON, Automatic.DRAGON), play(*STRAIGHTS, Automatic.THREE_STRAIGHTS), 3),
        (play(*DRAGON, Automatic.DRAGON), play(*HOUSES, Automatic.THREE_FULL_HOUSES), -3),
        (play(*FLUSHES, Automatic.THREE_FLUSHES), play(*STRAIGHTS, Automatic.THREE_STRAIGHTS), -3),
        (play(*DRAGON, Automatic.DRAGON), play(*DRAGON, Automatic.DRAGON), 0),
    ],
)
def test_pair__automatics__pay_three_by_their_order(first: Play, second: Play, points: int) -> None:
    found = pair(first, second)
    assert found.a_points == points
    assert found.positions == {}


def test_pair__order_of_automatics__is_the_tunings() -> None:
    houses, dragon, straights, flushes = Automatic
    online = PyramidTuning(automatic_order=(houses, dragon, flushes, straights))
    first, second = play(*FLUSHES, Automatic.THREE_FLUSHES), play(*STRAIGHTS, Automatic.THREE_STRAIGHTS)
    assert pair(first, second, online).a_points == 3


def test_pair__two_dragons__the_aces_suit_decides() -> None:
    red = play("Ah Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h", Automatic.DRAGON)
    wild = play("W Kh Qd Jc 10s", "9h 8h 7h 6s 5d", "4c 3d 2h", Automatic.DRAGON)
    assert pair(wild, red).a_points == 3
    assert pair(wild, play(*DRAGON, Automatic.DRAGON)).a_points == 0


def test_pair__same_automatic__pays_one_for_each_position() -> None:
    first = play(*FLUSHES, Automatic.THREE_FLUSHES)
    lower = play("Ks Qs 9s 8s 7s", "Qh 9h 8h 7h 6h", "Jd 9d 8d 7d 6d", Automatic.THREE_FLUSHES)
    mixed = play("Ks Qs 9s 8s 7s", "Kh Qh 8h 7h 6h", "Jd 9d 8d 7d 6d", Automatic.THREE_FLUSHES)
    pushed = play("As Ks 9s 8s 7s", "Kh Qh 8h 7h 6h", "Jd 9d 8d 7d 6d", Automatic.THREE_FLUSHES)
    assert [pair(first, other).a_points for other in (lower, mixed, pushed)] == [3, 1, 0]
    assert pair(first, pushed).positions == {"back": "push", "middle": "b", "front": "a"}


def test_scores__three_seats_one_out__are_sums_of_pairs() -> None:
    plays = {
        0: play("As Ah Ad Ac Ks", "9h 9d 9c 4s 4d", "8h 8d 8c"),
        2: play("Ks Kh Kd Kc 2s", "Ah Kh 9h 5h 2h", "As Ad 2c"),
        3: play(*DRAGON, Automatic.DRAGON),
    }
    scores = score_plays(plays, 4, TUNING)
    assert scores.net_points == (9 - 3, 0, -9 - 3, 6)
    assert [(pair.a, pair.b) for pair in scores.pairs] == [(0, 2), (0, 3), (2, 3)]


def test_best_automatic__hands_that_are_two__is_the_higher() -> None:
    royal = (cards("As Ks Qs Js 10s"), cards("Kh Qh Jh 10h 9h"), cards("9d 8d 7d 6d 5d"))
    assert best_automatic(royal, TUNING) is Automatic.THREE_STRAIGHTS
    plain = (cards("As Ks Qs Js 10s"), cards("Kh Qh Jh 10h 9h"), cards("9d 8d 7d"))
    assert best_automatic(plain, TUNING) is None


def test_lay_down__hands_that_are_not_what_is_declared__is_an_error() -> None:
    with pytest.raises(ValueError, match="not legal"):
        play(*STRAIGHTS, Automatic.THREE_FLUSHES)
    with pytest.raises(ValueError, match="not legal"):
        play("As Ks", "Kh Qh Jd 10c 9s", "9h 8h 7h")
