"""Scores of tile hands as arrays, and the hands that a player can make with their own tiles."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from service.engines.pauses import Pause, each, no_pause
from service.engines.piecepacks.best_hands import CLASS_NUMBERS, CODE_COUNT, LOWNESS, TILE_CODES
from service.engines.piecepacks.hands import HAND_CLASSES, HAND_SIZE, HAND_TYPES, LowRule, Pattern
from service.engines.piecepacks.odds.question import QuoteTileOddsInput
from service.engines.piecepacks.tiles import Tile
from service.engines.piecepacks.variants import VariantRules
from service.engines.wire_enum import WireEnum

Places = npt.NDArray[np.uint8]


@lru_cache(maxsize=32)
def subsets(size: int, of: int) -> Places:
    """The choices of `size` places as columns, each ascending downwards, ordered by the largest place, then the next.

    The choices among the first m places are therefore the first C(m, size) columns.
    """
    if not size:
        return np.zeros((0, 1), dtype=np.uint8)
    below = subsets(size - 1, of - 1)
    columns = [
        np.vstack((below[:, : comb(top, size - 1)], np.full((1, comb(top, size - 1)), top, dtype=np.uint8)))
        for top in range(size - 1, of)
    ]
    joined = np.concatenate(columns, axis=1)
    joined.flags.writeable = False
    return joined


def pair_number(low: Places, high: Places) -> npt.NDArray[np.intp]:
    """The column of these two places in `subsets`."""
    top = high.astype(np.intp)
    return top * (top - 1) // 2 + low


Scores = npt.NDArray[np.int16]
Codes = Any
"""Codes of tiles or sums of them: an array, or one number for all."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """High or low: one side that hands are played for. The larger score wins."""

    scores: Scores
    """By the code of a hand; meaningless at codes that no hand has."""
    kinds: tuple[WireEnum, ...]
    """The names of the hands on this side, best first."""
    kind_of_score: npt.NDArray[np.intp]
    """By score: the index in `kinds`."""


_NUMBERS: Final = np.array(CLASS_NUMBERS, dtype=np.int16)


def _side(score_by_class: Sequence[int], kind_by_class: Sequence[WireEnum], kinds: tuple[WireEnum, ...]) -> Side:
    kind_of_score = np.zeros(max(score_by_class) + 1, dtype=np.intp)
    for score, kind in zip(score_by_class, kind_by_class, strict=True):
        kind_of_score[score] = kinds.index(kind)
    return Side(np.array(score_by_class, dtype=np.int16).take(_NUMBERS), kinds, kind_of_score)


_HANDS: Final = [one.hand for one in HAND_CLASSES]
HIGH: Final = _side(range(len(HAND_CLASSES)), _HANDS, HAND_TYPES)
LOW: Final[Mapping[LowRule, Side]] = {
    LowRule.TABLE: _side(LOWNESS[LowRule.TABLE], _HANDS, tuple(reversed(HAND_TYPES))),
    # Flushes do not count here, so a low hand is named by its pattern alone.
    LowRule.ACE_TO_FIVE: _side(
        LOWNESS[LowRule.ACE_TO_FIVE],
        [Pattern(hand.partition("_flush_")[2]) for hand in _HANDS],
        tuple(Pattern),
    ),
}


def sides_of(rules: VariantRules, low_rule: LowRule) -> tuple[Side, ...]:
    """The sides that pots are split between, or the only side."""
    return (*((HIGH,) if rules.high else ()), *((LOW[low_rule],) if rules.low else ()))


def codes_of(tiles: Iterable[Tile]) -> npt.NDArray[np.intp]:
    return np.array([TILE_CODES[tile] for tile in tiles], dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class OwnScores:
    """A side's scores with one player's tiles included, by the number of board tiles used and by their code."""

    by_board_used: Mapping[int, Scores]

    @classmethod
    def of(cls, side: Side, tiles: Iterable[Tile], own_used: Iterable[int], pause: Pause = no_pause) -> "OwnScores":
        """The scores of a player with these tiles. `own_used` lists how many of them a hand may use."""
        codes = [TILE_CODES[tile] for tile in tiles]
        return cls({HAND_SIZE - used: _laid_in(side.scores, codes, used, pause) for used in own_used})

    def on(self, board: Sequence[Codes], pause: Pause = no_pause) -> Scores:
        """The best score on each of many boards, given as the codes of their first tiles, of their second tiles, ..."""
        best: Scores = np.zeros((), dtype=np.int16)
        for used, table in self.by_board_used.items():
            for chosen in each(combinations(board, used), pause):
                best = np.maximum(best, table.take(sum(chosen)))
        return np.asarray(best)


def _laid_in(scores: Scores, own: Sequence[int], used: int, pause: Pause) -> Scores:
    """By the code of the tiles to add: the best score with `used` own tiles. The codes of tiles simply add up."""
    parts = [sum(part) for part in combinations(own, used)]
    length = CODE_COUNT - max(parts)
    best = scores[parts[0] : parts[0] + length]
    for part in each(parts[1:], pause):
        best = np.maximum(best, scores[part : part + length])
    return best


@dataclass(frozen=True, slots=True)
class OwnHands:
    """The number of boards with each kind of best hand, best kind first; None for a side that is not played."""

    boards: int
    high: Mapping[WireEnum, int] | None
    low: Mapping[WireEnum, int] | None


def own_hands(question: QuoteTileOddsInput, pause: Pause = no_pause) -> OwnHands:
    """Counts over all boards. `pause` is called between steps of the work."""
    high = _counted(question, HIGH, pause) if question.rules.high else None
    low = _counted(question, LOW[question.low_rule], pause) if question.rules.low else None
    return OwnHands(question.boards, high, low)


def _counted(question: QuoteTileOddsInput, side: Side, pause: Pause) -> dict[WireEnum, int]:
    own = OwnScores.of(side, question.tiles, question.rules.own_used, pause)
    hands = np.zeros(len(side.kind_of_score), dtype=np.int64)
    for scores in _on_every_board(question, own, pause):
        hands += np.bincount(np.atleast_1d(scores), minlength=len(hands))
        pause()
    by_kind = np.zeros(len(side.kinds), dtype=np.int64)
    np.add.at(by_kind, side.kind_of_score, hands)
    return dict(zip(side.kinds, by_kind.tolist(), strict=True))


def _on_every_board(question: QuoteTileOddsInput, own: OwnScores, pause: Pause) -> Iterator[Scores]:
    """The score on every complete board once; boards with the same last tile come together.

    All that does not use the last tile is computed once: the other tiles of the boards with one last tile are the first
    of those with the next.
    """
    known: list[Any] = list(codes_of(question.board))
    unknown, missing = codes_of(question.unknown), question.missing
    if not missing:
        yield own.on(known, pause)
        return
    others = [*known, *unknown.take(subsets(missing - 1, len(unknown) - 1))]
    number = comb(len(unknown) - 1, missing - 1)
    without_last = np.broadcast_to(own.on(others, pause), number)
    next_to_last = [
        (table, np.broadcast_to(sum(chosen), number))
        for used, table in own.by_board_used.items()
        for chosen in each(combinations(others, used - 1), pause)
    ]
    for last in range(missing - 1, len(unknown)):
        boards = comb(last, missing - 1)
        best = without_last[:boards]
        for table, codes in each(next_to_last, pause):
            best = np.maximum(best, table[unknown.item(last) :].take(codes[:boards]))
        yield best
