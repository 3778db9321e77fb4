"""Previews a change: the strength and the chances of each reference character, before and after."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.duel import DuelSide
from service.engines.destiny.odds.duels import Duels
from service.engines.destiny.participants import Strength
from service.engines.destiny.preview.comparisons import (
    NOTHING_COMPARED,
    ChallengeRow,
    Comparison,
    DuelRow,
    Sides,
    View,
    compare_challenges,
    compare_duels,
    on_each_side,
)
from service.engines.destiny.preview.reference_characters import GivenCharacter, assemble
from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake
from service.engines.pauses import Pause, no_pause
from service.engines.points import Hundredths
from service.engines.wire_enum import WireEnum

Strengths = Sequence[Strength | None]
DuelSides = Sequence[DuelSide | None]


class PreviewPart(WireEnum):
    """What can be compared."""

    CHALLENGES = "challenges"
    DUELS = "duels"


@dataclass(frozen=True, slots=True)
class Interest:
    """What to preview: these characters in addition to the reference characters, all at this location."""

    characters: Sequence[GivenCharacter] = ()
    location: str | None = None
    view: View = field(default_factory=View)
    parts: Collection[PreviewPart] = tuple(PreviewPart)


@dataclass(frozen=True, slots=True)
class Standing:
    suit_bonuses: SuitBonuses
    points_of_all: Hundredths
    """The sum of all hands' totals: the expected total times the number of hands."""


@dataclass(frozen=True, slots=True)
class CharacterRow:
    name: str
    standings: Sides[Standing | None]


@dataclass(frozen=True, slots=True)
class TuningPreview:
    characters: Sequence[CharacterRow]
    challenges: Comparison[ChallengeRow]
    duels: Comparison[DuelRow]
    left_out_npcs: int
    warnings: Sequence[Mistake]


def preview_change(tunings: Sides[Tuning], interest: Interest, pause: Pause = no_pause) -> TuningPreview:
    """Exact odds before the change and after it. Raises `InvalidInput` for names that neither tuning knows.

    `pause` is called between steps of the work.
    """
    reference = assemble(tunings, interest.characters, interest.location)
    duel_sides = on_each_side(
        lambda strengths, tuning: _duel_sides(strengths, tuning, pause), reference.strengths, tunings
    )
    challenge_sides = on_each_side(_challenge_sides, duel_sides, tunings)
    standings = on_each_side(_standings, reference.strengths, duel_sides)
    challenges: Comparison[ChallengeRow] = NOTHING_COMPARED
    duels: Comparison[DuelRow] = NOTHING_COMPARED
    if PreviewPart.CHALLENGES in interest.parts:
        challenges = compare_challenges(reference.names, challenge_sides, tunings, interest.view, pause)
    if PreviewPart.DUELS in interest.parts:
        both = on_each_side(lambda sides, tuning: Duels(sides, tuning, pause), duel_sides, tunings)
        duels = compare_duels(reference.names, both, interest.view, pause)
    return TuningPreview(
        [CharacterRow(*row) for row in zip(reference.names, map(Sides, *standings), strict=True)],
        challenges,
        duels,
        reference.left_out_npcs,
        reference.warnings,
    )


def _duel_sides(strengths: Strengths, tuning: Tuning, pause: Pause) -> list[DuelSide | None]:
    sides = list[DuelSide | None]()
    for strength in strengths:
        pause()
        sides.append(DuelSide.of(strength, tuning) if strength else None)
    return sides


def _challenge_sides(duel_sides: DuelSides, tuning: Tuning) -> list[ChallengeSide | None]:
    return [ChallengeSide.of_totals(side.totals, side.by_class, tuning) if side else None for side in duel_sides]


def _standings(strengths: Strengths, duel_sides: DuelSides) -> list[Standing | None]:
    return [
        Standing(strength.suit_bonuses, side.totals.points_of_all()) if strength and side else None
        for strength, side in zip(strengths, duel_sides, strict=True)
    ]
