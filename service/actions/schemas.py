"""How a body names those who take part in an action."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError

from service.actions.resolve import ResolveActionInput
from service.characters.character import MOST_RUNNING
from service.characters.schemas import character_id
from service.draws.schemas import NAMED
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import GangMethod
from service.engines.errors import listed
from service.tuning.overlay import HypotheticalAction
from service.web.fields import (
    Strict,
    array_of,
    distinct,
    hand,
    json_object,
    name,
    points,
    points_by,
    revision,
    skills,
    suit_points,
    word,
)
from service.web.schema import RequestSchema

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


MOST_A_SIDE: Final = 100


def _one(participant: type[ParticipantSchema]) -> Strict[Participant]:
    return Strict(participant().load, required=True)


def _gang(participant: type[ParticipantSchema]) -> Strict[tuple[Participant, ...]]:
    return Strict(array_of(participant().load, 1, MOST_A_SIDE), required=True)


class ActionSchema(RequestSchema):
    """What all actions have in common."""

    action_type = Strict(word(ActionType), required=True)
    location = Strict(name)

    @abstractmethod
    def action(self, values: dict[str, Any]) -> Action:
        """The action with these fields."""


def _challenge(values: dict[str, Any], named_by: str) -> Challenge:
    if (named_by in values) == ("threshold" in values):
        raise ValidationError(f"Must have either {named_by} or threshold.")
    return Challenge(
        values["action_type"], values["actor"], values.get(named_by), values.get("threshold"), values.get("location")
    )


def _check_defense(values: dict[str, Any]) -> None:
    if "territory" in values and "defense_bonus" in values:
        raise ValidationError({"territory": ["Must not come with defense_bonus: send one of them."]})


class PveFields(ActionSchema):
    """A crime, or a bare threshold."""

    crime = Strict(name)
    threshold = Strict(points(low=0))
    actor = _one(ParticipantSchema)

    def action(self, values: dict[str, Any]) -> Action:
        """The challenge."""
        return _challenge(values, "crime")


class SkillCheckFields(ActionSchema):
    """A skill check of some difficulty, or against a bare threshold."""

    difficulty = Strict(name)
    threshold = Strict(points(low=0))
    actor = _one(ParticipantSchema)

    def action(self, values: dict[str, Any]) -> Action:
        """The challenge."""
        return _challenge(values, "difficulty")


class PvpFields(ActionSchema):
    """A duel."""

    actor = _one(ParticipantSchema)
    target = _one(ParticipantSchema)
    defense_bonus = Strict(points())
    territory = Strict(name)

    def action(self, values: dict[str, Any]) -> Action:
        """The duel."""
        _check_defense(values)
        return Duel(**values)


class GangWarFields(ActionSchema):
    """A war between gangs."""

    attackers = _gang(ParticipantSchema)
    defenders = _gang(ParticipantSchema)
    method = Strict(word(GangMethod))
    defense_bonus = Strict(points())
    territory = Strict(name)

    def action(self, values: dict[str, Any]) -> Action:
        """The gang war."""
        _check_defense(values)
        return GangWar(**values)


class ResolveActionSchema(ActionSchema):
    """An action to decide for good."""

    draw = Strict(NAMED.load)

    def build(self, values: dict[str, Any]) -> ResolveActionInput:
        """The action, and the draw to decide it by."""
        draw = values.pop("draw", None)
        return ResolveActionInput(self.action(values), draw)


class PveSchema(ResolveActionSchema, PveFields):
    """A crime to resolve."""


class SkillCheckSchema(ResolveActionSchema, SkillCheckFields):
    """A skill check to resolve."""


class PvpSchema(ResolveActionSchema, PvpFields):
    """A duel to resolve."""


class GangWarSchema(ResolveActionSchema, GangWarFields):
    """A gang war to resolve."""


class HypotheticalActionSchema(ActionSchema):
    """An action under a tuning that the caller chooses."""

    tuning_revision = Strict(revision)
    tuning = Strict(json_object)

    def build(self, values: dict[str, Any]) -> HypotheticalAction:
        """The action and the tuning to take it under."""
        revision, overlay = values.pop("tuning_revision", None), values.pop("tuning", {})
        return HypotheticalAction(self.action(values), revision, overlay)


class OddsPveSchema(HypotheticalActionSchema, PveFields):
    """The odds of a crime."""


class OddsSkillCheckSchema(HypotheticalActionSchema, SkillCheckFields):
    """The odds of a skill check."""


class OddsPvpSchema(HypotheticalActionSchema, PvpFields):
    """The odds of a duel."""


class OddsGangWarSchema(HypotheticalActionSchema, GangWarFields):
    """The odds of a gang war."""


class ScorePveSchema(HypotheticalActionSchema, PveFields):
    """A crime with its hand."""

    actor = _one(ScoredParticipantSchema)


class ScoreSkillCheckSchema(HypotheticalActionSchema, SkillCheckFields):
    """A skill check with its hand."""

    actor = _one(ScoredParticipantSchema)


class ScorePvpSchema(HypotheticalActionSchema, PvpFields):
    """A duel with both hands."""

    actor = _one(ScoredParticipantSchema)
    target = _one(ScoredParticipantSchema)


class ScoreGangWarSchema(HypotheticalActionSchema, GangWarFields):
    """A gang war with every hand."""

    attackers = _gang(ScoredParticipantSchema)
    defenders = _gang(ScoredParticipantSchema)


Schemas = Mapping[str, ActionSchema]
"""One schema for each action type."""


def _by_type(pve: ActionSchema, skill_check: ActionSchema, pvp: ActionSchema, gang_war: ActionSchema) -> Schemas:
    return {
        ActionType.PVE: pve,
        ActionType.SKILL_CHECK: skill_check,
        ActionType.PVP: pvp,
        ActionType.GANG_WAR: gang_war,
    }


RESOLVE: Final = _by_type(PveSchema(), SkillCheckSchema(), PvpSchema(), GangWarSchema())
ODDS: Final = _by_type(OddsPveSchema(), OddsSkillCheckSchema(), OddsPvpSchema(), OddsGangWarSchema())
SCORE: Final = _by_type(ScorePveSchema(), ScoreSkillCheckSchema(), ScorePvpSchema(), ScoreGangWarSchema())

_action_type: Final = word(ActionType)


def read_action(schemas: Schemas, body: Any) -> Any:
    """The attempt, or the what-if, that a body asks for; its `action_type` says which schema holds."""
    given = json_object(body)
    if "action_type" not in given:
        raise ValidationError({"action_type": ["Required."]})
    try:
        schema = schemas[_action_type(given["action_type"])]
    except ValidationError as error:
        raise ValidationError({"action_type": error.messages}) from None
    return schema.load(given)
