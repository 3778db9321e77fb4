"""Participants whose odds are checked against brute force, chosen so that every rule has one it matters to."""

from typing import Any, Final

from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant

GUNSLINGER: Final = Participant(skills={"gun_fighting": 45, "lockpicking": 32, "charisma": 20, "mining": 15})
CHARMED: Final = Participant(
    skills={"stealth": 70, "tracking": 33, "horse_riding": 12},
    items=("lucky_ace_charm", "iron_horseshoe"),
    effects=("whiskey",),
)
VETERAN: Final = Participant(npc="veteran")
CURSED: Final = Participant(
    suit_bonuses=(-2_000, -1_234, 0, 577),
    modifiers=(Modifier("modifier:curse", -4_000, hand_ranks={HandRank.PAIR: 2_500, HandRank.HIGH_CARD: -1_000}),),
    effects=("poisoned",),
)
HOPELESS: Final = Participant(suit_bonuses=(-100_000, -100_000, -100_000, -100_000))
"""Nothing but a total of zero, whatever is drawn."""
NEWCOMER: Final = Participant(suit_bonuses=(0, 0, 0, 0))
TRADER: Final = Participant(suit_bonuses=(0, 0, 0, 1_234))

EVERYBODY: Final = {
    "gunslinger": GUNSLINGER,
    "charmed": CHARMED,
    "veteran": VETERAN,
    "cursed": CURSED,
    "hopeless": HOPELESS,
    "newcomer": NEWCOMER,
    "trader": TRADER,
}

RULES: Final[dict[str, dict[str, Any]]] = {
    "as shipped": {},
    "published curve, margins of zero": {"skill_curve": "published", "critical_margin": 0, "failure_margin": 0},
    "royals win, ties to the attacker": {"royal_flush_auto_win": True, "tie_favors_defender": False},
    "royals win, and are worth nothing": {
        "royal_flush_auto_win": True,
        "hand_rank_scores": {"royal_flush": -300, "pair": 77.25},
        "critical_margin": 12.5,
        "failure_margin": -0.01,
    },
    "ties to the attacker": {"tie_favors_defender": False},
}
"""Changes to the shipped tuning."""
