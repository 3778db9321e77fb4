"""Evaluating tiles and comparing hands, outside any table."""

from dataclasses import dataclass

from service.engines.piecepacks.best_hands import Comparison, Evaluation, Five, compare, evaluate
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.odds.exact import exact_tally, is_small
from service.engines.piecepacks.odds.question import QuoteTileOddsInput, check_question
from service.engines.piecepacks.odds.sampled import sampled_tally
from service.engines.piecepacks.odds.scores import OwnHands, own_hands
from service.engines.piecepacks.odds.tally import Tally
from service.engines.piecepacks.showdown import Showdown, ShowdownResult, show_down
from service.engines.piecepacks.table_checks import check_showdown
from service.engines.piecepacks.tiles import Tile


@dataclass(frozen=True, slots=True)
class EvaluateTilesInput:
    """Five to nine tiles."""

    tiles: tuple[Tile, ...]
    low_rule: LowRule = LowRule.TABLE


@dataclass(frozen=True, slots=True)
class CompareHandsInput:
    """Hands of five tiles. Two of them may share tiles, as hands do that use the same board."""

    hands: tuple[Five, ...]
    low_rule: LowRule = LowRule.TABLE


def evaluate_tiles(wanted: EvaluateTilesInput) -> Evaluation:
    """The best high and the best low hand."""
    return evaluate(wanted.tiles, wanted.low_rule)


def compare_hands(wanted: CompareHandsInput) -> Comparison:
    """The hands in order."""
    return compare(wanted.hands, wanted.low_rule)


@dataclass(frozen=True, slots=True)
class TileOdds:
    """The chances of each hand, always exact, and of winning, exact where there are few enough deals."""

    question: QuoteTileOddsInput
    own_hands: OwnHands
    exact: bool
    tally: Tally


def quote_tile_odds(question: QuoteTileOddsInput) -> TileOdds:
    """The odds; `InvalidInput` where the question contradicts the game."""
    check_question(question)
    exact = is_small(question)
    tally = exact_tally(question) if exact else sampled_tally(question)
    return TileOdds(question, own_hands(question), exact, tally)


def settle_showdown(showdown: Showdown) -> ShowdownResult:
    """The result; `InvalidInput` where the table cannot be as it is described."""
    check_showdown(showdown)
    return show_down(showdown)
