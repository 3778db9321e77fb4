"""What a player can expect, as JSON values."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from service.rules.piecepacks.odds.tally import SideCounts
from service.rules.words import Word
from service.usecases.quote_tile_odds import TileOdds

Json = dict[str, Any]


def tile_odds_answer(odds: TileOdds) -> Json:
    """What `odds` answers."""
    question, tally = odds.question, odds.tally
    deals, rules, own = tally.deals, question.rules, odds.own_hands
    deviation = 0.0 if odds.exact else tally.equity_deviation
    return {
        "variant": question.variant,
        "opponents": question.opponents,
        "low_rule": question.low_rule,
        "own_hands": {
            "boards": own.boards,
            "high": _kinds(own.high, own.boards) if own.high else None,
            "low": _kinds(own.low, own.boards) if own.low else None,
        },
        "method": "exact" if odds.exact else "sampled",
        "deals": deals,
        "samples": None if odds.exact else question.samples,
        "seed": None if odds.exact else question.seed,
        "high": _side(tally.high, odds) if rules.high else None,
        "low": _side(tally.low, odds) if rules.low else None,
        "scoop": _chance(tally.scoops, odds),
        "equity": {"share": float(tally.equity), "standard_error": deviation / sqrt(deals)},
    }


def _kinds(counts: Mapping[Word, int], boards: int) -> list[Json]:
    return [{"hand": kind, "boards": count, "probability": count / boards} for kind, count in counts.items()]


def _side(side: SideCounts, odds: TileOdds) -> Json:
    return {"win": _chance(side.won, odds), "tie": _chance(side.tied, odds), "lose": _chance(side.lost, odds)}


def _chance(count: int, odds: TileOdds) -> Json:
    deals = odds.tally.deals
    chance = count / deals
    error = 0.0 if odds.exact else sqrt(chance * (1 - chance) / deals)
    return {"deals": count, "probability": chance, "standard_error": error}
