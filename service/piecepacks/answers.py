"""Deals, hands and showdowns of Dual Piecepacks Poker as JSON values."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, Final

from service.draws import answers as draws
from service.engines.draws import DrawPurpose
from service.engines.piecepacks.best_hands import Comparison, Evaluation, Hand
from service.engines.piecepacks.dealing import Deal
from service.engines.piecepacks.hands import HAND_COUNT, LowRule
from service.engines.piecepacks.odds.question import SideCounts
from service.engines.piecepacks.rankings import RANKINGS, Ranking
from service.engines.piecepacks.showdown import PlayerResult, SharedPot, ShowdownResult
from service.engines.piecepacks.tiles import TILE_TEXT, Tile
from service.engines.wire_enum import WireEnum
from service.piecepacks.deal import TilesDealt
from service.piecepacks.table import TileOdds

Json = dict[str, Any]


def _ranking(row: Ranking) -> Json:
    return {
        "hand": row.hand,
        "count": row.count,
        "probability": row.probability,
        "formula": row.formula,
        "printed_count": row.printed_count,
        "printed_percentage": row.printed_percentage,
        "correction": row.correction,
    }


RANKINGS_ANSWER: Final[Json] = {"total": HAND_COUNT, "hands": [_ranking(row) for row in RANKINGS]}


def tile_texts(tiles: Iterable[Tile]) -> list[str]:
    return [TILE_TEXT[tile] for tile in tiles]


def dealt_answer(dealt: TilesDealt) -> Json:
    return draws.dealt_answer(dealt.deal_id, deal_answer(dealt.deal), dealt.draw, DrawPurpose.PIECEPACKS_DEAL)


def deal_answer(deal: Deal) -> Json:
    return {
        "variant": deal.variant,
        "players": [{"tiles": tile_texts(tiles)} for tiles in deal.players],
        "board": tile_texts(deal.board),
    }


def _hand(hand: Hand) -> Json:
    return {"hand": hand.hand_class.hand, "tiles": tile_texts(hand.tiles), "strength": hand.strength}


def _evaluation(evaluation: Evaluation) -> Json:
    return {"high": _hand(evaluation.high), "low": _hand(evaluation.low)}


def evaluation_answer(evaluation: Evaluation, rule: LowRule) -> Json:
    return {"low_rule": rule, **_evaluation(evaluation)}


def comparison_answer(comparison: Comparison, rule: LowRule) -> Json:
    return {
        "low_rule": rule,
        "order": comparison.high_order,
        "low_order": comparison.low_order,
        "hands": [_evaluation(evaluation) for evaluation in comparison.hands],
    }


def showdown_answer(result: ShowdownResult) -> Json:
    showdown = result.showdown
    ids = [player.id for player in showdown.players]
    return {
        "variant": showdown.variant,
        "low_rule": showdown.low_rule,
        "board": tile_texts(showdown.board),
        "players": [_player(player) for player in result.players],
        "pots": [_pot(shared, ids) for shared in result.pots],
    }


def _player(result: PlayerResult) -> Json:
    return {
        "id": result.player.id,
        "folded": result.player.folded,
        "paid": result.player.paid,
        "chips_won": result.chips_won,
        "high": _hand(result.high) if result.high else None,
        "low": _hand(result.low) if result.low else None,
    }


def _pot(shared: SharedPot, ids: list[str]) -> Json:
    return {
        "kind": shared.pot.kind,
        "amount": shared.pot.amount,
        "eligible": [ids[seat] for seat in shared.pot.eligible],
        "winners": [ids[seat] for seat in shared.winners],
        "shares": [{"id": ids[share.seat], "part": share.part, "chips": share.chips} for share in shared.shares],
    }


def tile_odds_answer(odds: TileOdds) -> Json:
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


def _kinds(counts: Mapping[WireEnum, int], boards: int) -> list[Json]:
    return [{"hand": kind, "boards": count, "probability": count / boards} for kind, count in counts.items()]


def _side(side: SideCounts, odds: TileOdds) -> Json:
    return {"win": _chance(side.won, odds), "tie": _chance(side.tied, odds), "lose": _chance(side.lost, odds)}


def _chance(count: int, odds: TileOdds) -> Json:
    deals = odds.tally.deals
    chance = count / deals
    error = 0.0 if odds.exact else sqrt(chance * (1 - chance) / deals)
    return {"deals": count, "probability": chance, "standard_error": error}
