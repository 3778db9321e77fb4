"""Reads the bodies that change the tuning, and the query that pages through its history."""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import post_load, pre_load

from service.engines.errors import InvalidInput, Mistake
from service.engines.wire_enum import WireEnum
from service.tuning.change import Signature
from service.tuning.compare import LIVE_NAME, SHIPPED_NAME
from service.tuning.history import Sought
from service.tuning.revisions import Side
from service.web.conditional import REVISION
from service.web.fields import HIGHEST_REVISION, Boolean, Enum, Object, Revision, Text, invalid
from service.web.query import BooleanText, Cursor, IntegerText
from service.web.schema import QuerySchema, RequestSchema

LONGEST_AUTHOR: Final = 100
LONGEST_REASON: Final = 500
LONGEST_POINTER: Final = 300
LARGEST_PAGE: Final = 100
USUAL_PAGE: Final = 20
_NO_POINTER: Final = "Must be a JSON pointer of at most {max_length} characters, such as /crimes/bank_robbery."


class Overlay(Object):
    """Values that replace those of a tuning. The rules read the result, not this field."""


class Whole(Object):
    """A whole tuning, with every field. The rules read it, not this field."""


class NamedRevision(Text):
    """A revision in a query: its number, or a word for the one that ships with the service or the live one."""

    default_error_messages = invalid(f"Must be the number of a revision, {SHIPPED_NAME} or {LIVE_NAME}.")

    def __init__(self, **options: Any) -> None:
        super().__init__(pattern=f"^({SHIPPED_NAME}|{LIVE_NAME}|{REVISION.pattern})$", **options)


class Written(Text):
    """A string that is not blank."""

    default_error_messages = invalid(
        "Must be a string of {min_length} to {max_length} characters, not all of them blank."
    )

    def __init__(self, *, max_length: int, **options: Any) -> None:
        super().__init__(max_length=max_length, pattern=r"\S", **options)


def renamed(data: Any, old: str, new: str) -> Any:
    """The body with the field `old` renamed to `new`, unless it already has `new`."""
    if type(data) is not dict or old not in data or new in data:
        return data
    return {new if name == old else name: value for name, value in data.items()}


@dataclass(frozen=True, slots=True)
class Claim:
    """What the body of a change says of its author and reason."""

    author: str | None
    reason: str
    force: bool

    def signed_by(self, operator: str) -> Signature:
        """The operator is the author, whatever the body says; raises `InvalidInput` if it says another."""
        if self.author not in (None, operator):
            message = f"Must be {operator}, whose token this is, or left out."
            raise InvalidInput([Mistake(("author",), message)])
        return Signature(operator, self.reason, force=self.force)


class TuningChangeSchema(RequestSchema):
    """The fields of every change."""

    author = Written(max_length=LONGEST_AUTHOR)
    reason = Written(max_length=LONGEST_REASON, required=True)
    force = Boolean(load_default=False)

    def claim(self, values: dict[str, Any]) -> Claim:
        return Claim(values.get("author"), values["reason"], values["force"])


class TuningPatchSchema(TuningChangeSchema):
    """A change to new values."""

    values = Overlay(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[dict[str, Any], Claim]:
        return values["values"], self.claim(values)


class TuningReplacementSchema(TuningChangeSchema):
    """A whole tuning in place of the one before."""

    values = Whole(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[dict[str, Any], Claim]:
        return values["values"], self.claim(values)


class FileFormat(WireEnum):
    """How to answer the tuning."""

    JSON = "json"
    TOML = "toml"


class TuningFormatSchema(QuerySchema):
    """The format of the tuning."""

    format = Enum(FileFormat, load_default=FileFormat.JSON)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> FileFormat:
        """Itself."""
        found: FileFormat = values["format"]
        return found


class ReplacementQuerySchema(QuerySchema):
    """What goes with a tuning that is a file: there is no room for it in the body."""

    reason = Written(max_length=LONGEST_REASON)
    force = BooleanText(load_default=False)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Claim | None:
        """The claim; None without a reason, which only a file needs here."""
        return Claim(None, values["reason"], values["force"]) if "reason" in values else None


class TuningRestoreSchema(TuningChangeSchema):
    """A change back to an old revision."""

    tuning_revision = Revision(required=True)

    @pre_load
    def rename(self, data: Any, **_: Any) -> Any:
        """Accept the field under its old name, which the contract no longer has."""
        return renamed(data, "revision", "tuning_revision")

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[int, Claim]:
        return values["tuning_revision"], self.claim(values)


class TuningAdoptSchema(RequestSchema):
    """Which of two histories of the tuning counts."""

    keep = Enum(Side, required=True)
    reason = Written(max_length=LONGEST_REASON, required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[Side, Claim]:
        return values["keep"], Claim(None, values["reason"], force=False)


class TuningPageSchema(QuerySchema):
    """A page of the history."""

    limit = IntegerText(minimum=1, maximum=LARGEST_PAGE, load_default=USUAL_PAGE)
    cursor = Cursor(IntegerText(minimum=0, maximum=HIGHEST_REVISION))
    """The first revision of the page."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[int | None, int]:
        """The first revision (None for the newest) and how many to return."""
        return values.get("cursor"), values["limit"]


class TuningHistorySchema(TuningPageSchema):
    """A page of the history, of all changes or of those that are sought."""

    pointer = Text(max_length=LONGEST_POINTER, pattern=r"^(/([^/~]|~[01])*)+$", error_messages=invalid(_NO_POINTER))
    author = Written(max_length=LONGEST_AUTHOR)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[int | None, int, Sought]:
        """The first revision (None for the newest), how many to return, and which."""
        return values.get("cursor"), values["limit"], Sought(values.get("pointer"), values.get("author"))


class TuningDiffSchema(QuerySchema):
    """The two revisions to compare."""

    before = NamedRevision(data_key="from", load_default=SHIPPED_NAME)
    after = NamedRevision(data_key="to", load_default=LIVE_NAME)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[str, str]:
        """Their names."""
        return values["before"], values["after"]


class WholeDiffSchema(QuerySchema):
    """The revision with which to compare a tuning that comes in the body."""

    after = NamedRevision(data_key="to", load_default=LIVE_NAME)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> str:
        """Its name."""
        name: str = values["after"]
        return name


class WholeTuningSchema(RequestSchema):
    """A whole tuning by itself."""

    values = Whole(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> dict[str, Any]:
        document: dict[str, Any] = values["values"]
        return document


PATCH: Final = TuningPatchSchema()
FORMAT: Final = TuningFormatSchema()
REPLACEMENT_QUERY: Final = ReplacementQuerySchema()
REPLACE: Final = TuningReplacementSchema()
RESTORE: Final = TuningRestoreSchema()
ADOPT: Final = TuningAdoptSchema()
PAGE: Final = TuningPageSchema()
HISTORY: Final = TuningHistorySchema()
DIFF: Final = TuningDiffSchema()
WHOLE_DIFF: Final = WholeDiffSchema()
WHOLE: Final = WholeTuningSchema()
