"""The bodies that ask for an action, and the actions they become."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError

from service.rules.destiny.actions import (
    Action,
    ActionType,
    Challenge,
    Duel,
    GangWar,
)
from service.rules.destiny.participants import Participant
from service.rules.destiny.tuning import GangMethod
from service.usecases.resolve_action import Attempt
from service.usecases.what_if import WhatIf
from service.web.schemas.draws import NAMED
from service.web.schemas.fields import (
    Strict,
    array_of,
    json_object,
    name,
    points,
    revision,
    word,
)
from service.web.schemas.participants import ParticipantSchema, ScoredParticipantSchema
from service.web.schemas.schema import RequestSchema

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


class AttemptSchema(ActionSchema):
    """An action to decide for good."""

    draw = Strict(NAMED.load)

    def build(self, values: dict[str, Any]) -> Attempt:
        """The action, and the draw to decide it by."""
        draw = values.pop("draw", None)
        return Attempt(self.action(values), draw)


class PveSchema(AttemptSchema, PveFields):
    """A crime to resolve."""


class SkillCheckSchema(AttemptSchema, SkillCheckFields):
    """A skill check to resolve."""


class PvpSchema(AttemptSchema, PvpFields):
    """A duel to resolve."""


class GangWarSchema(AttemptSchema, GangWarFields):
    """A gang war to resolve."""


class WhatIfSchema(ActionSchema):
    """An action under a tuning that the caller chooses."""

    tuning_revision = Strict(revision)
    tuning = Strict(json_object)

    def build(self, values: dict[str, Any]) -> WhatIf:
        """The action and the tuning to take it under."""
        revision, overlay = values.pop("tuning_revision", None), values.pop("tuning", {})
        return WhatIf(self.action(values), revision, overlay)


class OddsPveSchema(WhatIfSchema, PveFields):
    """The odds of a crime."""


class OddsSkillCheckSchema(WhatIfSchema, SkillCheckFields):
    """The odds of a skill check."""


class OddsPvpSchema(WhatIfSchema, PvpFields):
    """The odds of a duel."""


class OddsGangWarSchema(WhatIfSchema, GangWarFields):
    """The odds of a gang war."""


class ScorePveSchema(WhatIfSchema, PveFields):
    """A crime with its hand."""

    actor = _one(ScoredParticipantSchema)


class ScoreSkillCheckSchema(WhatIfSchema, SkillCheckFields):
    """A skill check with its hand."""

    actor = _one(ScoredParticipantSchema)


class ScorePvpSchema(WhatIfSchema, PvpFields):
    """A duel with both hands."""

    actor = _one(ScoredParticipantSchema)
    target = _one(ScoredParticipantSchema)


class ScoreGangWarSchema(WhatIfSchema, GangWarFields):
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
