"""The compiled loader answers as marshmallow's own does, and refuses what it cannot honour."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, pre_load, validates, validates_schema
from marshmallow.validate import Length

from service.actions.schemas import ODDS, RESOLVE, SCORE, read_odds, read_resolve, read_score
from service.draws import schemas as draws
from service.piecepacks import schemas as piecepacks
from service.pyramid import schemas as pyramid
from service.pyramid import tuple_schemas as tuples
from service.web.compiled import compile_loader
from service.web.fields import Boolean, Enum, Ignored, Integer, List, Name, Nested, Points, Strict
from service.web.problems import mistakes_in
from service.web.reading import listing_at_most
from service.web.schema import ExactlyOne, Loader, NotTogether, RequestSchema
from tests.api import json_values
from tests.builders import actions
from tests.openapi import contract, examples
from tests.strategies import bounded_to

NAMED = {"draw": {"draw_id": "d", "client_seed": "c"}}


def bodies(name: str) -> list[Any]:
    """The contract's examples of a request body."""
    media = contract()["components"]["requestBodies"][name]["content"]["application/json"]
    return list(examples(media).values())


HOT = ("resolve", "odds", "score")
"""Those that `make fast` sends spoilt bodies to."""
PAIRS: dict[str, tuple[Loader, Loader, list[Any]]] = {
    "resolve": (RESOLVE.load, read_resolve, [{**body, **NAMED} for body in json_values.GOOD[actions.RESOLVE]]),
    "odds": (ODDS.load, read_odds, json_values.GOOD[actions.ODDS]),
    "score": (SCORE.load, read_score, json_values.GOOD[actions.SCORE]),
    **{
        name: (schema.load, compiled, bodies(name))
        for name, schema, compiled in (
            ("PromiseDrawRequest", draws.WANTED, draws.read_wanted),
            ("DealPyramidRequest", pyramid.DEAL, pyramid.read_deal),
            ("EvaluatePyramidRequest", pyramid.EVALUATE, pyramid.read_evaluate),
            ("FindPyramidAutomaticsRequest", pyramid.AUTOMATICS, pyramid.read_automatics),
            ("ValidatePyramidRequest", pyramid.VALIDATE, pyramid.read_validate),
            ("ScorePyramidRequest", pyramid.SCORE, pyramid.read_score),
            ("SettlePyramidRequest", pyramid.SETTLE, pyramid.read_settle),
            ("DecidePyramidRequest", pyramid.DECIDE, pyramid.read_decide),
            ("LookUpTupleRequest", tuples.LOOKUP, tuples.read_lookup),
            ("DealPiecepacksRequest", piecepacks.DEAL, piecepacks.read_deal),
            ("EvaluatePiecepacksRequest", piecepacks.EVALUATE, piecepacks.read_evaluate),
            ("ComparePiecepacksRequest", piecepacks.COMPARE, piecepacks.read_compare),
            ("ShowDownPiecepacksRequest", piecepacks.SHOWDOWN, piecepacks.read_showdown),
            ("QuotePiecepacksOddsRequest", piecepacks.ODDS, piecepacks.read_odds),
        )
    },
}


def answer(load: Loader, body: Any, most: int) -> Any:
    """The value, or the mistakes in their order and the errors as they are nested."""
    with listing_at_most(most):
        try:
            return load(body)
        except ValidationError as error:
            mistakes = [(mistake.path, mistake.message) for mistake in mistakes_in(error)][: most + 1]
            return mistakes, error.messages if len(mistakes) <= most else None


def assert_same(marshmallow: Loader, compiled: Loader, body: Any, most: int = 100) -> None:
    assert answer(compiled, body, most) == answer(marshmallow, body, most)


@pytest.mark.parametrize("name", PAIRS)
def test_compiled__of_good_bodies__answers_as_marshmallow(name: str) -> None:
    marshmallow, compiled, good = PAIRS[name]
    for body in good:
        assert compiled(body) == marshmallow(body)


@pytest.mark.parametrize(
    "name", [name if name in HOT else pytest.param(name, marks=pytest.mark.slow) for name in PAIRS]
)
@bounded_to(60)
@given(data=st.data(), most=st.sampled_from([0, 1, 3, 100]))
def test_compiled__of_changed_bodies__answers_as_marshmallow(name: str, data: st.DataObject, most: int) -> None:
    marshmallow, compiled, good = PAIRS[name]
    body = data.draw(json_values.spoilt(good))
    for _ in range(data.draw(st.integers(0, 3))):
        body = data.draw(json_values.spoilt([body]))
    assert_same(marshmallow, compiled, body, most)


class Inner(RequestSchema):
    id = Name(required=True, validate=Length(min=2, error="Too short."))
    rank = Integer(minimum=0, maximum=9, load_default=3, data_key="for")


class Outer(RequestSchema):
    rules = (ExactlyOne(("a", "b"), together=("a", "b")), NotTogether("c", "d"))

    a = Points()
    b = Boolean(allow_none=True)
    c = Nested(Inner, load_default=None)
    d = List(Nested(Inner), min_length=1, max_length=3)
    e = List(Name(allow_none=True), max_length=4, unique=True)
    f = Ignored()
    g = Name(required=True, error_messages={"required": "Where is it?", "null": "No.", "invalid": "Not {max_length}."})

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Any:
        if values["g"] == "refused":
            raise ValidationError("Refused.")
        if values["g"] == "refused field":
            raise ValidationError({"a": {"b": ["Refused."]}}, "g")
        return sorted(values.items(), key=str)


compiled_outer = compile_loader(Outer())
anything = (
    st.none() | st.booleans() | st.integers(-1, 12) | st.sampled_from(["x", "xy", "refused", "refused field", 1.5])
)
inner = st.dictionaries(st.sampled_from(["id", "for", "rank", "_schema"]), anything, max_size=3) | anything
outer = st.fixed_dictionaries(
    {},
    optional={
        "a": anything,
        "b": anything,
        "c": inner,
        "d": st.lists(inner, max_size=4) | anything,
        "e": st.lists(anything, max_size=5),
        "f": anything,
        "g": st.sampled_from(["x", "refused", "refused field"]) | anything,
        "_schema": anything,
    },
)


@bounded_to(400)
@given(body=outer | anything, most=st.sampled_from([0, 1, 100]))
def test_compiled__of_all_that_it_honours__answers_as_marshmallow(body: Any, most: int) -> None:
    assert_same(Outer().load, compiled_outer, body, most)


@pytest.mark.parametrize(
    "body",
    [
        {"b": True, "g": "refused"},
        {"b": None, "g": "refused field"},
        {"a": 1, "b": True, "g": "x", "c": {"id": "xy"}, "f": {}},
        {"a": 1, "g": "x", "c": {"id": "xy"}, "d": [{"id": "xy"}]},
        {"g": "x"},
        {"a": 1, "g": "x", "d": [{"id": "x"}, {"for": 10}]},
    ],
)
def test_compiled__of_every_outcome__answers_as_marshmallow(body: Any) -> None:
    assert_same(Outer().load, compiled_outer, body)


def test_loading__of_more_unknown_fields_than_are_wanted__stops_at_those() -> None:
    body = {"d": [{"id": "xy"}], "e": [], **{f"unknown {index}": 0 for index in range(100_000)}}
    with pytest.raises(ValidationError) as compiled, listing_at_most(5):
        compiled_outer(body)
    with pytest.raises(ValidationError) as marshmallow, listing_at_most(5):
        Outer().load(body)
    assert len(compiled.value.messages) == 6 + 1  # and the field that is missing
    assert len(marshmallow.value.messages) == 6 + 1


def declaring(**members: Any) -> type[Schema]:
    return type("Declared", (RequestSchema,), members)


class LoadsOtherwise(RequestSchema):
    def load(self, data: Any, **options: Any) -> Any:
        return super().load(data, **options)


class ReadsOtherwise(Name):
    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, attr, data, **kwargs).lower()


class Excluding(RequestSchema):
    class Meta:
        unknown = EXCLUDE


def hook() -> Callable[..., Any]:
    """A method that a decorator of marshmallow's can mark; each marks its own."""

    def unchanged(_self: Any, values: Any, **_: Any) -> Any:
        return values

    return unchanged


REFUSED: dict[str, tuple[Callable[[], Schema], str]] = {
    "another schema": (Schema.from_dict({"a": fields.Integer()}), "GeneratedSchema is not a RequestSchema"),
    "another field": (declaring(a=fields.Integer()), "a: Integer is not a supported field"),
    "a field of ours that reads otherwise": (declaring(a=ReadsOtherwise()), "a: ReadsOtherwise reads in its own way"),
    "a schema that loads otherwise": (LoadsOtherwise, "LoadsOtherwise loads in its own way: its load"),
    "pre_load": (declaring(hook=pre_load(hook())), "Declared.hook: a 'pre_load' hook"),
    "validates": (declaring(a=Name(), hook=validates("a")(hook())), "Declared.hook: a 'validates' hook"),
    "validates_schema": (declaring(hook=validates_schema(hook())), "Declared.hook: a 'validates_schema' hook"),
    "a second validates_schema": (
        declaring(hook=validates_schema(pass_original=True)(hook())),
        "Declared.hook: only rules are supported",
    ),
    "post_load with the original": (
        declaring(hook=post_load(pass_original=True)(hook())),
        "Declared.hook: a 'post_load'",
    ),
    "two of post_load": (declaring(one=post_load(hook()), two=post_load(hook())), "Declared: one and two: only one"),
    "a field's pre_load": (declaring(a=Name(pre_load=str)), "a: pre_load, post_load"),
    "a field's post_load": (declaring(a=Name(post_load=str)), "a: pre_load, post_load"),
    "a field's attribute": (declaring(a=Name(attribute="b")), "a: pre_load, post_load, attribute"),
    "a default that is called": (declaring(a=Name(load_default=list)), "a callable default"),
    "unknown fields left out": (Excluding, "Excluding has options"),
    "many": (lambda: Inner(many=True), "Inner has options"),
    "partial": (lambda: Inner(partial=True), "Inner has options"),
    "many nested": (declaring(a=Nested(Inner, many=True)), "Inner has options"),
    "unknown nested": (declaring(a=Nested(Inner, unknown=EXCLUDE)), "'many' and 'unknown' of a nested schema"),
    "what is refused, in a list": (declaring(a=List(fields.Raw(), max_length=1)), "Raw is not a supported field"),
    "what is refused, nested": (declaring(a=Nested(declaring(b=fields.Raw()))), "Raw is not a supported field"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_compiling__what_is_not_honoured__is_refused_by_name(what: str) -> None:
    make, message = REFUSED[what]
    with pytest.raises(TypeError, match="^[^\n]*" + message.replace("(", r"\(")):
        compile_loader(make())


def test_every_field_of_ours__is_read_by_its_reader_alone() -> None:
    kinds: list[type[Strict[Any]]] = [Boolean, Enum, Ignored, Integer, Name, Points]
    assert all(kind._deserialize is Strict._deserialize for kind in kinds)  # noqa: SLF001  what compiling relies on
