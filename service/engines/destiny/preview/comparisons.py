"""Every crime, skill check and duel of the reference characters, before a change and after it, ranked by the change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from service.engines.destiny.actions import ActionType
from service.engines.destiny.odds.challenge import DEGREES, ChallengeSide
from service.engines.destiny.odds.duel import DuelOdds, DuelSide
from service.engines.destiny.odds.duels import Duels
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.tuning import Tuning
from service.engines.pauses import Pause
from service.engines.points import Hundredths
from service.engines.wire_enum import WireEnum

Side = TypeVar("Side")
Side_co = TypeVar("Side_co", covariant=True)


class PreviewChange(WireEnum):
    """How a tuning change affects one thing that is compared."""

    MOVED = "moved"
    ADDED = "added"
    REMOVED = "removed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Sides(Generic[Side_co]):
    """A value before a change and after it; None on a side where it does not exist."""

    before: Side_co
    after: Side_co

    def __iter__(self) -> Iterator[Side_co]:
        yield self.before
        yield self.after

    @property
    def change(self) -> PreviewChange:
        if self.before is None:
            return PreviewChange.ADDED
        if self.after is None:
            return PreviewChange.REMOVED
        return PreviewChange.NONE if self.before == self.after else PreviewChange.MOVED


def on_each_side(make: Callable[..., Side], *sides: Sides[Any]) -> Sides[Side]:
    """The result of `make` for the values of each side."""
    return Sides(*map(make, *sides))


Row = TypeVar("Row")
Flags = npt.NDArray[np.bool_]

MOST_ROWS: Final = 1000
_BEYOND_ANY_MOVE: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class View:
    """How much of a comparison to show."""

    only_changed: bool = False
    limit: int = MOST_ROWS


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Row]):
    """The rows to show, and figures over all rows, shown or not."""

    rows: Sequence[Row]
    compared: int
    moved: int
    added: int
    removed: int
    largest_move: int
    """The largest difference of any chance, in hands or in pairs of hands."""

    @property
    def left_out(self) -> int:
        """The number of compared rows that are not shown."""
        return self.compared - len(self.rows)


NOTHING_COMPARED: Final[Comparison[Any]] = Comparison((), compared=0, moved=0, added=0, removed=0, largest_move=0)


def ranked(moves: Integers, there: Sides[Flags], view: View, row_at: Callable[[int], Row]) -> Comparison[Row]:
    """The comparison, with rows sorted by how far they move, largest move first.

    A row that exists on only one side has no move and comes first. A row that exists on neither side is dropped. Rows
    with equal moves keep their order.
    """
    both, either = there.before & there.after, there.before | there.after
    rank = np.where(both, moves, _BEYOND_ANY_MOVE)
    wanted = either & (rank > 0) if view.only_changed else either
    order = np.argsort(-rank, kind="stable")
    return Comparison(
        rows=[row_at(place) for place in order[wanted[order]][: view.limit].tolist()],
        compared=int(either.sum()),
        moved=int((both & (moves > 0)).sum()),
        added=int((there.after & ~there.before).sum()),
        removed=int((there.before & ~there.after).sum()),
        largest_move=int(moves.max(where=both, initial=0)),
    )


Thresholds = Mapping[tuple[ActionType, str], Hundredths]
"""The threshold of each crime and each skill check."""
_SUCCESSES: Final = 2
"""The first two degrees are successes."""


@dataclass(frozen=True, slots=True)
class ChallengeChances:
    """The chances against one threshold. Equality compares only the degrees."""

    threshold: Hundredths = field(compare=False)
    degrees: Sequence[int]
    """The number of hands in each degree, in the order of `DEGREES`."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One challenge for one character."""

    action_type: ActionType
    name: str
    character: str
    chances: Sides[ChallengeChances | None]


def compare_challenges(
    characters: Sequence[str],
    challenge_sides: Sides[Sequence[ChallengeSide | None]],
    tunings: Sides[Tuning],
    view: View,
    pause: Pause,
) -> Comparison[ChallengeRow]:
    """Compare every reference character against every crime and every skill check of either side."""
    thresholds_by_name = on_each_side(_thresholds, tunings)
    names = list({**thresholds_by_name.before, **thresholds_by_name.after})
    counts = on_each_side(
        lambda sides, thresholds: _Counts(sides, thresholds, names, pause), challenge_sides, thresholds_by_name
    )

    def row_at(place: int) -> ChallengeRow:
        who, what = divmod(place, len(names))
        chances = on_each_side(lambda counted: counted.chances(place, names[what]), counts)
        return ChallengeRow(*names[what], characters[who], chances)

    return ranked(_moves(counts), on_each_side(lambda counted: counted.there, counts), view, row_at)


def _thresholds(tuning: Tuning) -> Thresholds:
    return {
        **{(ActionType.PVE, name): crime.threshold for name, crime in tuning.crimes.items()},
        **{(ActionType.SKILL_CHECK, name): check.threshold for name, check in tuning.skill_checks.items()},
    }


class _Counts:
    """One side's numbers of hands: a row for each character and threshold, including those that it lacks."""

    def __init__(
        self,
        challenge_sides: Sequence[ChallengeSide | None],
        thresholds_by_name: Thresholds,
        names: Sequence[tuple[ActionType, str]],
        pause: Pause,
    ) -> None:
        self._thresholds = thresholds_by_name
        known = np.array([name in thresholds_by_name for name in names], dtype=np.bool_)
        # Many challenges of a large catalogue have the same threshold.
        thresholds = sorted(set(thresholds_by_name.values()))
        places = {threshold: place for place, threshold in enumerate(thresholds)}
        which = [places[thresholds_by_name[name]] if name in thresholds_by_name else -1 for name in names]
        none, degrees = (
            [(0,) * len(DEGREES)],
            np.zeros((len(challenge_sides), len(names), len(DEGREES)), dtype=np.int64),
        )
        for place, side in enumerate(challenge_sides):
            pause()
            if side:
                np.take(
                    np.append(side.degrees_against_each(thresholds), none, axis=0), which, axis=0, out=degrees[place]
                )
        self.degrees: Integers = degrees.reshape(-1, len(DEGREES))
        self.there: Flags = np.outer([side is not None for side in challenge_sides], known).ravel()

    def chances(self, place: int, name: tuple[ActionType, str]) -> ChallengeChances | None:
        """The chances in a row; None if this side lacks it."""
        return ChallengeChances(self._thresholds[name], self.degrees[place].tolist()) if self.there[place] else None


def _moves(counts: Sides[_Counts]) -> Integers:
    """The largest change of each row, in hands: in one degree, or in success."""
    differences = counts.after.degrees - counts.before.degrees
    success = np.abs(differences[:, :_SUCCESSES].sum(axis=1))
    moves: Integers = np.maximum(success, np.abs(differences).max(axis=1))
    return moves


@dataclass(frozen=True, slots=True)
class DuelRow:
    actor: str
    target: str
    chances: Sides[DuelOdds | None]


def compare_duels(characters: Sequence[str], duels: Sides[Duels], view: View, pause: Pause) -> Comparison[DuelRow]:
    """Compare each pair of reference characters once. The first of the pair is the actor.

    A duel of two whom the change leaves as they are cannot move, so it is counted only if it is shown, and only once.
    """
    pairs = list(combinations(range(len(characters)), 2))
    there = on_each_side(
        lambda side: np.array([bool(side.sides[one] and side.sides[other]) for one, other in pairs]), duels
    )
    still = _unmoved(duels)
    cannot_move = [still[one] and still[other] for one, other in pairs]

    def chances(place: int) -> Sides[DuelOdds | None]:
        pause()
        before = duels.before.odds(*pairs[place])
        return Sides(before, before if cannot_move[place] else duels.after.odds(*pairs[place]))

    counted = {place: chances(place) for place in range(len(pairs)) if not cannot_move[place]}
    moves = np.zeros(len(pairs), dtype=np.int64)
    for place, sides in counted.items():
        moves[place] = _move(*sides)

    def row_at(place: int) -> DuelRow:
        actor, target = pairs[place]
        return DuelRow(characters[actor], characters[target], counted.get(place) or chances(place))

    return ranked(moves, there, view, row_at)


def _unmoved(duels: Sides[Duels]) -> list[bool]:
    """For each character, whether they bring the same to a duel on both sides, and the same rules decide it."""
    rules = [(side.tuning.tie_favors_defender, side.tuning.royal_flush_auto_win) for side in duels]
    return [rules[0] == rules[1] and _same(*sides) for sides in zip(duels.before.sides, duels.after.sides, strict=True)]


def _same(before: DuelSide | None, after: DuelSide | None) -> bool:
    if before is None or after is None:
        return before is after
    return np.array_equal(before.by_class, after.by_class) and np.array_equal(before.by_pattern, after.by_pattern)


def _move(before: DuelOdds | None, after: DuelOdds | None) -> int:
    """The largest change of the duel, in pairs of hands: in wins, or in equal totals."""
    if before is None or after is None:
        return 0
    return max(abs(after.actor_wins - before.actor_wins), abs(after.tied_totals - before.tied_totals))
