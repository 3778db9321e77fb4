"""The answers of Pyramid Poker and its 3-tuple table as JSON values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from service.draws import answers as draws
from service.engines.cards import Card
from service.engines.draws import DrawPurpose
from service.engines.pyramid.arranging.arranger import Arrangement
from service.engines.pyramid.automatics.detection import Hands
from service.engines.pyramid.cards import Deal, Dealt, Variant, text_of
from service.engines.pyramid.decision import Decision, Declared
from service.engines.pyramid.declaring import Prospects
from service.engines.pyramid.estimates import Estimate
from service.engines.pyramid.hands import tuple_of
from service.engines.pyramid.positions import BACK_TO_FRONT, HAND_TYPES
from service.engines.pyramid.scoring import Pair, Play, Scores
from service.engines.pyramid.shipped_table import WinChance, shipped_chances
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.validation import Violation
from service.engines.pyramid.values import MILLION, Objective, PlacedHand
from service.pyramid.arrange import Arranged
from service.pyramid.deal import CardsDealt
from service.pyramid.score import ScoredTable, Seat, SettledTable, WorthMorePlayed
from service.pyramid.tuples import ValuedRow

Json = dict[str, Any]


def chance_answer(chance: WinChance) -> Json:
    """A win probability with its standard error and the number of deals it is based on."""
    return {
        "win_probability": chance.probability,
        "standard_error": chance.standard_error,
        "deals": chance.deals,
    }


def row_answer(valued: ValuedRow) -> Json:
    """A row. The three elements are numbers, as in the tuple; the name of the hand type is next to them."""
    row = valued.row
    hand_type, primary, secondary = row.tuple
    return {
        "position": row.position,
        "hand_type": hand_type,
        "hand_type_name": HAND_TYPES[hand_type - 1],
        "primary_rank": primary,
        "secondary_rank": secondary,
        **chance_answer(valued.chance),
        "reachable": row.reachable,
        "card_sets": row.card_sets,
    }


def rows_answer(rows: Sequence[ValuedRow], next_cursor: str | None) -> Json:
    return {"tuples": [row_answer(row) for row in rows], "next_cursor": next_cursor}


def card_texts(cards: Iterable[Card]) -> list[str]:
    return [text_of(card) for card in cards]


def dealt_answer(dealt: CardsDealt) -> Json:
    return draws.dealt_answer(dealt.deal_id, deal_answer(dealt.deal), dealt.draw, DrawPurpose.PYRAMID_DEAL)


def deal_answer(deal: Deal) -> Json:
    return {"variant": deal.variant, "players": [_dealt(player, deal.variant) for player in deal.players]}


def _dealt(player: Dealt, variant: Variant) -> Json:
    kitty = {"kitty": card_texts(player.kitty)} if variant is Variant.STANDARD else {}
    return {"cards": card_texts(player.cards), **kitty}


def hand_answer(hand: PlacedHand) -> Json:
    """The answer of `evaluate`, and each hand of an arrangement."""
    return {
        "cards": card_texts(hand.cards),
        "tuple": hand.tuple,
        "hand_type": hand.reading.type,
        "strength": hand.reading.strength,
        "points": hand.points,
        **chance_answer(shipped_chances()[hand.position][hand.tuple]),
    }


def arrangement_answer(arranged: Arranged, objective: Objective) -> Json:
    answer = {
        "objective": objective,
        **_arrangement(arranged.best),
        "automatic": arranged.automatic,
        "alternatives": [_arrangement(other) for other in arranged.alternatives],
    }
    return {**answer, "declare_advice": _advice(arranged.automatic, arranged.advice)} if arranged.advice else answer


def _arrangement(arrangement: Arrangement) -> Json:
    return {
        "back": hand_answer(arrangement.back),
        "middle": hand_answer(arrangement.middle),
        "front": hand_answer(arrangement.front),
        "unused": card_texts(arrangement.unused),
        "value": arrangement.value / MILLION,
    }


def _advice(automatic: Automatic | None, prospects: Prospects) -> Json:
    play, declare = prospects.play, prospects.declare
    advice = {
        "automatic": automatic,
        "declare_expected_net": _rounded(declare.net) if declare else None,
        "play_expected_net": _rounded(play.net),
        "advice": "declare" if prospects.better_declared else "play",
    }
    if prospects.pot is None:
        return {**advice, "unit": "points"}
    return {
        **advice,
        "unit": "chips",
        "pot": prospects.pot,
        "declare_pot_equity": _rounded(declare.pot_equity) if declare else None,
        "play_pot_equity": _rounded(play.pot_equity),
        "standard_error": _rounded(prospects.standard_error),
    }


def automatics_answer(found: Mapping[Automatic, Hands]) -> Json:
    possible = [
        {"type": automatic, **{str(place): card_texts(hand) for place, hand in zip(BACK_TO_FRONT, hands, strict=True)}}
        for automatic, hands in found.items()
    ]
    return {"possible": possible, "best": next(iter(found), None)}


def validation_answer(violations: Sequence[Violation]) -> Json:
    listed = [{"rule": wrong.rule, "message": wrong.message, "position": wrong.position} for wrong in violations]
    return {"legal": not violations, "violations": listed}


def score_answer(scored: ScoredTable, seats: Sequence[Seat]) -> Json:
    players = [
        {**_player(seat, play), "net_points": net}
        for seat, play, net in zip(seats, scored.plays, scored.scores.net_points, strict=True)
    ]
    return {"players": players, "pairs": _pairs(scored.scores, seats)}


def settlement_answer(settled: SettledTable, seats: Sequence[Seat]) -> Json:
    settlement = settled.settlement
    nets, chips = settlement.scores.net_points, settlement.chips
    players = [
        {**_player(seat, play), "net_points": net, "chips": won}
        for seat, play, net, won in zip(seats, settled.plays, nets, chips, strict=True)
    ]
    return {
        "players": players,
        "pairs": _pairs(settlement.scores, seats),
        "pot": settlement.pot,
        "pot_winners": [seats[winner].id for winner in settlement.pot_winners],
        "warnings": [_warning(warning, seats) for warning in settled.warnings],
    }


def _warning(warning: WorthMorePlayed, seats: Sequence[Seat]) -> Json:
    return {
        "player": seats[warning.seat].id,
        "declared": warning.automatic,
        "chips": warning.chips,
        "chips_if_played": warning.chips_if_played,
        "message": "auto declared these hands, but playing them is worth more; send declare: null to play them.",
    }


def _player(seat: Seat, play: Play | None) -> Json:
    """A player and the hands played, each with its reading."""
    hands = zip(BACK_TO_FRONT, seat.hands, play.readings, strict=True) if seat.hands and play else ()
    return {
        "id": seat.id,
        "decision": "play" if play else "surrender",
        "declared": play.automatic if play else None,
        "hands": {
            str(position): {"cards": card_texts(cards), "tuple": tuple_of(reading, position), "hand_type": reading.type}
            for position, cards, reading in hands
        },
    }


def _pairs(scores: Scores, seats: Sequence[Seat]) -> list[Json]:
    return [_pair(pair, seats) for pair in scores.pairs]


def _pair(pair: Pair, seats: Sequence[Seat]) -> Json:
    return {
        "a": seats[pair.a].id,
        "b": seats[pair.b].id,
        "a_points": pair.a_points,
        "positions": {str(position): won for position, won in pair.positions.items()} or None,
    }


def decision_answer(decision: Decision) -> Json:
    return {
        "advice": decision.advice,
        "play": {
            **_estimate(decision.play),
            "pot_adds": _rounded(decision.pot_adds),
            "arranged": _estimate(decision.arranged),
            "declared": _declared(decision.declared) if decision.declared else None,
        },
        "surrender": {"expected_net": decision.surrender},
        "automatics": {str(automatic): chance for automatic, chance in decision.automatics.items()},
        "pot_equity": _rounded(decision.pot_equity),
        "futures": decision.futures,
        "arrangements": decision.arrangements,
    }


def _declared(declared: Declared) -> Json:
    return {**_estimate(declared.net), "possible": _rounded(declared.possible), "better": _rounded(declared.better)}


def _estimate(estimate: Estimate) -> Json:
    return {"expected_net": _rounded(estimate.mean), "standard_error": _rounded(estimate.standard_error)}


def _rounded(estimated: float) -> float:
    """Six decimals; further digits of an estimate are rounding noise."""
    return round(estimated, 6)
