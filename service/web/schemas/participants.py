"""How a body names those who take part in an action."""

from typing import Any, Final

from marshmallow import ValidationError

from service.rules.destiny.hands import HandRank
from service.rules.destiny.modifiers import Modifier
from service.rules.destiny.participants import Participant
from service.rules.errors import listed
from service.usecases.characters import MOST_RUNNING
from service.web.schemas.characters import character_id
from service.web.schemas.fields import (
    Strict,
    array_of,
    distinct,
    hand,
    name,
    points,
    points_by,
    skills,
    suit_points,
)
from service.web.schemas.schema import RequestSchema

MOST_MODIFIERS: Final = 50
MOST_EFFECTS_SCORED: Final = MOST_MODIFIERS + MOST_RUNNING
"""All that were named and all that ran: what a resolution counted can be scored again."""
OWN_MODIFIER: Final = "modifier:"
"""Stands before the names of the caller's own modifiers in a breakdown."""
STRENGTHS: Final = ("skills", "suit_bonuses", "npc", "character_id")
"""The ways to name a participant's strength; each participant uses exactly one."""
_TOLD_ANEW: Final = {"skills", "character_id"}
"""But these two go together: the character's skills, told anew."""


class ModifierSchema(RequestSchema):
    """Something of the caller's own that bears on one participant's draw."""

    source = Strict(name, required=True)
    flat = Strict(points())
    suits = Strict(suit_points)
    hand_ranks = Strict(points_by(HandRank))

    def build(self, values: dict[str, Any]) -> Modifier:
        """The modifier, marked as the caller's own."""
        return Modifier(**{**values, "source": OWN_MODIFIER + values["source"]})


class ParticipantSchema(RequestSchema):
    """A participant: one strength, and what else bears on the draw."""

    skills = Strict(skills)
    suit_bonuses = Strict(suit_points)
    npc = Strict(name)
    character_id = Strict(character_id)
    modifiers = Strict(array_of(ModifierSchema().load, 0, MOST_MODIFIERS))
    items = Strict(distinct(array_of(name, 0, MOST_MODIFIERS)))
    effects = Strict(distinct(array_of(name, 0, MOST_MODIFIERS)))

    def build(self, values: dict[str, Any]) -> Participant:
        """The participant, if it names its strength in exactly one way."""
        named = [strength for strength in STRENGTHS if strength in values]
        if len(named) != 1 and set(named) != _TOLD_ANEW:
            has = " and ".join(named) or "none of them"
            message = f"Must have exactly one of {listed(STRENGTHS)}, or skills together with character_id; has {has}."
            raise ValidationError(message)
        return Participant(**values)


class ScoredParticipantSchema(ParticipantSchema):
    """A participant whose hand is given."""

    effects = Strict(distinct(array_of(name, 0, MOST_EFFECTS_SCORED)))
    hand = Strict(hand, required=True)
