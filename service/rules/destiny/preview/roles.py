"""The roles that are in every preview: they stand for the players and the opponents of a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from service.rules.cards import SUITS
from service.rules.destiny.participants import Participant
from service.rules.destiny.preview.sides import Sides
from service.rules.destiny.tuning import Tuning

MOST_NPCS: Final = 20
"""Of more NPCs some are left out: the number of duels grows with the square of the cast."""
GENERALIST_PART: Final = 10
SPECIALIST_PART: Final = 2


def unskilled(_: Tuning) -> Participant:
    """Someone without any skill."""
    return Participant(skills={})


def generalist(tuning: Tuning) -> Participant:
    """Someone with every skill at a tenth of the highest level."""
    return _trained_in(tuning.skills, tuning, GENERALIST_PART)


def specialist(tuning: Tuning) -> Participant:
    """Someone with every skill of one suit at half of the highest level. The suit is the one with the most skills."""
    by_suit = [[skill for skill, suits in tuning.skills.items() if suit in suits] for suit in SUITS]
    most = max(by_suit, key=len)
    return _trained_in(most, tuning, SPECIALIST_PART)


def _trained_in(skills: Iterable[str], tuning: Tuning, part: int) -> Participant:
    """Someone with these skills at this part of the highest level, rounded up."""
    return Participant(skills=dict.fromkeys(skills, -(-tuning.max_skill_level // part)))


PLAYERS: Final = {"unskilled": unskilled, "generalist": generalist, "specialist": specialist}
"""The players by name: each is worked out from the tuning, so that it follows the curve and the catalogue."""


def opponents(tunings: Sides[Tuning]) -> Sequence[str]:
    """The NPCs to look at, weakest first: those that the change touches before others, else evenly spread."""
    before, after = tunings.before.npcs, tunings.after.npcs
    names = npc_names(tunings)
    touched = _evenly_spread([name for name in names if before.get(name) != after.get(name)], MOST_NPCS)
    others = [name for name in names if before.get(name) == after.get(name)]
    chosen = {*touched, *_evenly_spread(others, MOST_NPCS - len(touched))}
    return [name for name in names if name in chosen]


def npc_names(tunings: Sides[Tuning]) -> Sequence[str]:
    """Every NPC of either side, weakest first."""
    either: Mapping[str, int] = {name: npc.avg_suit_bonus for tuning in tunings for name, npc in tuning.npcs.items()}
    return sorted(either, key=either.__getitem__)


def _evenly_spread(names: Sequence[str], most: int) -> Sequence[str]:
    """All of them, or so many of them from the first to the last at even distances."""
    if len(names) <= most:
        return names
    return [names[place * (len(names) - 1) // max(most - 1, 1)] for place in range(most)]
