"""Reads the ids of characters, and the bodies of requests about them."""

from typing import Any, Final

from marshmallow import post_load

from service.web.fields import Integer, Skills, Text, invalid
from service.web.query import BooleanText
from service.web.schema import QuerySchema, RequestSchema

LONGEST_DURATION_S: Final = 30 * 24 * 60 * 60
"""The longest duration that the catalogue allows for an effect."""


class CharacterId(Text):
    """The game's id of a character.

    Dots alone are refused: `.` and `..` mean other places in a path, so that character could not be read or forgotten.
    """

    default_error_messages = invalid(
        "Must be {min_length} to {max_length} characters: letters a to z and A to Z, digits, and . _ : - "
        "(not dots alone)."
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=64, pattern=r"^\.*[A-Za-z0-9_:-][A-Za-z0-9._:-]*$", **options)


character_id: Final = CharacterId().deserialize
"""Reads the id from a path."""


class CharacterSkillsSchema(RequestSchema):
    skills = Skills(required=True)


class EffectStartSchema(RequestSchema):
    duration_seconds = Integer(minimum=1, maximum=LONGEST_DURATION_S)


class ForgetSchema(QuerySchema):
    records = BooleanText(load_default=False)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> bool:
        """True if the character's records are to be forgotten too."""
        too: bool = values["records"]
        return too


SKILLS: Final = CharacterSkillsSchema()
START: Final = EffectStartSchema()
FORGET: Final = ForgetSchema()
