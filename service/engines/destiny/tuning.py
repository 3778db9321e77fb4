"""The tuning: every balance parameter and the catalogue, read into values for scoring."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from service.engines.cards import SUITS, Suit
from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.skills import (
    HIGHEST_LEVEL,
    PUBLISHED_MAX_LEVEL,
    Millionths,
    SkillCurve,
    formula_bonuses,
    published_bonuses,
    skill_table,
    table_bonuses,
)
from service.engines.documents import (
    ArrayOr,
    Choice,
    Entries,
    Kind,
    Mistakes,
    Record,
    Sequence,
    Text,
    Whole,
    coefficient,
    flag,
    identifier,
    mapping_of,
    points,
)
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pauses import Pause, no_pause
from service.engines.points import LIMIT, POINT, Hundredths
from service.engines.wire_enum import WireEnum


class Degree(WireEnum):
    """The outcomes of an action against a threshold, best first (ruling A7)."""

    CRITICAL_SUCCESS = "critical_success"
    SUCCESS = "success"
    FAILURE = "failure"
    CRITICAL_FAILURE = "critical_failure"


class GangMethod(WireEnum):
    """How to combine the totals of a gang into one score (ruling A10)."""

    AVERAGE = "average"
    BEST_THREE = "best_three"


@dataclass(frozen=True, slots=True)
class Crime:
    difficulty: str
    threshold: Hundredths
    energy_cost: int
    reward: Hundredths | None = None
    """What a success pays before it is multiplied. Only odds and outcomes show it."""


@dataclass(frozen=True, slots=True)
class SkillCheck:
    """A difficulty of skill checks."""

    context: str
    threshold: Hundredths


@dataclass(frozen=True, slots=True)
class Npc:
    """An opponent without a character, with the same bonus in all four suits (ruling A12)."""

    avg_skill_level: int
    avg_suit_bonus: Hundredths


@dataclass(frozen=True, slots=True)
class Effect:
    """A modifier that applies to a character for a limited time."""

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
    """Levels and their bonuses in ascending order, for the curve `table`."""
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
    """The bonus of each level from 1 up, computed from the fields above."""
    removed: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False)
    """The revision that removed an entry, by part and name, where that is recent. For messages only."""


_DAY: Final = 24 * 60 * 60
LONGEST_TITLE: Final = 100
_TITLE: Final[Mapping[str, Kind]] = {"title": Text(LONGEST_TITLE)}
"""A display name, which any entry of the catalogue may have. The rules ignore it."""
_MODIFIER_FIELDS: Final[Mapping[str, Any]] = {
    "flat": points(),
    "suits": mapping_of(Suit, points()),
    "hand_ranks": mapping_of(HandRank, points()),
}


def _modifier(
    source: str,
    flat: Hundredths = 0,
    suits: Mapping[Suit, Hundredths] | None = None,
    hand_ranks: Mapping[HandRank, Hundredths] | None = None,
) -> Modifier:
    spades, hearts, clubs, diamonds = ((suits or {}).get(suit, 0) for suit in SUITS)
    return Modifier(source, flat, (spades, hearts, clubs, diamonds), hand_ranks or {})


def _modifiers(prefix: str) -> Entries:
    """Entries that are only modifiers. In a breakdown, their source has the prefix, as in `item:lucky_ace_charm`."""
    return Entries(_entry(dict, {}, _MODIFIER_FIELDS), lambda name, read: _modifier(f"{prefix}:{name}", **read))


def _effect(name: str, read: dict[str, Any]) -> Effect:
    duration_seconds = read.pop("duration_seconds")
    return Effect(duration_seconds, _modifier(f"effect:{name}", **read))


def _entry(
    build: Callable[..., Any], required: Mapping[str, Kind], optional: Mapping[str, Kind] = MappingProxyType({})
) -> Kind:
    """The kind of a catalogue entry; `build` receives its fields without the title."""

    def untitled(*, title: str | None = None, **fields: Any) -> Any:  # noqa: ARG001  the rules ignore it
        return build(**fields)

    return Record(untitled, required, {**_TITLE, **optional})


def _entries(build: Callable[..., Any], **fields: Kind) -> Kind:
    return Entries(_entry(build, fields))


MOST_REWARD: Final[Hundredths] = 1_000_000 * POINT
_crime: Final = _entry(
    Crime,
    {"difficulty": identifier, "threshold": points(0), "energy_cost": Whole(0, 1_000_000)},
    {"reward": points(0, MOST_REWARD)},
)
_suits: Final = Sequence(Choice(Suit), 1, len(SUITS), unique=True)
_skill: Final = ArrayOr(_suits, _entry(lambda suits: suits, {"suits": _suits}))
"""A skill: an object, or just its suits."""


FIELDS: Final[Mapping[str, Any]] = {
    "hand_rank_scores": mapping_of(HandRank, points(), complete=True),
    "skill_curve": Choice(SkillCurve),
    "skill_linear_coefficient": coefficient(0, 1000),
    "skill_exponential_base": coefficient(0, 5),
    "skill_exponential_coefficient": coefficient(0, 1000),
    "max_skill_level": Whole(1, HIGHEST_LEVEL),
    "skill_table": skill_table,
    "critical_margin": points(0),
    "failure_margin": points(high=0),
    "reward_multipliers": mapping_of(Degree, coefficient(0, 1000), complete=True),
    "default_gang_method": Choice(GangMethod),
    "territory_defense_multiplier": coefficient(0, 1000),
    "tie_favors_defender": flag,
    "royal_flush_auto_win": flag,
    "skills": Entries(_skill),
    "crimes": Entries(_crime),
    "skill_checks": _entries(SkillCheck, context=Text(100), threshold=points(0)),
    "npcs": _entries(Npc, avg_skill_level=Whole(1, HIGHEST_LEVEL), avg_suit_bonus=points()),
    "items": _modifiers("item"),
    "effects": Entries(_entry(dict, {"duration_seconds": Whole(1, 30 * _DAY)}, _MODIFIER_FIELDS), _effect),
    "locations": _modifiers("location"),
    "territories": _entries(Territory, defense_bonus=points()),
}
"""Every tuning key with its kind."""


CATALOGUE: Final = ("skills", "crimes", "skill_checks", "npcs", "items", "effects", "locations", "territories")
"""The keys whose entries a game adds and removes."""


def canonical(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document with every skill as an object, including skills written as just their suits."""
    skills = document.get("skills")
    if type(skills) is not dict or not any(type(entry) is list for entry in skills.values()):
        return document
    written_out = {name: {"suits": entry} if type(entry) is list else entry for name, entry in skills.items()}
    return {**document, "skills": written_out}


def read_tuning(
    document: Mapping[str, Any],
    others: Collection[str] = (),
    pause: Pause = no_pause,
    known: tuple[Mapping[str, Any], "Tuning"] | None = None,
) -> Tuning:
    """The document's values; `InvalidInput` lists every mistake. `others` are keys that another module reads.

    `pause` is called before each entry of the catalogue. `known` is another document and its values: where this
    document has the same entry, its values are taken over.
    """
    mistakes: Mistakes = []
    kinds = {**FIELDS}
    for part in CATALOGUE:
        read_before = (known[0].get(part, {}), getattr(known[1], part)) if known else ({}, {})
        kinds[part] = replace(kinds[part], pause=pause, known=read_before)
    found = Record(dict, kinds, dict.fromkeys(others, _let_be))(document, (), mistakes)
    if mistakes:
        raise InvalidInput(mistakes)
    fields = {name: found[name] for name in FIELDS}
    return Tuning(**fields, skill_bonuses=_skill_bonuses(fields))


def _let_be(_value: Any, _path: Path, _mistakes: Mistakes) -> None:
    return None


def _skill_bonuses(fields: Mapping[str, Any]) -> tuple[Hundredths, ...]:
    max_level = fields["max_skill_level"]
    if fields["skill_curve"] is SkillCurve.PUBLISHED:
        if max_level > PUBLISHED_MAX_LEVEL:
            message = f"The published curve ends at level {PUBLISHED_MAX_LEVEL}; lower this or choose another curve."
            raise InvalidInput([Mistake(("max_skill_level",), message)])
        return published_bonuses(max_level)
    if fields["skill_curve"] is SkillCurve.TABLE:
        last, _ = fields["skill_table"][-1]
        if max_level > last:
            message = f"Ends at level {last}, below max_skill_level, which is {max_level}; add a level or lower that."
            raise InvalidInput([Mistake(("skill_table",), message)])
        return table_bonuses(max_level, fields["skill_table"])
    bonuses = formula_bonuses(
        max_level,
        fields["skill_linear_coefficient"],
        fields["skill_exponential_base"],
        fields["skill_exponential_coefficient"],
    )
    if bonuses[-1] > LIMIT:
        message = f"The bonus at level {max_level} would be above 100,000; lower the coefficients or the level."
        raise InvalidInput([Mistake(("skill_exponential_coefficient",), message)])
    return bonuses
