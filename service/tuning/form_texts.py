"""What people call the fields of the tuning, and what each does, for forms. Bounds come from the rules: see `form`."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.engines.wire_enum import WireEnum


class Unit(WireEnum):
    """What a number counts."""

    POINTS = "points"
    LEVELS = "levels"
    ENERGY = "energy"
    SECONDS = "seconds"
    CHIPS = "chips"
    FACTOR = "factor"


@dataclass(frozen=True, slots=True)
class FieldText:
    title: str
    help: str
    unit: Unit | None = None
    default: int | None = None
    """What counts when the field is left out of an entry."""


@dataclass(frozen=True, slots=True)
class SectionText:
    """Fields that belong together, by their pointers."""

    name: str
    title: str
    help: str
    fields: Mapping[str, FieldText]


def _titled(pointer: str, fields: Mapping[str, FieldText]) -> Mapping[str, FieldText]:
    """The fields of an entry, with the title that any entry may have."""
    return {f"{pointer}/title": _TITLE, **{f"{pointer}/{name}": text for name, text in fields.items()}}


_TITLE: Final = FieldText("Title", "The name to show to players; without it they see the id in words.")
_MODIFIER: Final = MappingProxyType(
    {
        "flat": FieldText("Flat", "Is added to every total; a penalty is negative.", Unit.POINTS, 0),
        "suits/{word}": FieldText("Suit bonuses", "Is added for each card of the suit.", Unit.POINTS, 0),
        "hand_ranks/{word}": FieldText(
            "Hand rank bonuses", "Is added when a hand of this rank is drawn.", Unit.POINTS, 0
        ),
    }
)

SECTIONS: Final = (
    SectionText(
        "skill_curve",
        "Skill curve",
        "How the level of a skill becomes its bonus in points for each card of its suits.",
        {
            "/skill_curve": FieldText(
                "Curve",
                "The source of the bonuses: the formula, the published table, which ends at level 100, or skill_table.",
            ),
            "/skill_linear_coefficient": FieldText(
                "Linear coefficient", "What the formula adds for each level above the first.", Unit.POINTS
            ),
            "/skill_exponential_base": FieldText(
                "Exponent", "The power to which the formula raises the levels above the first."
            ),
            "/skill_exponential_coefficient": FieldText(
                "Exponential coefficient",
                "The factor of that power; at the highest level the bonus may reach 100,000 points.",
                Unit.FACTOR,
            ),
            "/max_skill_level": FieldText("Highest level", "The highest level that a skill may have.", Unit.LEVELS),
            "/skill_table": FieldText(
                "Table",
                "Bonuses at some levels, rising from level 1, with straight lines between them, for the curve table.",
            ),
            "/skill_table/{index}/level": FieldText(
                "Level", "Must be 1 in the first row, and rise from row to row.", Unit.LEVELS
            ),
            "/skill_table/{index}/bonus": FieldText(
                "Bonus", "The bonus at this level; must not fall from row to row.", Unit.POINTS
            ),
        },
    ),
    SectionText(
        "margins",
        "Degrees of success",
        "How far from its threshold a total must lie to be critical.",
        {
            "/critical_margin": FieldText(
                "Critical margin", "A total at least this far above the threshold is a critical success.", Unit.POINTS
            ),
            "/failure_margin": FieldText(
                "Failure margin",
                "A total further below the threshold than this negative margin is a critical failure.",
                Unit.POINTS,
            ),
        },
    ),
    SectionText(
        "contests",
        "Duels and gang wars",
        "What decides between two sides.",
        {
            "/default_gang_method": FieldText(
                "Gang method", "How the totals of a gang become one score where a request does not say."
            ),
            "/territory_defense_multiplier": FieldText(
                "Territory multiplier", "Multiplies the defense bonus of every territory.", Unit.FACTOR
            ),
            "/tie_favors_defender": FieldText(
                "Ties go to the defender", "Off, they go to the actor or to the attackers."
            ),
            "/royal_flush_auto_win": FieldText(
                "Royal flushes win",
                "On, a royal flush is a critical success, and wins a duel in which the other side has none.",
            ),
        },
    ),
    SectionText(
        "hand_rank_scores",
        "Hand ranks",
        "What a hand is worth before bonuses.",
        {
            "/hand_rank_scores/{word}": FieldText(
                "Base score", "The points of a hand of this rank; a weaker one should have fewer.", Unit.POINTS
            )
        },
    ),
    SectionText(
        "reward_multipliers",
        "Reward multipliers",
        "How much of a crime's reward each degree pays.",
        {
            "/reward_multipliers/{word}": FieldText(
                "Multiplier", "Multiplies the reward when the result has this degree.", Unit.FACTOR
            )
        },
    ),
    SectionText(
        "skills",
        "Skills",
        "The skills of characters, each with the suits in which its bonus counts.",
        _titled(
            "/skills/{name}",
            {
                "suits": FieldText("Suits", "The suits in which the skill's bonus counts."),
                "suits/{index}": FieldText("Suit", "A suit in which the skill's bonus counts."),
            },
        ),
    ),
    SectionText(
        "crimes",
        "Crimes",
        "What characters attempt for a reward.",
        _titled(
            "/crimes/{name}",
            {
                "difficulty": FieldText("Difficulty", "A word for its difficulty, by which insights group crimes."),
                "threshold": FieldText("Threshold", "The total that a success needs.", Unit.POINTS),
                "energy_cost": FieldText("Energy cost", "The energy that an attempt costs.", Unit.ENERGY),
                "reward": FieldText("Reward", "What a success pays before the multipliers."),
            },
        ),
    ),
    SectionText(
        "skill_checks",
        "Skill checks",
        "Difficulties for anything that is no crime.",
        _titled(
            "/skill_checks/{name}",
            {
                "context": FieldText("Context", "What such a check is for."),
                "threshold": FieldText("Threshold", "The total that a success needs.", Unit.POINTS),
            },
        ),
    ),
    SectionText(
        "npcs",
        "NPCs",
        "Opponents without a character.",
        _titled(
            "/npcs/{name}",
            {
                "avg_skill_level": FieldText(
                    "Average skill level", "The level that insights compare with that of the actor.", Unit.LEVELS
                ),
                "avg_suit_bonus": FieldText(
                    "Average suit bonus", "The NPC's bonus for each card, the same in all four suits.", Unit.POINTS
                ),
            },
        ),
    ),
    SectionText("items", "Items", "What a participant carries.", _titled("/items/{name}", _MODIFIER)),
    SectionText(
        "effects",
        "Effects",
        "What runs on a character for a time.",
        _titled(
            "/effects/{name}",
            {
                "duration_seconds": FieldText("Duration", "How long the effect runs once it starts.", Unit.SECONDS),
                **_MODIFIER,
            },
        ),
    ),
    SectionText(
        "locations", "Locations", "Places that affect all who act there.", _titled("/locations/{name}", _MODIFIER)
    ),
    SectionText(
        "territories",
        "Territories",
        "Places that a gang can defend.",
        _titled(
            "/territories/{name}",
            {
                "defense_bonus": FieldText(
                    "Defense bonus", "Is added to the defenders' score, times the territory multiplier.", Unit.POINTS
                )
            },
        ),
    ),
    SectionText(
        "pyramid",
        "Pyramid Poker",
        "The chips and automatics of Pyramid Poker.",
        {
            "/pyramid/ante": FieldText("Ante", "What each player pays to be dealt in.", Unit.CHIPS),
            "/pyramid/surrender_penalty": FieldText(
                "Surrender penalty", "What a player pays who gives up after thirteen cards.", Unit.CHIPS
            ),
            "/pyramid/multiplier": FieldText("Multiplier", "The chips for each net point.", Unit.FACTOR),
            "/pyramid/automatic_order": FieldText("Order of automatics", "All four automatics, highest first."),
            "/pyramid/automatic_order/{index}": FieldText("Automatic", "The automatic in this place."),
            "/pyramid/automatic_points": FieldText("Automatic points", "What an automatic is worth.", Unit.POINTS),
        },
    ),
    SectionText(
        "pyramid_points",
        "Pyramid Poker: hands",
        "What each hand type wins in each position; must not fall as hands get stronger.",
        {
            f"/pyramid/points/{position}/{{word}}": FieldText(
                position.capitalize(), f"The points for winning the {position} with this hand type.", Unit.POINTS
            )
            for position in ("front", "middle", "back")
        },
    ),
)
"""The fields in the order of the shipped document, in its sections."""
