"""Evaluates tiles, compares hands, quotes odds and settles showdowns."""

from dataclasses import dataclass

from service.engines.pauses import Pause
from service.engines.piecepacks.best_hands import Comparison, Evaluation, Five, compare, evaluate
from service.engines.piecepacks.dealing import check_showdown
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.odds.exact import MOST_BOARDS, MOST_DEALS, exact_tally, is_small
from service.engines.piecepacks.odds.question import MOST_WORK, QuoteTileOddsInput, Tally, check_question, check_samples
from service.engines.piecepacks.odds.sampled import sampled_tally
from service.engines.piecepacks.odds.scores import OwnHands, own_hands
from service.engines.piecepacks.showdown import Showdown, ShowdownResult, show_down
from service.engines.piecepacks.tiles import Tile
from service.system.ports import TakeTurn
from service.system.prices import price


@dataclass(frozen=True, slots=True)
class EvaluateTilesInput:
    """Five to nine tiles."""

    tiles: tuple[Tile, ...]
    low_rule: LowRule = LowRule.TABLE


@dataclass(frozen=True, slots=True)
class CompareHandsInput:
    """Hands of five tiles. They may share tiles, because players share the board."""

    hands: tuple[Five, ...]
    low_rule: LowRule = LowRule.TABLE


def evaluate_tiles(wanted: EvaluateTilesInput) -> Evaluation:
    """The best high hand and the best low hand."""
    return evaluate(wanted.tiles, wanted.low_rule)


def compare_hands(wanted: CompareHandsInput) -> Comparison:
    return compare(wanted.hands, wanted.low_rule)


@dataclass(frozen=True, slots=True)
class TileOdds:
    """The chances of each hand, always exact, and of winning, exact where the deals are few enough to count."""

    question: QuoteTileOddsInput
    own_hands: OwnHands
    exact: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class QuoteTileOdds:
    """Quotes odds when it has its turn, with pauses between steps to let other requests run."""

    pause: Pause
    take_turn: TakeTurn

    def __call__(self, question: QuoteTileOddsInput) -> TileOdds:
        """The odds; raises `InvalidInput` where the question contradicts the rules of the game, or costs too much."""
        check_question(question)
        exact = is_small(question)
        if not exact:
            check_samples(question)
        with self.take_turn(price_of_tile_odds(question)):
            tally = (exact_tally if exact else sampled_tally)(question, self.pause)
            return TileOdds(question, own_hands(question, self.pause), exact, tally)


def price_of_tile_odds(question: QuoteTileOddsInput) -> int:
    """The units of a question that the rules of the game allow."""
    if is_small(question):
        return price(question.deals / MOST_DEALS + question.boards / MOST_BOARDS)
    return price(question.work / MOST_WORK)


def settle_showdown(showdown: Showdown) -> ShowdownResult:
    """The result; raises `InvalidInput` where the table is impossible."""
    check_showdown(showdown)
    return show_down(showdown)
