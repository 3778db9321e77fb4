"""The base of every request schema, and rules about which fields go together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Final

from marshmallow import RAISE, Schema, ValidationError, validates_schema
from marshmallow.exceptions import SCHEMA

from service.engines.errors import listed
from service.engines.wire_enum import WireEnum
from service.web.fields import REQUIRED, Enum, Ignored, Strict, json_object
from service.web.reading import errors_wanted

Json = Mapping[str, Any]
Loader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ExactlyOne:
    """An object must have exactly one of these fields, or both of `together`."""

    names: tuple[str, ...]
    together: tuple[str, ...] = ()
    """Two fields that may come together, in the order of `names`."""

    def check(self, given: Json) -> None:
        """Raises `ValidationError` if the object has none or too many of them."""
        named = [name for name in self.names if name in given]
        if len(named) == 1 or (named and named == list(self.together)):
            return
        if len(self.names) == 2:
            raise ValidationError(f"Must have either {listed(self.names)}.")
        or_both = f", or {' together with '.join(self.together)}" if self.together else ""
        has = " and ".join(named) or "none of them"
        raise ValidationError(f"Must have exactly one of {listed(self.names)}{or_both}; has {has}.")


@dataclass(frozen=True, slots=True)
class NotTogether:
    """An object may have at most one of these two fields."""

    one: str
    other: str

    def check(self, given: Json) -> None:
        """Raises `ValidationError` if the object has both."""
        if self.one in given and self.other in given:
            raise ValidationError({self.one: [f"Must not come with {self.other}: send one of them."]})


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """A field that means something only together with another."""

    name: str
    needed: str

    def check(self, given: Json) -> None:
        """Raises `ValidationError` if the object has the first without the second."""
        if self.name in given and self.needed not in given:
            raise ValidationError({self.name: [f"Needs {self.needed}."]})


Rule = ExactlyOne | NotTogether | OnlyWith


class RequestSchema(Schema):
    """A schema whose errors can go into an answer: in the order of the body, and none under an invented field."""

    class Meta:
        unknown = RAISE  # so that a misspelt field does not go unnoticed

    noun: ClassVar[str] = "field"
    """What one of its values is called."""
    rules: ClassVar[tuple[Rule, ...]] = ()
    """Which optional fields go together. The contract's alternatives follow from these rules."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.known: Final = {field.data_key or name: field for name, field in self.load_fields.items()}
        offered = [name for name, field in self.known.items() if not isinstance(field, Ignored)]
        self.error_messages = self.error_messages | {
            "type": "Must be an object.",
            "unknown": f"Unknown {self.noun}. Allowed: {listed(offered)}.",
        }

    def load(self, data: Any, **options: Any) -> Any:
        """The value of the object. Raises `ValidationError` with each mistake under its field."""
        return super().load(self._without_countless_mistakes(data), **options)

    def _without_countless_mistakes(self, data: Any) -> Any:
        """The object with only as many unknown fields as a problem can list."""
        if type(data) is not dict or len(data) <= len(self.known) + errors_wanted():
            return data
        listed_unknown = set(islice((name for name in data if name not in self.known), errors_wanted()))
        return {name: value for name, value in data.items() if name in self.known or name in listed_unknown}

    @validates_schema(pass_original=True)
    def keep_rules(self, _values: Json, given: Json, **_: Any) -> None:
        """Check every rule on the fields that the object has."""
        for rule in self.rules:
            rule.check(given)

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Put the errors in the order of the body.

        marshmallow collects unknown fields in a set, which has no order. It files errors of the object itself under
        `_schema`, which may also be the name of a field that the caller sent.
        """
        error.messages = in_order_of(data, error.messages)


class QuerySchema(RequestSchema):
    """A schema of the parameters in a query."""

    noun = "parameter"


def in_order_of(data: Any, messages: Any) -> Any:
    """The messages about the object itself, or those about its fields in its order and then about missing fields."""
    if type(data) is not dict:
        return messages[SCHEMA]
    if messages.keys() == {SCHEMA} and SCHEMA not in data:
        return messages[SCHEMA]
    return {**{name: messages[name] for name in data if name in messages}, **messages}


class OneOfSchemas:
    """Objects of several kinds; the field `by` names the kind."""

    def __init__(self, by: str, schemas: Mapping[Any, RequestSchema], default: WireEnum | None = None) -> None:
        self.schemas: Final = schemas
        self.by: Final = by
        self.default: Final = default
        self._kind: Final = Enum(only=schemas)
        self.load: Final = self.loader({kind: schema.load for kind, schema in schemas.items()})

    def loader(self, loaders: Mapping[Any, Loader]) -> Loader:
        """A loader that passes each object to the loader of its kind."""
        by, default, read_kind = self.by, self.default, self._kind.read

        def load(data: Any) -> Any:
            given = json_object(data)
            if by in given:
                try:
                    kind = read_kind(given[by])
                except ValidationError as error:
                    raise ValidationError({by: error.messages}) from None
            elif default is None:
                raise ValidationError({by: [REQUIRED]})
            else:
                kind = default
            return loaders[kind](given)

        return load


class OneOf(Strict[Any]):
    """A field that holds an object of one of several kinds."""

    def __init__(self, union: OneOfSchemas, **options: Any) -> None:
        super().__init__(**options)
        self.union: Final = union
        self.read = union.load


class Unread(Strict[Any]):
    """A field like `OneOf`, kept as it is: its object is read later, on its own."""

    def __init__(self, union: OneOfSchemas) -> None:
        super().__init__(allow_none=True)
        self.union: Final = union
        self.read = lambda value: value
