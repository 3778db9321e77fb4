"""Reads the bodies that ask designers' questions about a participant."""

from abc import abstractmethod
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, Final

from marshmallow import post_load

from service.actions.schemas import ParticipantSchema
from service.engines.cards import SUITS, Suit
from service.engines.destiny.growth import Growth
from service.engines.destiny.odds.solve import WHOLE, Find, Want
from service.engines.destiny.participants import Participant
from service.engines.destiny.skills import HIGHEST_LEVEL, NO_LEVEL
from service.engines.draws import HAND_COUNT
from service.odds.build import Build
from service.odds.curve import MOST_CHALLENGES, MOST_OPPONENTS, Against, Curve
from service.odds.solve import MOST_QUESTIONS, Question, Questions, Target, Wanted
from service.tuning.overlay import Hypothetical
from service.tuning.schemas import Overlay
from service.web.fields import MOST_SKILLS, Boolean, Enum, Integer, List, Name, Nested, Number, Points, Revision
from service.web.schema import ExactlyOne, OneOf, OneOfSchemas, RequestSchema, Rule


class HypotheticalSchema(RequestSchema):
    """A question, where the participant is, and the tuning to count under."""

    location = Name()
    tuning_revision = Revision()
    tuning = Overlay()

    @abstractmethod
    def subject(self, values: dict[str, Any]) -> Any:
        """What is counted under that tuning."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Hypothetical[Any]:
        revision, overlay = values.pop("tuning_revision", None), values.pop("tuning", {})
        return Hypothetical(self.subject(values), revision, overlay)


def _build(values: dict[str, Any]) -> Build:
    return Build(values.pop("participant"), values.pop("location", None), values.pop("growth", None))


class CountTotalsSchema(HypotheticalSchema):
    participant = Nested(ParticipantSchema, required=True)

    def subject(self, values: dict[str, Any]) -> Build:
        return _build(values)


class GrowingParticipantSchema(ParticipantSchema):
    """A participant by skills, as levels can be added to nothing else: those sent, those remembered, or none."""

    class Meta(RequestSchema.Meta):
        exclude = ("suit_bonuses", "npc")

    rules = ()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Participant:
        if "character_id" not in values:
            values.setdefault("skills", {})
        return Participant(**values)


class GrowthSchema(RequestSchema):
    """Which skills rise together."""

    rules = (ExactlyOne(("skills", "suits", "all")),)

    skills = List(Name(), min_length=1, max_length=MOST_SKILLS, unique=True)
    suits = List(Enum(Suit), min_length=1, max_length=len(SUITS), unique=True)
    all = Boolean(only=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Growth:
        return Growth(suits=SUITS) if values.pop("all", False) else Growth(**values)


class AgainstSchema(RequestSchema):
    crimes = List(Name(), max_length=MOST_CHALLENGES, unique=True)
    skill_checks = List(Name(), max_length=MOST_CHALLENGES, unique=True)
    thresholds = List(Points(low=0), max_length=MOST_CHALLENGES, unique=True)
    opponents = List(Nested(ParticipantSchema), max_length=MOST_OPPONENTS)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Against:
        return Against(**values)


class CurveSchema(HypotheticalSchema):
    participant = Nested(GrowingParticipantSchema, required=True)
    growth = Nested(GrowthSchema, required=True, data_key="grow")
    start = Integer(minimum=NO_LEVEL, maximum=HIGHEST_LEVEL, data_key="from", load_default=NO_LEVEL)
    to = Integer(minimum=NO_LEVEL, maximum=HIGHEST_LEVEL)
    step = Integer(minimum=1, maximum=HIGHEST_LEVEL, load_default=1)
    against = Nested(AgainstSchema)

    def subject(self, values: dict[str, Any]) -> Curve:
        return Curve(build=_build(values), **values)


class WantSchema(RequestSchema):
    rules: ClassVar[tuple[Rule, ...]] = (ExactlyOne(("success", "critical_success", "win", "expected_total")),)

    success = Number(minimum=0, maximum=1)
    critical_success = Number(minimum=0, maximum=1)
    win = Number(minimum=0, maximum=1)
    expected_total = Points(low=0)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Wanted:
        ((name, value),) = values.items()
        want = Want(name)
        if want is Want.EXPECTED_TOTAL:
            return Wanted(want, value * HAND_COUNT)
        # A chance means the decimal that was sent: 0.6 is three fifths, not the double nearest to it.
        return Wanted(want, ceil(Fraction(repr(value)) * WHOLE[want]))


class SuccessSchema(WantSchema):
    """What a threshold can give."""

    class Meta(RequestSchema.Meta):
        exclude = ("win", "expected_total")

    rules = (ExactlyOne(("success", "critical_success")),)


class TargetSchema(RequestSchema):
    rules = (ExactlyOne(("crime", "skill_check", "threshold", "opponent")),)

    crime = Name()
    skill_check = Name()
    threshold = Points(low=0)
    opponent = Nested(ParticipantSchema)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Target:
        return Target(**values)


class QuestionSchema(RequestSchema):
    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Question:
        return Question(**values)


class ThresholdQuestionSchema(QuestionSchema):
    find = Enum(only=[Find.THRESHOLD], required=True)
    level = Integer(minimum=NO_LEVEL, maximum=HIGHEST_LEVEL)
    want = Nested(SuccessSchema, required=True)


class LevelQuestionSchema(QuestionSchema):
    find = Enum(only=[Find.LEVEL], required=True)
    want = Nested(WantSchema, required=True)
    against = Nested(TargetSchema)


class FlatQuestionSchema(QuestionSchema):
    find = Enum(only=[Find.FLAT], required=True)
    level = Integer(minimum=NO_LEVEL, maximum=HIGHEST_LEVEL)
    want = Nested(WantSchema, required=True)
    against = Nested(TargetSchema)


QUESTION: Final = OneOfSchemas(
    "find",
    {
        Find.THRESHOLD: ThresholdQuestionSchema(),
        Find.LEVEL: LevelQuestionSchema(),
        Find.FLAT: FlatQuestionSchema(),
    },
)


class SolveSchema(HypotheticalSchema):
    participant = Nested(GrowingParticipantSchema, required=True)
    growth = Nested(GrowthSchema, data_key="grow")
    questions = List(OneOf(QUESTION), min_length=1, max_length=MOST_QUESTIONS, required=True)

    def subject(self, values: dict[str, Any]) -> Questions:
        return Questions(build=_build(values), **values)


TOTALS: Final = CountTotalsSchema()
CURVE: Final = CurveSchema()
SOLVE: Final = SolveSchema()
