"""The odds of a player at a table of tiles, against looking at every deal one by one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, replace
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from service.engines.piecepacks.best_hands import LOWNESS, Five, class_number
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.odds.exact import exact_tally, is_small
from service.engines.piecepacks.odds.question import QuoteTileOddsInput, Tally
from service.engines.piecepacks.odds.sampled import sampled_tally
from service.engines.piecepacks.odds.scores import own_hands
from service.engines.piecepacks.tiles import TILE_TEXT, Tile
from service.engines.piecepacks.variants import Variant, choices
from service.engines.wire_enum import WireEnum
from tests.builders.tiles import tiles
from tests.oracle import plain_piecepacks as plain

BOARD = tiles("b♠A w♥3 b♦3 w♣5 b♣2")
NULLS = tiles("b♠N w♥N")
FOUR = tiles("b♠N b♠2 w♥A w♦4")
HOLDEM, OMAHA, FIVE_CARD = Variant.TEXAS_HOLDEM, Variant.OMAHA_HI_LO, Variant.FIVE_CARD
LOWBALL = Variant.FIVE_CARD_LOWBALL
HELD = tiles("b♠N w♠N b♥A w♦A b♦4")

Deals = Counter[tuple[int, int]]
"""Numbers of deals by how many players share the high and the low."""


def score(fives: Iterable[Five]) -> int:
    return max(map(class_number, fives))


def sharers(own: int, *theirs: int) -> int:
    return 0 if max(theirs) > own else 1 + theirs.count(own)


def deals_of(tally: Tally) -> Deals:
    return Counter({(int(high), int(low)): int(tally.counts[high, low]) for high, low in np.argwhere(tally.counts)})


@pytest.mark.parametrize("known", [3, 4, 5])
@pytest.mark.parametrize("rule", LowRule)
@pytest.mark.parametrize(("variant", "own"), [(HOLDEM, NULLS), (OMAHA, FOUR)])
def test_own_hands__part_of_the_board__are_those_of_every_board(
    variant: Variant, own: tuple[Tile, ...], rule: LowRule, known: int
) -> None:
    question = QuoteTileOddsInput(variant, own, BOARD[:known], 1, rule)
    high: Counter[str] = Counter()
    low: Counter[str] = Counter()
    for more in combinations(question.unknown, question.missing):
        fives = [tuple(TILE_TEXT[tile] for tile in five) for five in choices(variant, own, BOARD[:known] + more)]
        high[plain.STRONGEST_FIRST[-plain.best_high(fives)[0]]] += 1
        if rule is LowRule.TABLE:
            low[plain.STRONGEST_FIRST[-plain.best_low(fives, plain.low_by_table)[0]]] += 1
        else:
            low[plain.WEAKEST_PATTERN_FIRST[plain.best_low(fives, plain.low_by_ranks)[0]]] += 1
    found = own_hands(question)
    assert found.boards == high.total()
    assert found.high is not None
    assert {kind.value: boards for kind, boards in found.high.items() if boards} == high
    if variant is OMAHA:
        assert found.low is not None
        assert {kind.value: boards for kind, boards in found.low.items() if boards} == low
    else:
        assert found.low is None


@pytest.mark.parametrize(("variant", "own"), [(HOLDEM, NULLS), (OMAHA, FOUR)])
def test_own_hands__no_board_yet__are_those_of_the_boards_with_one_tile_known(
    variant: Variant, own: tuple[Tile, ...]
) -> None:
    question = QuoteTileOddsInput(variant, own)
    with_one_known: Counter[WireEnum] = Counter()
    for tile in question.unknown:
        with_one_known.update(own_hands(QuoteTileOddsInput(variant, own, (tile,))).high or {})
    # Each board is met once for each of its five tiles.
    found = own_hands(question).high or {}
    assert {kind: 5 * boards for kind, boards in found.items()} == with_one_known
    assert sum(found.values()) == question.boards


def test_own_hands__five_card__are_the_hand_held() -> None:
    found = own_hands(QuoteTileOddsInput(FIVE_CARD, HELD))
    assert found.boards == 1
    assert [kind for kind, boards in (found.high or {}).items() if boards] == ["no_flush_two_pairs"]
    assert found.low is None


@pytest.mark.parametrize(("rule", "kind"), [(LowRule.TABLE, "no_flush_two_pairs"), (LowRule.ACE_TO_FIVE, "two_pairs")])
def test_own_hands__lowball__are_the_low_hand_held_alone(rule: LowRule, kind: str) -> None:
    found = own_hands(QuoteTileOddsInput(LOWBALL, HELD, low_rule=rule))
    assert (found.boards, found.high) == (1, None)
    assert [held for held, boards in (found.low or {}).items() if boards] == [kind]


@pytest.mark.parametrize("known", [4, 5])
def test_exact__holdem_and_one_opponent__counts_every_deal(known: int) -> None:
    question = QuoteTileOddsInput(HOLDEM, NULLS, BOARD[:known], 1)
    deals: Deals = Counter()
    for more in combinations(question.unknown, question.missing):
        board = BOARD[:known] + more
        own = score(choices(HOLDEM, NULLS, board))
        for holding in combinations([tile for tile in question.unknown if tile not in more], 2):
            shared = sharers(own, score(choices(HOLDEM, holding, board)))
            deals[shared, shared] += 1
    assert deals_of(exact_tally(question)) == deals
    assert deals.total() == question.deals


def test_exact__holdem_and_two_opponents__counts_every_deal() -> None:
    own_tiles = tiles("b♥2 w♦4")
    question = QuoteTileOddsInput(HOLDEM, own_tiles, BOARD, 2)
    own = score(choices(HOLDEM, own_tiles, BOARD))
    scores = {holding: score(choices(HOLDEM, holding, BOARD)) for holding in combinations(question.unknown, 2)}
    deals: Deals = Counter()
    for one, another in combinations(scores, 2):
        if not set(one) & set(another):
            shared = sharers(own, scores[one], scores[another])
            deals[shared, shared] += 1
    assert deals_of(exact_tally(question)) == deals
    assert deals.total() == question.deals
    assert deals[2, 2]


@pytest.mark.parametrize("rule", LowRule)
def test_exact__omaha_and_one_opponent__counts_every_deal(rule: LowRule) -> None:
    question = QuoteTileOddsInput(OMAHA, FOUR, BOARD, 1, rule)
    # What each pair can make of three from the board; a hand of four is the best of its six pairs.
    numbers = {
        pair: [class_number(pair + three) for three in combinations(BOARD, 3)]
        for pair in [*combinations(FOUR, 2), *combinations(question.unknown, 2)]
    }
    highs = {pair: max(made) for pair, made in numbers.items()}
    lows = {pair: max(LOWNESS[rule][number] for number in made) for pair, made in numbers.items()}
    own, own_low = (max(best[pair] for pair in combinations(FOUR, 2)) for best in (highs, lows))
    deals: Deals = Counter()
    for holding in combinations(question.unknown, 4):
        pairs = list(combinations(holding, 2))
        high, low = max(map(highs.__getitem__, pairs)), max(map(lows.__getitem__, pairs))
        deals[sharers(own, high), sharers(own_low, low)] += 1
    assert deals_of(exact_tally(question)) == deals
    assert deals.total() == question.deals


def test_exact__five_card_and_one_opponent__counts_every_deal() -> None:
    question = QuoteTileOddsInput(FIVE_CARD, HELD)
    own = class_number(HELD)
    by_sharers = Counter(sharers(own, class_number(five)) for five in combinations(question.unknown, 5))
    deals = Counter({(number, number): count for number, count in by_sharers.items()})
    assert deals_of(exact_tally(question)) == deals
    assert deals.total() == question.deals


@pytest.fixture(scope="module")
def plain_kinds() -> Counter[tuple[str, str]]:
    """Every hand of one opponent of the player who holds HELD, by its kind."""
    return Counter(
        map(plain.kind, combinations([TILE_TEXT[tile] for tile in QuoteTileOddsInput(LOWBALL, HELD).unknown], 5))
    )


@pytest.mark.parametrize("rule", LowRule)
def test_exact__lowball_and_one_opponent__counts_every_deal_by_the_low_alone(
    rule: LowRule, plain_kinds: Counter[tuple[str, str]]
) -> None:
    question = QuoteTileOddsInput(LOWBALL, HELD, low_rule=rule)
    judge = plain.low_by_table if rule is LowRule.TABLE else plain.low_by_ranks
    own = judge(*plain.kind([TILE_TEXT[tile] for tile in HELD]))
    deals: Deals = Counter()
    for kind, fives in plain_kinds.items():
        other = judge(*kind)
        shared = 1 if own < other else 2 if own == other else 0
        deals[shared, shared] += fives
    assert deals_of(exact_tally(question)) == deals
    assert deals.total() == question.deals


@pytest.mark.parametrize(
    "question",
    [
        QuoteTileOddsInput(HOLDEM, NULLS, BOARD[:3], 1),
        QuoteTileOddsInput(HOLDEM, NULLS, BOARD[:4], 2),
        QuoteTileOddsInput(OMAHA, FOUR, BOARD[:4], 1, LowRule.ACE_TO_FIVE),
    ],
    ids=str,
)
def test_exact__tiles_missing_on_the_board__is_the_sum_over_the_next_tile(question: QuoteTileOddsInput) -> None:
    by_next_tile: Deals = Counter()
    for tile in question.unknown:
        by_next_tile.update(deals_of(exact_tally(replace(question, board=(*question.board, tile)))))
    # Each board is met once for each tile that could have come next.
    assert {shared: question.missing * deals for shared, deals in deals_of(exact_tally(question)).items()} == (
        by_next_tile
    )


@pytest.mark.parametrize(
    "question",
    [
        QuoteTileOddsInput(HOLDEM, NULLS, BOARD[:3], 1),
        QuoteTileOddsInput(HOLDEM, NULLS, BOARD[:4], 2),
        QuoteTileOddsInput(HOLDEM, tiles("b♥2 w♦4"), BOARD, 1),
        QuoteTileOddsInput(OMAHA, FOUR, BOARD[:4], 1, LowRule.TABLE),
        QuoteTileOddsInput(OMAHA, FOUR, BOARD, 1, LowRule.ACE_TO_FIVE),
        QuoteTileOddsInput(FIVE_CARD, HELD, (), 1),
        QuoteTileOddsInput(LOWBALL, HELD, (), 1, LowRule.ACE_TO_FIVE),
    ],
    ids=str,
)
def test_sampled__small_space__is_within_five_standard_errors_of_exact(question: QuoteTileOddsInput) -> None:
    assert is_small(question)
    exact, sampled = exact_tally(question), sampled_tally(replace(question, samples=50_000, seed=5))
    assert sampled.deals == 50_000
    error = sampled.equity_deviation / sqrt(sampled.deals)
    assert abs(sampled.equity - exact.equity) < 5 * error
    for side, exact_side in ((sampled.high, exact.high), (sampled.low, exact.low)):
        for count, exact_count in zip(astuple(side), astuple(exact_side), strict=True):
            chance = exact_count / exact.deals
            assert abs(count / sampled.deals - chance) <= 5 * sqrt(chance * (1 - chance) / sampled.deals)
