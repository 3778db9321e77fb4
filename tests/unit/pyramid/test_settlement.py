"""Chips: antes, penalties, pot and points."""

import random

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arranger
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import Variant, deal, words_of_seed
from service.engines.pyramid.scoring import Play, lay_down
from service.engines.pyramid.settlement import settle, split
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from tests.builders.arrangements import best_of
from tests.builders.pyramid_cards import cards
from tests.builders.value_tables import provisional_table

TUNING = PyramidTuning()


def play(back: str, middle: str, front: str) -> Play:
    return lay_down((cards(back), cards(middle), cards(front)), None)


HIGH = play("As Ah Ad Ac Ks", "9h 9d 9c 4s 4d", "8h 8d 8c")
LOW = play("Ks Kh Kd Kc 2s", "Ah Kh 9h 5h 2h", "As Ad 2c")


def test_settlement__one_surrenders__the_highest_net_takes_the_pot() -> None:
    settled = settle([LOW, None, HIGH], TUNING)
    assert settled.scores.net_points == (-9, 0, 9)
    assert settled.pot == 3 * 20 + 10
    assert settled.pot_winners == (2,)
    assert settled.chips == (-20 - 18, -30, 70 - 20 + 18)


def test_settlement__one_left__takes_the_pot() -> None:
    settled = settle([None, LOW, None], TUNING)
    assert settled.chips == (-30, 80 - 20, -30)


def test_settlement__everybody_surrenders__the_pot_is_split_among_all() -> None:
    settled = settle([None, None, None], PyramidTuning(ante=7, surrender_penalty=0))
    assert settled.pot_winners == (0, 1, 2)
    assert settled.chips == (0, 0, 0)


def test_settlement__equal_nets__split_the_pot_with_odd_units_first() -> None:
    settled = settle([HIGH, HIGH, None], PyramidTuning(ante=1, surrender_penalty=0))
    assert settled.pot == 3
    assert settled.chips == (2 - 1, 1 - 1, -1)
    assert split(11, 3) == [4, 4, 3]


def some_play(held: tuple[Card, ...], arranger: Arranger, chance: random.Random) -> Play | None:
    """A surrender now and then, an automatic where there is one, or else the best arrangement."""
    if chance.random() < 0.2:
        return None
    for automatic in Automatic:
        if hands := find_automatic(held, automatic):
            return lay_down(hands, automatic)
    best = best_of(arranger, held)
    return lay_down((best.back.cards, best.middle.cards, best.front.cards), None)


def test_settlement__random_tables__every_chip_is_accounted_for() -> None:
    arranger = Arranger(TUNING, provisional_table())
    chance = random.Random(6)
    automatics = 0
    for seed in range(60):
        tuning = PyramidTuning(ante=chance.randrange(50), surrender_penalty=chance.randrange(20))
        dealt = deal(chance.randrange(2, 7), Variant.NO_SURRENDER, words_of_seed(seed))
        plays = [some_play(player.cards, arranger, chance) for player in dealt]
        settled = settle(plays, tuning)
        assert sum(settled.scores.net_points) == 0
        assert sum(settled.chips) == 0
        assert settled.pot == sum(tuning.ante + (0 if play else tuning.surrender_penalty) for play in plays)
        automatics += sum(bool(play and play.automatic) for play in plays)
    assert automatics
