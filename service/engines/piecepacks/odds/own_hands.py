"""The exact chance of each hand that a player can end with, over every way to complete the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from service.engines.piecepacks.odds.question import QuoteTileOddsInput
from service.engines.piecepacks.odds.scores import HIGH, LOW, Codes, OwnScores, Side, codes_of, subsets
from service.engines.wire_enum import WireEnum


@dataclass(frozen=True, slots=True)
class OwnHands:
    """On how many boards the best hand is of each kind, best kind first; None of a side that wins nothing."""

    boards: int
    high: Mapping[WireEnum, int] | None
    low: Mapping[WireEnum, int] | None


def own_hands(question: QuoteTileOddsInput) -> OwnHands:
    """The hands of the player who asks."""
    high = _counted(question, HIGH) if question.rules.high else None
    low = _counted(question, LOW[question.low_rule]) if question.rules.low else None
    return OwnHands(question.boards, high, low)


def _counted(question: QuoteTileOddsInput, side: Side) -> dict[WireEnum, int]:
    own = OwnScores.of(side, question.tiles, question.rules.own_used)
    hands = np.zeros(len(side.kind_of_score), dtype=np.int64)
    for board in _boards(question):
        hands += np.bincount(np.atleast_1d(own.on(board)), minlength=len(hands))
    by_kind = np.zeros(len(side.kinds), dtype=np.int64)
    np.add.at(by_kind, side.kind_of_score, hands)
    return dict(zip(side.kinds, by_kind.tolist(), strict=True))


def _boards(question: QuoteTileOddsInput) -> Iterator[list[Codes]]:
    """Every complete board once, as codes; those with the same last tile together."""
    known: list[Any] = list(codes_of(question.board))
    unknown, missing = codes_of(question.unknown), question.missing
    if not missing:
        yield known
        return
    others = subsets(missing - 1, len(unknown) - 1)
    for last in range(missing - 1, len(unknown)):
        yield [*known, *unknown.take(others[:, : comb(last, missing - 1)]), unknown[last]]
