"""Quoting what a player at a table of tiles can expect."""

from dataclasses import dataclass

from service.rules.piecepacks.odds.exact import exact_tally, is_small
from service.rules.piecepacks.odds.own_hands import OwnHands, own_hands
from service.rules.piecepacks.odds.question import OddsQuestion, check_question
from service.rules.piecepacks.odds.sampled import sampled_tally
from service.rules.piecepacks.odds.tally import Tally


@dataclass(frozen=True, slots=True)
class TileOdds:
    """The chances of each hand, always exact, and of winning, exact where there are few enough deals."""

    question: OddsQuestion
    own_hands: OwnHands
    exact: bool
    tally: Tally


def quote_tile_odds(question: OddsQuestion) -> TileOdds:
    """The odds; `InvalidInput` where the question contradicts the game."""
    check_question(question)
    exact = is_small(question)
    tally = exact_tally(question) if exact else sampled_tally(question)
    return TileOdds(question, own_hands(question), exact, tally)
