"""Reads the bodies that ask about a participant by itself."""

from typing import Any, Final

from marshmallow import post_load

from service.actions.schemas import ParticipantSchema
from service.odds.build import Build
from service.tuning.overlay import Hypothetical
from service.tuning.schemas import Overlay
from service.web.fields import Name, Nested, Revision
from service.web.schema import RequestSchema


class CountTotalsSchema(RequestSchema):
    """A participant, where it is, and the tuning to count under."""

    participant = Nested(ParticipantSchema, required=True)
    location = Name()
    tuning_revision = Revision()
    tuning = Overlay()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Hypothetical[Build]:
        build = Build(values["participant"], values.get("location"))
        return Hypothetical(build, values.get("tuning_revision"), values.get("tuning", {}))


TOTALS: Final = CountTotalsSchema()
