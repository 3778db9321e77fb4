"""Reads the body that asks for a preview of a tuning change."""

from collections.abc import Sequence
from typing import Any, Final

from marshmallow import ValidationError, post_load

from service.actions.schemas import MOST_MODIFIERS, ModifierSchema
from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import MOST_ROWS, View
from service.engines.destiny.preview.reference_characters import MOST_NPCS, GivenCharacter
from service.engines.destiny.preview.tuning_preview import Interest, PreviewPart
from service.preview.preview import PreviewedChange, PreviewTuningInput, WholeDocument
from service.tuning.schemas import Overlay, Whole, renamed
from service.web.compiled import compile_loader
from service.web.fields import Boolean, Enum, Integer, List, Name, Nested, Revision, Skills, SuitPoints
from service.web.schema import ExactlyOne, Loader, RequestSchema

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

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> PreviewTuningInput:
        characters = values.get("characters", ())
        _check_names([one.name for one in characters])
        view = View(values["only_changed"], values["limit"])
        interest = Interest(characters, values.get("location"), view, values["parts"])
        return PreviewTuningInput(_change(values), values.get("tuning_revision"), interest)


def _check_names(names: Sequence[str]) -> None:
    """Refuse two characters with the same name, because the answer identifies them by it."""
    twice = {index: {"name": ["Named twice."]} for index, name in enumerate(names) if name in names[:index]}
    if twice:
        raise ValidationError({"characters": twice})


def _change(values: dict[str, Any]) -> PreviewedChange:
    if "document" in values:
        return WholeDocument(values["document"])
    change: PreviewedChange = values["values"] if "values" in values else values["restore"]
    return change


PREVIEW: Final = TuningPreviewSchema()
_load: Final[Loader] = compile_loader(PREVIEW)


def read_preview(body: Any) -> PreviewTuningInput:
    """What the body asks for. A field is accepted under its old name, which the contract no longer has."""
    wanted: PreviewTuningInput = _load(renamed(body, "based_on", "tuning_revision"))
    return wanted
