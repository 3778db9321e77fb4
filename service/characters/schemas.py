"""The ids of characters, and the bodies about them."""

import re
from typing import Any, Final

from marshmallow import ValidationError

from service.web.fields import Strict, skills, whole
from service.web.query import flag_text
from service.web.schema import RequestSchema

LONGEST_DURATION_S: Final = 30 * 24 * 60 * 60
"""As long as the catalogue itself may have an effect run."""
LONGEST_ID: Final = 64
CHARACTER_ID: Final = re.compile(r"\.*[A-Za-z0-9_:-][A-Za-z0-9._:-]*")
"""Not dots alone: `.` and `..` mean other places in a path, so such a character could not be read or forgotten."""


def character_id(value: Any) -> str:
    """The id that the game knows a character by."""
    if type(value) is not str or len(value) > LONGEST_ID or not CHARACTER_ID.fullmatch(value):
        raise ValidationError("Must be 1 to 64 characters: letters from A to Z, digits, and . _ : - (not dots alone).")
    return value


class CharacterSkillsSchema(RequestSchema):
    """What a character can do."""

    skills = Strict(skills, required=True)


class EffectStartSchema(RequestSchema):
    """How an effect is to run."""

    duration_seconds = Strict(whole(1, LONGEST_DURATION_S))


class ForgetSchema(RequestSchema):
    """What to forget with a character."""

    records = Strict(flag_text)

    def build(self, values: dict[str, Any]) -> bool:
        """Whether to forget its records as well."""
        too: bool = values.get("records", False)
        return too


SKILLS: Final = CharacterSkillsSchema()
START: Final = EffectStartSchema()
FORGET: Final = ForgetSchema()
