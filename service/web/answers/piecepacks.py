"""Deals, hands and showdowns of Dual Piecepacks Poker as JSON values."""

from collections.abc import Iterable
from typing import Any, Final

from service.rules.piecepacks.best_hands import Hand
from service.rules.piecepacks.comparison import Comparison, Evaluation
from service.rules.piecepacks.dealing import Deal
from service.rules.piecepacks.hand_classes import HAND_COUNT
from service.rules.piecepacks.hands import LowRule
from service.rules.piecepacks.rankings import RANKINGS, Ranking
from service.rules.piecepacks.showdown import PlayerResult, SharedPot, ShowdownResult
from service.rules.piecepacks.tiles import TILE_TEXT, Tile
from service.rules.seeded_draws import DrawPurpose
from service.usecases.deal_tiles import TilesDealt
from service.web.answers.draws import revealed_draw

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
"""What `rankings` answers."""


def tile_texts(tiles: Iterable[Tile]) -> list[str]:
    """The tiles as they are written."""
    return [TILE_TEXT[tile] for tile in tiles]


def dealt_answer(dealt: TilesDealt) -> Json:
    """What `deal` answers."""
    deal = deal_answer(dealt.deal)
    answer = {"deal_id": dealt.deal_id, **deal}
    if dealt.draw:
        answer["draw"] = revealed_draw(dealt.draw, DrawPurpose.PIECEPACKS_DEAL, {"deal": deal})
    return answer


def deal_answer(deal: Deal) -> Json:
    """Who was dealt what, and what lies on the board."""
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
    """What `evaluate` answers."""
    return {"low_rule": rule, **_evaluation(evaluation)}


def comparison_answer(comparison: Comparison, rule: LowRule) -> Json:
    """What `compare` answers."""
    return {
        "low_rule": rule,
        "order": comparison.high_order,
        "low_order": comparison.low_order,
        "hands": [_evaluation(evaluation) for evaluation in comparison.hands],
    }


def showdown_answer(result: ShowdownResult) -> Json:
    """What `showdown` answers."""
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
