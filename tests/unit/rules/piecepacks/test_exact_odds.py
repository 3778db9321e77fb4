"""Which questions are answered by looking at every deal."""

import pytest

from service.engines.piecepacks.odds.exact import MOST_BOARDS, MOST_DEALS, is_small
from service.engines.piecepacks.odds.question import QuoteTileOddsInput
from service.engines.piecepacks.tiles import TILES
from service.engines.piecepacks.variants import VARIANTS, Variant

HOLDEM, OMAHA, FIVE_CARD = Variant.TEXAS_HOLDEM, Variant.OMAHA_HI_LO, Variant.FIVE_CARD
FEWEST_ON_THE_BOARD = {
    (HOLDEM, 1): 3,
    (HOLDEM, 2): 4,
    (OMAHA, 1): 4,
    (FIVE_CARD, 1): 0,
    (Variant.FIVE_CARD_LOWBALL, 1): 0,
}
"""For an exact answer against so many opponents; all other questions are sampled."""

EVERY = [
    QuoteTileOddsInput(variant, TILES[: rules.own], TILES[10 : 10 + known], opponents)
    for variant, rules in VARIANTS.items()
    for known in range(rules.board + 1)
    for opponents in range(1, rules.most_players)
]


@pytest.mark.parametrize("question", EVERY)
def test_question__any__is_exact_as_the_contract_says(question: QuoteTileOddsInput) -> None:
    fewest = FEWEST_ON_THE_BOARD.get((question.variant, question.opponents))
    assert is_small(question) == (fewest is not None and len(question.board) >= fewest)


def test_bounds__of_the_work__are_those_of_the_contract() -> None:
    assert (MOST_DEALS, MOST_BOARDS) == (15_000_000, 1_000)
    assert max(question.deals for question in EVERY if is_small(question)) == 12_760_020
