"""The tuning: every balance parameter and the catalogue, as values ready for scoring."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.engines.cards import Suit
from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.skills import Millionths, SkillCurve
from service.engines.points import Hundredths
from service.engines.wire_enum import WireEnum


class Degree(WireEnum):
    """How well or badly an action against a threshold went, best first (ruling A7)."""

    CRITICAL_SUCCESS = "critical_success"
    SUCCESS = "success"
    FAILURE = "failure"
    CRITICAL_FAILURE = "critical_failure"


class GangMethod(WireEnum):
    """How the totals of a gang become one score (ruling A10)."""

    AVERAGE = "average"
    BEST_THREE = "best_three"


@dataclass(frozen=True, slots=True)
class Crime:
    difficulty: str
    threshold: Hundredths
    energy_cost: int


@dataclass(frozen=True, slots=True)
class SkillCheck:
    """A difficulty that a skill check can have."""

    context: str
    threshold: Hundredths


@dataclass(frozen=True, slots=True)
class Npc:
    """An opponent without a character: one bonus in all four suits (ruling A12)."""

    avg_skill_level: int
    avg_suit_bonus: Hundredths


@dataclass(frozen=True, slots=True)
class Effect:
    """A modifier that runs on a character for a limited time."""

    duration_seconds: int
    modifier: Modifier


@dataclass(frozen=True, slots=True)
class Territory:
    """A place that can be defended (ruling A16)."""

    defense_bonus: Hundredths


@dataclass(frozen=True, slots=True)
class Tuning:
    """One revision's values. Field names are the tuning keys: the document's names in lower case."""

    hand_rank_scores: Mapping[HandRank, Hundredths]
    skill_curve: SkillCurve
    skill_linear_coefficient: Millionths
    skill_exponential_base: Millionths
    skill_exponential_coefficient: Millionths
    max_skill_level: int
    skill_table: tuple[tuple[int, Hundredths], ...]
    """Levels and their bonuses, ascending, for the curve `table`."""
    critical_margin: Hundredths
    failure_margin: Hundredths
    reward_multipliers: Mapping[Degree, Millionths]
    default_gang_method: GangMethod
    territory_defense_multiplier: Millionths
    tie_favors_defender: bool
    royal_flush_auto_win: bool
    skills: Mapping[str, tuple[Suit, ...]]
    crimes: Mapping[str, Crime]
    skill_checks: Mapping[str, SkillCheck]
    npcs: Mapping[str, Npc]
    items: Mapping[str, Modifier]
    effects: Mapping[str, Effect]
    locations: Mapping[str, Modifier]
    territories: Mapping[str, Territory]
    skill_bonuses: tuple[Hundredths, ...]
    """The bonus of each level from 1, computed from the fields above."""
