"""Compiles a schema into a loader that returns what `Schema.load` returns, in a sixth of the time.

It supports only what is named here and refuses any other schema, so it ignores nothing that a schema declares.
Property tests compare its values and errors with those of marshmallow's own loop (docs/adr/0007).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, missing
from marshmallow.decorators import POST_LOAD, PRE_LOAD, VALIDATES, VALIDATES_SCHEMA

from service.web.fields import List, Nested, Strict
from service.web.reading import errors_wanted, number_of_messages
from service.web.schema import Loader, OneOfSchemas, RequestSchema, Rule, in_order_of

_LOADING: Final = (
    *("load", "_do_load", "_deserialize", "_call_and_store", "_run_validator", "handle_error", "keep_rules"),
    *("_invoke_schema_validators", "_invoke_load_processors", "_invoke_processors"),
)
"""The methods of a schema whose work the loader does."""
_READING: Final = ("deserialize", "_deserialize", "_validate", "_validate_all", "_validate_missing")
"""The methods of a field whose work the loader does."""


def compile_union(union: OneOfSchemas) -> Loader:
    """A loader that returns what `union.load` returns."""
    return union.loader({kind: compile_loader(schema) for kind, schema in union.schemas.items()})


def compile_loader(schema: Schema) -> Loader:  # noqa: C901  one loop, in which every call would count
    """A loader that returns what `schema.load` returns for JSON. `TypeError` if it does not support the schema."""
    schema = _require_plain(schema)
    by_key = {field.data_key or name: (name, field) for name, field in schema.load_fields.items()}
    readers: Final = {key: (name, _reader(field)) for key, (name, field) in by_key.items()}
    nulls: Final = {key: (name, _null(field)) for key, (name, field) in by_key.items()}
    required: Final = {key: [one.error_messages["required"]] for key, (_, one) in by_key.items() if one.required}
    needed: Final = required.keys()
    defaults: Final = {name: one.load_default for name, one in by_key.values() if one.load_default is not missing}
    wrong_type, unknown = [schema.error_messages["type"]], [schema.error_messages["unknown"]]
    checks, finish = [rule.check for rule in _rules(schema)], _finish(schema)

    def load(data: Any) -> Any:  # noqa: C901
        if type(data) is not dict:
            raise ValidationError(wrong_type)
        values = defaults.copy()
        wrong: dict[str, Any] = {}
        found = 0
        for key, value in data.items():
            if key not in readers:
                messages: Any = unknown
            elif value is None:
                name, messages = nulls[key]
                if messages is None:
                    values[name] = None
                    continue
            else:
                name, read = readers[key]
                try:
                    values[name] = read(value)
                    continue
                except ValidationError as error:
                    messages = error.messages
            wrong[key] = messages
            found += number_of_messages(messages)
            if found >= errors_wanted():
                break
        if not needed <= data.keys():
            wrong |= {key: message for key, message in required.items() if key not in data}
        if wrong:
            raise ValidationError(wrong)
        try:
            for check in checks:
                check(data)
            return finish(values, many=False, partial=None, unknown=RAISE) if finish else values
        except ValidationError as error:
            messages = error.normalized_messages()  # type: ignore[no-untyped-call]
            raise ValidationError(in_order_of(data, messages)) from None

    return load


def _require_plain(schema: Schema) -> RequestSchema:
    kind = type(schema)
    if not isinstance(schema, RequestSchema):
        raise TypeError(f"{kind.__name__} is not a RequestSchema.")
    for method in _LOADING:
        if getattr(kind, method, None) is not getattr(RequestSchema, method):
            raise TypeError(f"{kind.__name__} loads in its own way: its {method} is not RequestSchema's.")
    if schema.many or schema.partial or schema.unknown != RAISE or schema.dict_class is not dict:
        raise TypeError(f"{kind.__name__} has options: it must load one whole object and raise on unknown fields.")
    for tag in (PRE_LOAD, VALIDATES):
        for name, *_ in schema._hooks[tag]:  # noqa: SLF001  marshmallow lists hooks nowhere else
            raise TypeError(f"{kind.__name__}.{name}: a {tag!r} hook is not supported.")
    return schema


def _hook(schema: RequestSchema, tag: str, honoured: dict[str, Any]) -> Iterator[str]:
    """The names of the hooks. `TypeError` if one has other options than these."""
    for name, many, options in schema._hooks[tag]:  # noqa: SLF001
        if many or options != honoured:
            raise TypeError(f"{type(schema).__name__}.{name}: a {tag!r} hook is supported only with {honoured}.")
        yield name


def _rules(schema: RequestSchema) -> Iterable[Rule]:
    """The rules that `keep_rules` checks."""
    for name in _hook(schema, VALIDATES_SCHEMA, {"skip_on_field_errors": True, "pass_original": True}):
        if name != RequestSchema.keep_rules.__name__:
            raise TypeError(f"{type(schema).__name__}.{name}: only rules are supported, no 'validates_schema' hook.")
    return schema.rules


def _finish(schema: RequestSchema) -> Callable[..., Any] | None:
    names = list(_hook(schema, POST_LOAD, {"pass_original": False}))
    if len(names) > 1:
        raise TypeError(f"{type(schema).__name__}: {' and '.join(names)}: only one 'post_load' hook is supported.")
    return getattr(schema, names[0]) if names else None


def _null(field: fields.Field[Any]) -> list[Any] | None:
    """The message for null, or None if the field allows it."""
    return None if field.allow_none else [field.error_messages["null"]]


def _reader(field: fields.Field[Any]) -> Callable[[Any], Any]:
    """A reader that returns what `field.deserialize` returns, for any value but null."""
    kind = type(field)
    honoured: type[fields.Field[Any]]
    if isinstance(field, List):
        honoured, read = List, field.reader(_nullable(field.inner))
    elif isinstance(field, Nested):
        honoured, read = Nested, compile_loader(field.schema)
        if field.many or field.unknown:
            raise TypeError(f"{field.name}: 'many' and 'unknown' of a nested schema are not supported.")
    elif isinstance(field, Strict):
        honoured, read = Strict, field.read
    else:
        raise TypeError(f"{field.name}: {kind.__name__} is not a supported field.")
    for method in _READING:
        if getattr(kind, method) is not getattr(honoured, method):
            raise TypeError(f"{field.name}: {kind.__name__} reads in its own way: it has its own {method}.")
    if field.pre_load or field.post_load or field.attribute is not None or callable(field.load_default):
        raise TypeError(f"{field.name}: pre_load, post_load, attribute and a callable default are not supported.")
    return _validated(field, read) if field.validators else read


def _validated(field: fields.Field[Any], read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read_and_validate(value: Any) -> Any:
        found = read(value)
        field._validate(found)  # noqa: SLF001  as deserialize does
        return found

    return read_and_validate


def _nullable(field: fields.Field[Any]) -> Callable[[Any], Any]:
    """A reader of items that handles null too."""
    read, null = _reader(field), _null(field)

    def read_item(value: Any) -> Any:
        if value is not None:
            return read(value)
        if null is None:
            return None
        raise ValidationError(null)

    return read_item
