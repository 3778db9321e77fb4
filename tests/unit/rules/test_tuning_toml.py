"""Tunings as TOML: what is written is read back as it was, and what is no TOML is refused."""

import tomllib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.destiny.tuning import CATALOGUE
from service.tuning.files import SHIPPED_FILE
from service.tuning.toml import NoToml, read_toml, written
from service.web.json_io import MalformedBody
from tests.builders.tunings import whole_document_with
from tests.strategies import bounded

names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True) | st.text(max_size=5)
plain = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.integers(-10_000_000, 10_000_000).map(lambda points: points / 100)
    | st.floats(allow_nan=False)
    | st.text(max_size=10)
)
inline = st.recursive(
    plain, lambda below: st.lists(below, max_size=3) | st.dictionaries(names, below, max_size=3), max_leaves=8
)
tables = st.recursive(
    st.dictionaries(names, plain | st.lists(inline, max_size=3), max_size=4),
    lambda below: st.dictionaries(names, plain | below, max_size=3),
    max_leaves=5,
)
documents = st.dictionaries(names, plain | st.lists(inline, max_size=3) | tables, max_size=5) | st.dictionaries(
    st.sampled_from(CATALOGUE), st.dictionaries(names, inline, max_size=4), max_size=3
)


def typed(value: Any) -> Any:
    """The value with its types, and without the order of its keys: 1, 1.0 and true are equal in Python."""
    if isinstance(value, dict):
        return {name: typed(below) for name, below in value.items()}
    if isinstance(value, list):
        return [typed(below) for below in value]
    return type(value), repr(value)


def ordered(value: Any) -> Any:
    """Every name in the value, in order."""
    return [(name, ordered(below)) for name, below in value.items()] if isinstance(value, dict) else None


@bounded
@given(documents, documents)
def test_document__written_and_read__is_the_same(document: dict[str, Any], like: dict[str, Any]) -> None:
    assert typed(tomllib.loads(written(document, like))) == typed(document)
    assert read_toml(written(document, document).encode()) == document


def test_shipped_document__written__has_the_order_and_the_figures_of_its_file() -> None:
    file = SHIPPED_FILE.read_text("utf-8")
    document = whole_document_with()

    text = written(document, document)

    assert ordered(tomllib.loads(text)) == ordered(tomllib.loads(file))
    points = [line for line in file.splitlines() if line.startswith(("    {", "[")) or " = {" in line]
    assert set(points) <= set(text.splitlines())


def test_document__in_another_order__is_written_in_that_of_the_shipped_one_with_what_is_new_after_it() -> None:
    shipped = whole_document_with()
    document = dict(reversed(whole_document_with(crimes={"arson": {"threshold": 7.5}}).items()))
    document["crimes"] = dict(reversed(document["crimes"].items()))

    read = tomllib.loads(written(document, shipped))

    assert list(read) == list(shipped)
    assert list(read["crimes"]) == [*shipped["crimes"], "arson"]


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ({}, "\n"),
        ({"a": 40.4, "b": 65.0, "c": 7}, "a = 40.40\nb = 65.00\nc = 7\n"),
        ({"a": 0.000001, "b": 3.125}, "a = 1e-06\nb = 3.125\n"),
        ({"a": 'x"\\\n\x7f♠'}, 'a = "x\\"\\\\\\u000a\\u007f♠"\n'),
        ({"a b": True, "": False}, '"a b" = true\n"" = false\n'),
        ({"items": {}}, "[items]\n"),
        ({"items": {"x": {}}}, "[items]\nx = {}\n"),
        ({"items": {"x": {"suits": {"clubs": 1}}}}, "[items]\nx = { suits = { clubs = 1 } }\n"),
        ({"t": {"u": {"v": 1}}, "a": [1, 2]}, "a = [1, 2]\n\n[t.u]\nv = 1\n"),
        ({"a": [{"b": 1}, {"b": 2}]}, "a = [\n    { b = 1 },\n    { b = 2 },\n]\n"),
    ],
)
def test_document__of_each_shape__is_written_so(document: dict[str, Any], text: str) -> None:
    assert written(document, {}) == text


@pytest.mark.parametrize("document", [{"a": None}, {"a": [None]}, {"items": {"x": None}}])
def test_document__with_a_null__cannot_be_written(document: dict[str, Any]) -> None:
    with pytest.raises(NoToml):
        written(document, {})


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"a", "not TOML"),
        (b"a = ", "not TOML"),
        (b"a = 1\na = 2", "not TOML"),
        (b'{"a": 1}', "not TOML"),
        (b'a = "\\ud800"', "not TOML"),
        (b"a = '\xff'", "not UTF-8: invalid start byte at byte 5"),
        (b"a = " + b"[" * 5_000, "nested too deep"),
        (b"a = " + b"{a=" * 5_000, "nested too deep"),
        (b"a = " + b"1" * 5_000, "a number that is too long"),
        (b"a = 2026-02-30", "not TOML|a date that does not exist"),
        (b".".join([b"a"] * 100_000) + b" = 1", "dotted key of more than 4 names"),
        (b" . ".join([b'"\\""', b"''"] * 10) + b" = 1", "dotted key of more than 4 names"),
        (b"a = [" + b"1," * 12_288 + b"]", "12,289 signs of keys and values"),
        (b"".join(b"a%d.b.c.d=1\n" % n for n in range(3_073)), "12,292 signs of keys and values"),
        (b"".join(b" [ a%d . b ]\n" % n for n in range(3_073)), "15,365 signs of keys and values"),
        (b"[[" + b".".join([b"a"] * 5) + b"]]", "dotted key of more than 4 names"),
    ],
)
def test_body__that_is_no_toml__is_refused_with_the_reason(body: bytes, message: str) -> None:
    with pytest.raises(MalformedBody, match=message):
        read_toml(body)


def test_body__with_a_key_of_as_many_parts_as_there_may_be__is_read() -> None:
    assert list(read_toml(b".".join([b"a"] * 4) + b" = 1")) == ["a"]


@bounded
@given(st.binary(max_size=60) | st.text("ab.\"'[]{}=\n1-:\\ ", max_size=40).map(str.encode))
def test_body__of_any_bytes__is_read_or_refused(body: bytes) -> None:
    with suppress(MalformedBody):
        assert type(read_toml(body)) is dict
