"""Doubts about a change of the tuning: challenges whose chances jump, or that no character or everyone succeeds in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.engines.cards import SUITS
from service.engines.destiny.growth import GrowingStrength, Growth
from service.engines.destiny.modifiers import NO_BONUSES, SuitBonuses
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.participants import Strength
from service.engines.destiny.preview.comparisons import Flags, Sides, on_each_side
from service.engines.destiny.tuning import Crime, SkillCheck, Tuning
from service.engines.draws import HAND_COUNT
from service.engines.errors import Mistake, Path
from service.engines.pauses import Pause, each, no_pause
from service.engines.points import Hundredths

MOST_JUMP: Final = 20
"""By how many percentage points the chance of success of a reference build may change without a doubt."""
QUARTERS: Final = (1, 2, 3, 4)
"""The levels of reference builds: these quarters of the highest level before the change, rounded up."""
MOST_NAMED: Final = 10
"""How many doubts of one kind are listed one by one. A change of the curve can move every challenge."""


@dataclass(frozen=True, slots=True)
class Build:
    """A reference build: every skill of one suit at one level."""

    skills: frozenset[str]
    level: int
    name: str

    def growing_in(self, tuning: Tuning) -> GrowingStrength:
        """What its skills are worth under this tuning, which may lack some of them."""
        return GrowingStrength.of(Strength(), self.skills & tuning.skills.keys(), tuning)

    def bonuses_at(self, growing: GrowingStrength, tuning: Tuning) -> SuitBonuses:
        """What they are worth at its level, or at the highest of this tuning if that is lower."""
        return growing.at(min(self.level, tuning.max_skill_level)).suit_bonuses


def reference_builds(tuning: Tuning) -> list[Build]:
    """Without skills, and with the skills of each suit at a quarter, a half, three quarters and all of the levels."""
    levels = sorted({-(-tuning.max_skill_level * quarter // QUARTERS[-1]) for quarter in QUARTERS})
    by_suit = {suit: Growth(suits=(suit,)).skills_in(tuning, (), []) for suit in SUITS}
    return [
        Build(frozenset(), 0, "without skills"),
        *(
            Build(by_suit[suit], level, f"with the {suit} skills at level {level}")
            for suit in SUITS
            for level in levels
        ),
    ]


def challenge_doubts(tuning: Tuning, before: Tuning | None, pause: Pause = no_pause) -> list[Mistake]:
    """The doubts about the change from `before`; None: there was no tuning, so that nothing can jump."""
    if before and _odds_come_from(before) == _odds_come_from(tuning):
        return []
    pause()
    certainties = list(_certainties(tuning, before))
    return [*certainties, *(_jumps(Sides(before, tuning), pause) if before else ())]


_Thresholds = Mapping[Path, Hundredths]
_Challenges = Mapping[str, Crime | SkillCheck]


def _thresholds(tuning: Tuning) -> _Thresholds:
    parts: Mapping[str, _Challenges] = {"crimes": tuning.crimes, "skill_checks": tuning.skill_checks}
    return {(part, name, "threshold"): one.threshold for part, some in parts.items() for name, one in some.items()}


def _odds_come_from(tuning: Tuning) -> tuple[object, ...]:
    """All that a character's chance of success depends on, without items and effects."""
    scores = tuning.hand_rank_scores, tuning.royal_flush_auto_win
    return *scores, tuning.skills, tuning.skill_bonuses, _thresholds(tuning)


def _successes(bonuses: SuitBonuses, thresholds: Sequence[Hundredths], tuning: Tuning) -> Integers:
    """The hands that succeed against each threshold."""
    degrees = ChallengeSide.of(Strength(bonuses), tuning).degrees_against_each(thresholds)
    successes: Integers = degrees[:, :2].sum(axis=1)
    return successes


@dataclass(frozen=True, slots=True)
class _Jump:
    path: Path
    build: Build
    hands: Sides[int]

    @property
    def size(self) -> int:
        return abs(self.hands.after - self.hands.before)

    def doubt(self) -> Mistake:
        old, new = (f"{hands * 100 / HAND_COUNT:.1f} %" for hands in self.hands)
        return Mistake(self.path, f"Success {self.build.name} would go from {old} to {new}.")


def _jumps(tunings: Sides[Tuning], pause: Pause) -> Iterator[Mistake]:
    """A doubt for each challenge of both sides whose chance of success jumps, for the build for which it jumps most."""
    before, after = on_each_side(_thresholds, tunings)
    both = [path for path in after if path in before]
    thresholds = Sides([before[path] for path in both], [after[path] for path in both])
    largest: dict[Path, _Jump] = {}
    seen = set[Sides[SuitBonuses]]()
    growing: dict[frozenset[str], Sides[GrowingStrength]] = {}
    for build in each(reference_builds(tunings.before), pause):
        if build.skills not in growing:  # builds of the same suit differ only in their levels
            growing[build.skills] = on_each_side(build.growing_in, tunings)
        bonuses = on_each_side(build.bonuses_at, growing[build.skills], tunings)
        # Suits are alike, so only how much the bonuses are matters, not where.
        alike = on_each_side(lambda one: tuple(sorted(one)), bonuses)
        if alike in seen:
            continue
        seen.add(alike)
        hands = on_each_side(_successes, bonuses, thresholds, tunings)
        jumps = np.abs(hands.after - hands.before)
        for place in np.flatnonzero(jumps * 100 > MOST_JUMP * HAND_COUNT).tolist():
            jump = _Jump(both[place], build, Sides(int(hands.before[place]), int(hands.after[place])))
            if jump.path not in largest or largest[jump.path].size < jump.size:
                largest[jump.path] = jump
    ordered = sorted(largest.values(), key=lambda jump: -jump.size)
    yield from _first([jump.doubt() for jump in ordered], "Chances of success would jump in {} more.")


def _certainties(tuning: Tuning, before: Tuning | None) -> Iterator[Mistake]:
    """A doubt for each challenge that has the same result for everyone, as it did not before."""
    hopeless, certain = _decided(tuning)
    was_hopeless, was_certain = _decided(before) if before else (set[Path](), set[Path]())
    highest = tuning.max_skill_level
    none = f"No character would succeed without items or effects, not even with every skill at level {highest}."
    every = "Every hand would succeed, even without skills."
    new_hopeless = [Mistake(path, none) for path in hopeless if path not in was_hopeless]
    new_certain = [Mistake(path, every) for path in certain if path not in was_certain]
    yield from _first(new_hopeless, "No character would succeed in {} more.")
    yield from _first(new_certain, "Every hand would succeed in {} more.")


def _decided(tuning: Tuning) -> tuple[Sequence[Path], Sequence[Path]]:
    """The challenges in which the strongest never succeed, and those in which the weakest always do."""
    thresholds = _thresholds(tuning)
    every_skill = GrowingStrength.of(Strength(), frozenset(tuning.skills), tuning)
    strongest = every_skill.at(tuning.max_skill_level).suit_bonuses
    values = list(thresholds.values())
    hopeless = _successes(strongest, values, tuning) == 0
    certain = _successes(NO_BONUSES, values, tuning) == HAND_COUNT
    return _where(hopeless, thresholds), _where(certain, thresholds)


def _where(flags: Flags, thresholds: _Thresholds) -> Sequence[Path]:
    return [path for path, flag in zip(thresholds, flags, strict=True) if flag]


def _first(doubts: Sequence[Mistake], more: str) -> Iterator[Mistake]:
    """The first of these doubts, and one that says how many more there are."""
    yield from doubts[:MOST_NAMED]
    if len(doubts) > MOST_NAMED:
        yield Mistake(doubts[MOST_NAMED].path[:1], more.format(len(doubts) - MOST_NAMED))
