"""Reads the body that asks for a preview of a tuning change."""

from typing import Any, Final

from marshmallow import ValidationError, post_load, pre_load, validates_schema

from service.actions.schemas import MOST_MODIFIERS, ModifierSchema
from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import MOST_ROWS, View
from service.engines.destiny.preview.reference_characters import MOST_NPCS, GivenCharacter
from service.engines.destiny.preview.tuning_preview import Interest, PreviewPart
from service.preview.preview import PreviewedChange, PreviewTuningInput, WholeDocument
from service.tuning.schemas import Overlay, Whole, renamed
from service.web.fields import Boolean, Enum, Integer, List, Name, Nested, Revision, Skills, SuitPoints
from service.web.schema import ExactlyOne, RequestSchema

MOST_CHARACTERS: Final = MOST_NPCS


class PreviewCharacterSchema(RequestSchema):
    """A character that the designer describes: a name, one source of strength, and what else affects the draw."""

    rules = (ExactlyOne(("skills", "suit_bonuses")),)

    skills = Skills()
    suit_bonuses = SuitPoints()
    modifiers = List(Nested(ModifierSchema), max_length=MOST_MODIFIERS)
    items = List(Name(), max_length=MOST_MODIFIERS, unique=True)
    effects = List(Name(), max_length=MOST_MODIFIERS, unique=True)
    name = Name(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> GivenCharacter:
        return GivenCharacter(values.pop("name"), Participant(**values))


class TuningPreviewSchema(RequestSchema):
    """A change of the tuning, and the characters whose odds to compare."""

    rules = (ExactlyOne(("values", "document", "restore")),)

    values = Overlay()
    document = Whole()
    restore = Revision()
    tuning_revision = Revision()
    characters = List(Nested(PreviewCharacterSchema), max_length=MOST_CHARACTERS)
    location = Name()
    parts = List(
        Enum(PreviewPart), min_length=1, max_length=len(PreviewPart), unique=True, load_default=tuple(PreviewPart)
    )
    only_changed = Boolean(load_default=False)
    limit = Integer(minimum=1, maximum=MOST_ROWS, load_default=MOST_ROWS)

    @pre_load
    def rename(self, data: Any, **_: Any) -> Any:
        """Accept the field under its old name, which the contract no longer has."""
        return renamed(data, "based_on", "tuning_revision")

    @validates_schema
    def check_names(self, values: dict[str, Any], **_: Any) -> None:
        """Refuse two characters with the same name, because the answer identifies them by it."""
        names = [one.name for one in values.get("characters", ())]
        twice = {index: {"name": ["Named twice."]} for index, name in enumerate(names) if name in names[:index]}
        if twice:
            raise ValidationError(twice, "characters")

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> PreviewTuningInput:
        view = View(values["only_changed"], values["limit"])
        interest = Interest(values.get("characters", ()), values.get("location"), view, values["parts"])
        return PreviewTuningInput(_change(values), values.get("tuning_revision"), interest)


def _change(values: dict[str, Any]) -> PreviewedChange:
    if "document" in values:
        return WholeDocument(values["document"])
    change: PreviewedChange = values["values"] if "values" in values else values["restore"]
    return change


PREVIEW: Final = TuningPreviewSchema()
