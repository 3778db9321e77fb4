"""The body that asks what a change of the tuning would do."""

from types import MappingProxyType
from typing import Any, Final

from marshmallow import ValidationError

from service.actions.schemas import MOST_MODIFIERS, ModifierSchema
from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import MOST_ROWS, View
from service.engines.destiny.preview.reference_characters import GivenCharacter
from service.engines.destiny.preview.tuning_preview import Interest
from service.engines.errors import listed
from service.preview.preview import PreviewTuningInput
from service.web.fields import (
    Reader,
    Strict,
    array_of,
    distinct,
    flag,
    json_object,
    name,
    revision,
    skills,
    suit_points,
    whole,
)
from service.web.schema import RequestSchema

MOST_CHARACTERS: Final = 20
_STRENGTHS: Final = ("skills", "suit_bonuses")


class PreviewCharacterSchema(RequestSchema):
    """A character of the designer's own: a name, one strength, and what else bears on the draw."""

    skills = Strict(skills)
    suit_bonuses = Strict(suit_points)
    modifiers = Strict(array_of(ModifierSchema().load, 0, MOST_MODIFIERS))
    items = Strict(distinct(array_of(name, 0, MOST_MODIFIERS)))
    effects = Strict(distinct(array_of(name, 0, MOST_MODIFIERS)))
    name = Strict(name, required=True)

    def build(self, values: dict[str, Any]) -> GivenCharacter:
        """The character, if it names its strength in exactly one way."""
        if len(values.keys() & _STRENGTHS) != 1:
            raise ValidationError(f"Must have either {listed(_STRENGTHS)}.")
        return GivenCharacter(values.pop("name"), Participant(**values))


def named_apart(read_all: Reader[tuple[GivenCharacter, ...]]) -> Reader[tuple[GivenCharacter, ...]]:
    """Characters of which no two have the same name: the answer tells them apart by it."""

    def read(value: Any) -> tuple[GivenCharacter, ...]:
        given = read_all(value)
        names = [one.name for one in given]
        twice = {index: {"name": ["Named twice."]} for index, name in enumerate(names) if name in names[:index]}
        if twice:
            raise ValidationError(twice)
        return given

    return read


class TuningPreviewSchema(RequestSchema):
    """A change, and whose odds to compare."""

    values = Strict(json_object, required=True)
    tuning_revision = Strict(revision)
    characters = Strict(named_apart(array_of(PreviewCharacterSchema().load, 0, MOST_CHARACTERS)))
    location = Strict(name)
    only_changed = Strict(flag)
    limit = Strict(whole(1, MOST_ROWS))

    older_names = MappingProxyType({"based_on": "tuning_revision"})

    def build(self, values: dict[str, Any]) -> PreviewTuningInput:
        """The preview asked for."""
        view = View(values.get("only_changed", False), values.get("limit", MOST_ROWS))
        interest = Interest(values.get("characters", ()), values.get("location"), view)
        return PreviewTuningInput(values["values"], values.get("tuning_revision"), interest)


PREVIEW: Final = TuningPreviewSchema()
