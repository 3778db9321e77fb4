"""The bodies that change the tuning, and the query that pages through its history."""

from types import MappingProxyType
from typing import Any

from marshmallow import ValidationError

from service.tuning.change import Signature
from service.web.fields import HIGHEST_REVISION, Reader, Strict, flag, json_object, revision
from service.web.query import cursor_text, whole_text
from service.web.schema import RequestSchema

LONGEST_AUTHOR = 100
LONGEST_REASON = 500
LARGEST_PAGE = 100
USUAL_PAGE = 20


def written(longest: int) -> Reader[str]:
    """A text that says something."""

    def read(value: Any) -> str:
        if type(value) is not str or len(value) > longest or not value.strip():
            raise ValidationError(f"Must be a string of 1 to {longest} characters, not all of them blank.")
        return value

    return read


class TuningChangeSchema(RequestSchema):
    """What every change has to say."""

    author = Strict(written(LONGEST_AUTHOR), required=True)
    reason = Strict(written(LONGEST_REASON), required=True)
    force = Strict(flag)

    def build(self, values: dict[str, Any]) -> Any:
        """What is to change, and the signature to it."""
        signature = Signature(values.pop("author"), values.pop("reason"), force=values.pop("force", False))
        return *values.values(), signature


class TuningPatchSchema(TuningChangeSchema):
    """New values."""

    values = Strict(json_object, required=True)


class TuningRestoreSchema(TuningChangeSchema):
    """An old revision."""

    tuning_revision = Strict(revision, required=True)

    older_names = MappingProxyType({"revision": "tuning_revision"})


class TuningPageSchema(RequestSchema):
    """A page of the history."""

    limit = Strict(whole_text(1, LARGEST_PAGE))
    cursor = Strict(cursor_text(whole_text(0, HIGHEST_REVISION)))
    """The revision that the page begins with."""

    def build(self, values: dict[str, Any]) -> tuple[int | None, int]:
        """The revision to begin with, None for the newest, and how many."""
        return values.get("cursor"), values.get("limit", USUAL_PAGE)


PATCH = TuningPatchSchema()
RESTORE = TuningRestoreSchema()
PAGE = TuningPageSchema()
