"""Reads the bodies that describe an action and its participants."""

from abc import abstractmethod
from typing import Any, ClassVar, Final, Protocol

from marshmallow import post_load

from service.actions.odds import Quote
from service.actions.resolve import ResolveActionInput
from service.characters.ports import MOST_RUNNING
from service.characters.schemas import CharacterId
from service.draws.schemas import NamedDrawSchema
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.hands import HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.odds.rewards import MOST_ATTEMPTS
from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import GangMethod
from service.tuning.overlay import Hypothetical
from service.tuning.schemas import Overlay
from service.web.compiled import compile_union
from service.web.fields import (
    Enum,
    Hand,
    Integer,
    List,
    LongList,
    Name,
    Nested,
    Points,
    PointsBy,
    Revision,
    Skills,
    SuitPoints,
)
from service.web.schema import ExactlyOne, Loader, NotTogether, OneOfSchemas, OnlyWith, RequestSchema, Rule

MOST_MODIFIERS: Final = 50
MOST_EFFECTS_SCORED: Final = MOST_MODIFIERS + MOST_RUNNING
"""All effects that a body can name plus all that can run, so that `score` can take any that a resolution counted."""
MOST_A_SIDE: Final = 100
OWN_MODIFIER: Final = "modifier:"
"""The prefix of the caller's own modifiers in a breakdown."""


class ModifierSchema(RequestSchema):
    """A modifier of the caller's own, for one participant's draw."""

    source = Name(required=True)
    flat = Points()
    suits = SuitPoints()
    hand_ranks = PointsBy(HandRank)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Modifier:
        values["source"] = OWN_MODIFIER + values["source"]
        return Modifier(**values)


class ParticipantSchema(RequestSchema):
    """A participant: one source of strength, and what else affects the draw."""

    rules: ClassVar[tuple[Rule, ...]] = (
        ExactlyOne(("skills", "suit_bonuses", "npc", "character_id"), together=("skills", "character_id")),
    )
    """Skills sent with a character's id are stored as that character's skills."""

    skills = Skills()
    suit_bonuses = SuitPoints()
    npc = Name()
    character_id = CharacterId()
    modifiers = List(Nested(ModifierSchema), max_length=MOST_MODIFIERS)
    items = List(Name(), max_length=MOST_MODIFIERS, unique=True)
    effects = List(Name(), max_length=MOST_MODIFIERS, unique=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Participant:
        return Participant(**values)


class ScoredParticipantSchema(ParticipantSchema):
    """A participant with a hand."""

    effects = List(Name(), max_length=MOST_EFFECTS_SCORED, unique=True)
    hand = Hand(required=True)


def _one(participant: type[ParticipantSchema]) -> Nested:
    return Nested(participant, required=True)


def _gang(participant: type[ParticipantSchema]) -> LongList:
    return LongList(Nested(participant), min_length=1, max_length=MOST_A_SIDE, required=True)


class ActionSchema(RequestSchema):
    """The fields that all actions share."""

    action_type = Enum(ActionType, required=True)
    location = Name()

    @abstractmethod
    def action(self, values: dict[str, Any]) -> Action:
        """The action with these fields."""


def _challenge(values: dict[str, Any], named_by: str) -> Challenge:
    return Challenge(
        values["action_type"], values["actor"], values.get(named_by), values.get("threshold"), values.get("location")
    )


class PveFields(ActionSchema):
    """A crime, or a threshold on its own."""

    rules: ClassVar[tuple[Rule, ...]] = (ExactlyOne(("crime", "threshold")),)

    action_type = Enum(only=[ActionType.PVE], required=True)
    crime = Name()
    threshold = Points(low=0)
    actor = _one(ParticipantSchema)

    def action(self, values: dict[str, Any]) -> Action:
        return _challenge(values, "crime")


class SkillCheckFields(ActionSchema):
    """A skill check with a difficulty, or with a threshold on its own."""

    rules = (ExactlyOne(("difficulty", "threshold")),)

    action_type = Enum(only=[ActionType.SKILL_CHECK], required=True)
    difficulty = Name()
    threshold = Points(low=0)
    actor = _one(ParticipantSchema)

    def action(self, values: dict[str, Any]) -> Action:
        return _challenge(values, "difficulty")


class PvpFields(ActionSchema):
    rules = (NotTogether("territory", "defense_bonus"),)

    action_type = Enum(only=[ActionType.PVP], required=True)
    actor = _one(ParticipantSchema)
    target = _one(ParticipantSchema)
    defense_bonus = Points(load_default=0)
    territory = Name()

    def action(self, values: dict[str, Any]) -> Action:
        return Duel(**values)


class GangWarFields(ActionSchema):
    rules = (NotTogether("territory", "defense_bonus"),)

    action_type = Enum(only=[ActionType.GANG_WAR], required=True)
    attackers = _gang(ParticipantSchema)
    defenders = _gang(ParticipantSchema)
    method = Enum(GangMethod)
    defense_bonus = Points(load_default=0)
    territory = Name()

    def action(self, values: dict[str, Any]) -> Action:
        return GangWar(**values)


class _WithAction(Protocol):
    def action(self, values: dict[str, Any]) -> Action:
        """The action with these fields."""


class ResolveActionSchema(RequestSchema):
    """A mixin for the fields of an action: makes them an action to resolve."""

    draw = Nested(NamedDrawSchema)

    @post_load
    def make(self: _WithAction, values: dict[str, Any], **_: Any) -> ResolveActionInput:
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


class HypotheticalActionSchema(RequestSchema):
    """A mixin for the fields of an action: makes them an action under a tuning that the caller chooses."""

    tuning_revision = Revision()
    tuning = Overlay()

    @post_load
    def make(self: _WithAction, values: dict[str, Any], **_: Any) -> Hypothetical[Action]:
        revision, overlay = values.pop("tuning_revision", None), values.pop("tuning", {})
        return Hypothetical(self.action(values), revision, overlay)


class QuoteSchema(HypotheticalActionSchema):
    """A mixin for the fields of an action: makes them an action whose odds are asked for."""

    @post_load
    def make(self: _WithAction, values: dict[str, Any], **_: Any) -> Hypothetical[Quote]:
        revision, overlay = values.pop("tuning_revision", None), values.pop("tuning", {})
        attempts = values.pop("attempts", None)
        return Hypothetical(Quote(self.action(values), attempts), revision, overlay)


class OddsPveSchema(QuoteSchema, PveFields):
    """The odds of a crime."""

    rules = (*PveFields.rules, OnlyWith("attempts", "crime"))

    attempts = Integer(minimum=1, maximum=MOST_ATTEMPTS)


class OddsSkillCheckSchema(QuoteSchema, SkillCheckFields):
    """The odds of a skill check."""


class OddsPvpSchema(QuoteSchema, PvpFields):
    """The odds of a duel."""


class OddsGangWarSchema(QuoteSchema, GangWarFields):
    """The odds of a gang war."""


class ScorePveSchema(HypotheticalActionSchema, PveFields):
    """A crime with the actor's hand."""

    actor = _one(ScoredParticipantSchema)


class ScoreSkillCheckSchema(HypotheticalActionSchema, SkillCheckFields):
    """A skill check with the actor's hand."""

    actor = _one(ScoredParticipantSchema)


class ScorePvpSchema(HypotheticalActionSchema, PvpFields):
    """A duel with both hands."""

    actor = _one(ScoredParticipantSchema)
    target = _one(ScoredParticipantSchema)


class ScoreGangWarSchema(HypotheticalActionSchema, GangWarFields):
    """A gang war with every hand."""

    attackers = _gang(ScoredParticipantSchema)
    defenders = _gang(ScoredParticipantSchema)


def _by_type(
    pve: RequestSchema, skill_check: RequestSchema, pvp: RequestSchema, gang_war: RequestSchema
) -> OneOfSchemas:
    schemas = {
        ActionType.PVE: pve,
        ActionType.SKILL_CHECK: skill_check,
        ActionType.PVP: pvp,
        ActionType.GANG_WAR: gang_war,
    }
    return OneOfSchemas("action_type", schemas)


RESOLVE: Final = _by_type(PveSchema(), SkillCheckSchema(), PvpSchema(), GangWarSchema())
ODDS: Final = _by_type(OddsPveSchema(), OddsSkillCheckSchema(), OddsPvpSchema(), OddsGangWarSchema())
SCORE: Final = _by_type(ScorePveSchema(), ScoreSkillCheckSchema(), ScorePvpSchema(), ScoreGangWarSchema())

read_resolve: Final[Loader] = compile_union(RESOLVE)
read_odds: Final[Loader] = compile_union(ODDS)
read_score: Final[Loader] = compile_union(SCORE)
