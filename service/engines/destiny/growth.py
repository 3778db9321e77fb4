"""How strong a participant becomes as some of their skills rise together."""

from dataclasses import dataclass, replace

from service.engines.cards import SUITS, Suit
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.naming import unknown_entry
from service.engines.destiny.participants import Strength
from service.engines.destiny.skills import NO_LEVEL
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.errors import Path
from service.engines.points import Hundredths


@dataclass(frozen=True, slots=True)
class Growth:
    """Which skills rise: those named, and those that count in one of the suits."""

    skills: tuple[str, ...] = ()
    suits: tuple[Suit, ...] = ()

    def skills_in(self, tuning: Tuning, path: Path, mistakes: Mistakes) -> frozenset[str]:
        """The skills of this tuning that rise. Unknown names are added to the mistakes."""
        for index, name in enumerate(self.skills):
            if name not in tuning.skills:
                mistakes.append(unknown_entry("skills", name, tuning, (*path, "skills", index)))
        of_suits = {name for name, suits in tuning.skills.items() if set(self.suits) & set(suits)}
        return frozenset(of_suits | (set(self.skills) & tuning.skills.keys()))


@dataclass(frozen=True, slots=True)
class GrowingStrength:
    """A strength that depends on one level."""

    constant: Strength
    """Without the skills that rise."""
    skills_by_suit: tuple[int, int, int, int]
    """How many of the rising skills count in each suit, in the order of `SUITS`."""
    skill_bonuses: tuple[Hundredths, ...]
    """The bonus of each level; that of `NO_LEVEL` is zero."""

    @classmethod
    def of(cls, constant: Strength, rising: frozenset[str], tuning: Tuning) -> "GrowingStrength":
        spades, hearts, clubs, diamonds = (sum(tuning.skills[name].count(suit) for name in rising) for suit in SUITS)
        bonuses = (0, *tuning.skill_bonuses[NO_LEVEL + 1 :])
        return cls(constant, (spades, hearts, clubs, diamonds), bonuses)

    def at(self, level: int) -> Strength:
        bonus = self.skill_bonuses[level]
        constant, counts = self.constant.suit_bonuses, self.skills_by_suit
        bonuses: SuitBonuses = (
            constant[0] + bonus * counts[0],
            constant[1] + bonus * counts[1],
            constant[2] + bonus * counts[2],
            constant[3] + bonus * counts[3],
        )
        return replace(self.constant, suit_bonuses=bonuses)
