"""Bodies that are not JSON with one meaning: the type they are sent as, their text, their depth, their keys."""

import json

import pytest

from service.web.json_io import DEEPEST, MOST_CONTAINERS
from tests.api.refusals import Refusals, problem_of, refusals_of_one_app
from tests.builders.actions import BATCH, ODDS, PVE, RESOLVE, SCORE
from tests.contract_client import ContractClient

POSTS = pytest.mark.parametrize("path", [RESOLVE, BATCH, SCORE, ODDS])
GOOD = json.dumps(PVE).encode()


@pytest.fixture(scope="module")
def refusals() -> Refusals:
    return refusals_of_one_app()


def number(text: str) -> bytes:
    """A crime with this threshold."""
    return b'{"action_type": "pve", "threshold": %s, "actor": {"npc": "rookie"}}' % text.encode()


def nested(levels: int, opening: bytes = b"[", closing: bytes = b"]") -> bytes:
    return opening * levels + closing * levels


@POSTS
@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", "application", "json"],
)
def test_content_type__not_json__is_refused_and_named(refusals: Refusals, path: str, content_type: str) -> None:
    document = refusals.problem(415, "unsupported-media-type", path, GOOD, content_type)

    assert document["detail"] == f"Send the body as application/json, not as {content_type}."


@POSTS
@pytest.mark.parametrize("content_type", [None, ""])
def test_content_type__left_out__is_refused_with_what_to_send(
    refusals: Refusals, path: str, content_type: str | None
) -> None:
    document = refusals.problem(415, "unsupported-media-type", path, GOOD, content_type)

    assert document["detail"] == "Send the header Content-Type: application/json."


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"',
        "application/json; charset=utf8",
        "APPLICATION/JSON",
        "application/json; v=1",
    ],
)
def test_content_type__json_with_parameters__is_read_as_utf_8(client: ContractClient, content_type: str) -> None:
    assert client.post(RESOLVE, data=GOOD, content_type=content_type).status_code == 200


@POSTS
@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "us-ascii", "x" * 80])
def test_charset__other_than_utf_8__is_refused_and_named(refusals: Refusals, path: str, charset: str) -> None:
    content_type = f"application/json;charset={charset}"

    document = refusals.problem(415, "unsupported-media-type", path, GOOD, content_type)

    assert document["detail"] == f"Send the body in UTF-8, not in {charset}."


@POSTS
@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, gzip", "identity, gzip", "nonsense", ""])
def test_content_encoding__any__is_refused_and_named(client: ContractClient, path: str, coding: str) -> None:
    response = client.post(path, data=GOOD, content_type="application/json", headers={"Content-Encoding": coding})

    document = problem_of(response, 415, "unsupported-media-type")
    assert coding in document["detail"]


def test_content_encoding__identity__is_none(client: ContractClient) -> None:
    response = client.post(RESOLVE, json=PVE, headers={"Content-Encoding": "Identity"})

    assert response.status_code == 200


@POSTS
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"{]",
        b"nul",
        b"'a'",
        b'{"a": 1,}',
        b"[1 2]",
        b"{a: 1}",
        b'{"a"}',
        b"{} {}",
        b"/**/ {}",
        b"\x00",
    ],
)
def test_body__not_json__is_refused(refusals: Refusals, path: str, body: bytes) -> None:
    assert refusals.malformed(body, path).startswith("The body is not JSON: ")


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "01", "+1", "1.", ".5", "0x10", "1_000"])
def test_number__in_no_json_notation__is_refused(refusals: Refusals, literal: str) -> None:
    assert refusals.malformed(number(literal)).startswith("The body is not JSON: ")


@pytest.mark.parametrize("literal", ["1e999", "-1e999", "1e400", "9" * 400, "9" * 5000])
def test_number__beyond_a_double__is_refused(refusals: Refusals, literal: str) -> None:
    assert refusals.malformed(number(literal)).startswith("The body is not JSON: number is infinity")


def test_number__of_thousands_of_decimals_next_to_a_colon_in_a_string__is_only_a_number(refusals: Refusals) -> None:
    body = b'{"action_type": "pve:", "threshold": 0.%s}' % (b"1" * 5000)

    assert refusals.errors_of(RESOLVE, body) == {"/action_type": "Must be pve, skill_check, pvp or gang_war."}


@pytest.mark.parametrize(
    "text", [b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", "é".encode("latin-1")]
)
def test_text__broken_utf_8__is_refused_and_says_where(refusals: Refusals, text: bytes) -> None:
    assert refusals.malformed(b'{"action_type": "%s"}' % text).startswith(
        f"The body is not UTF-8: byte 17 is 0x{text[0]:02X}, "
    )


@pytest.mark.parametrize("text", [b"a\nb", b"\x01"])
def test_text__bare_control_character__is_refused(refusals: Refusals, text: bytes) -> None:
    assert refusals.malformed(b'{"action_type": "%s"}' % text).startswith("The body is not JSON: ")


@pytest.mark.parametrize("text", [b"\\ud800", b"\\udc00", b"\\ud800\\ud800", b"\\ud83dx", b"\\u12", b"\\x41"])
def test_text__half_a_surrogate_pair_or_broken_escape__is_refused(refusals: Refusals, text: bytes) -> None:
    assert refusals.malformed(b'{"%s": 1}' % text).startswith("The body is not JSON: ")


@pytest.mark.parametrize(
    ("encoding", "refusal"),
    [
        ("utf-16", "The body is not UTF-8: byte 0 is 0xFF, "),
        ("utf-32", "The body is not UTF-8: byte 0 is 0xFF, "),
        ("utf-16-le", "The body is not JSON: "),
        ("utf-8-sig", "The body is not JSON: "),
    ],
)
def test_text__another_encoding_or_a_byte_order_mark__is_refused(
    refusals: Refusals, encoding: str, refusal: str
) -> None:
    assert refusals.malformed(GOOD.decode().encode(encoding)).startswith(refusal)


@pytest.mark.parametrize("levels", [DEEPEST + 1, 100, 1000, 1024])
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_nesting__too_deep__is_refused(refusals: Refusals, levels: int, opening: bytes, closing: bytes) -> None:
    body = opening * (levels - 1) + b"{}" + closing * (levels - 1)

    assert refusals.malformed(body) == "The body has arrays or objects more than 32 deep."


def test_arrays_and_objects__more_than_are_read__are_refused(refusals: Refusals) -> None:
    body = b"[" + b"[{}]," * (MOST_CONTAINERS // 2 - 1) + b"{}%b]"

    assert refusals.malformed(body % b",[]") == "The body has more than 100,000 arrays and objects."
    assert refusals.errors_of(RESOLVE, body % b"") == {"": "Must be an object."}


@pytest.mark.parametrize("levels", [1025, 100_000])
def test_nesting__deeper_than_any_parser_goes__is_refused(refusals: Refusals, levels: int) -> None:
    assert (
        refusals.malformed(nested(levels))
        == "The body is not JSON: depth limit exceeded: line 1 column 1026 (char 1025)."
    )
    assert refusals.malformed(nested(levels)[:levels]).startswith("The body is not JSON: ")


def test_nesting__as_deep_as_allowed__is_read(refusals: Refusals) -> None:
    assert refusals.errors_of(RESOLVE, nested(DEEPEST)) == {"": "Must be an object."}


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (b'{"actor": {}, "actor": {}}', "actor"),
        (b'{"actor": {"skills": {"stealth": 5, "brawling": 1, "stealth": 5}}}', "stealth"),
        (b'[[{"a": [{"b": 1, "b": 1}]}]]', "b"),
        (b'{"": 1, "": 2}', ""),
        (b'{"a": 1, "\\u0061": 2}', "a"),
        (b'{"a:": 1, "b": ":", "a:": 2}', "a:"),
        (b'{"a": {"x": 1, "y": 2}, "a": null}', "a"),
        ('{"é": 1, "\\u00e9": 1}'.encode(), "é"),
    ],
)
def test_key__twice_in_one_object__is_refused(refusals: Refusals, body: bytes, key: str) -> None:
    assert refusals.malformed(body) == f"The key {key!r} appears twice in one object."


@POSTS
def test_key__twice_anywhere_in_a_good_body__is_refused_on_every_route(refusals: Refusals, path: str) -> None:
    body = GOOD[:-1] + b', "action_type": "pve"}'

    assert refusals.malformed(body, path) == "The key 'action_type' appears twice in one object."


@pytest.mark.parametrize(
    "field",
    [
        b'"a:b": 1, "a": ":", "b": ":"',
        b'"\\"a\\": 1": 1, "a": 1',
        b'"a": "\\"a\\": 1, \\"a\\": 2"',
        b'"a": {"b": 1}, "b": {"b": 1}',
        b'"a\\\\": 1, "a": "\\\\", "b": ":"',
        b'"A": 1, "a": 1, "a ": ":"',
    ],
)
def test_key__once_in_each_object_among_colons_and_quotes__is_no_repeat(refusals: Refusals, field: bytes) -> None:
    errors = refusals.errors_of(RESOLVE, GOOD[:-1] + b", " + field + b"}")

    assert all(message.startswith("Unknown field. Allowed: ") for message in errors.values())


def test_key__long_and_twice__is_reported_shortened(refusals: Refusals) -> None:
    key = b"k" * 100_000

    assert len(refusals.malformed(b'{"%s": 1, "%s": 1}' % (key, key))) < 150


def test_keys__a_hundred_thousand_of_them_next_to_a_colon_in_a_string__are_compared_quickly(refusals: Refusals) -> None:
    body = b'{":": 1, %s}' % b", ".join(b'"%d": 1' % number for number in range(80_000))

    assert refusals.errors_of(RESOLVE, body) == {"/action_type": "Required."}


@POSTS
@pytest.mark.parametrize("value", [[], [PVE], 5, 5.5, "pve", "", True, None])
def test_body__not_an_object__is_refused(refusals: Refusals, path: str, value: object) -> None:
    assert refusals.errors(path, value) == {"": "Must be an object."}


@pytest.mark.parametrize(("path", "mebibytes"), [(RESOLVE, 1), (SCORE, 1), (ODDS, 1), (BATCH, 8)])
def test_size__just_over_the_limit__is_refused_and_at_the_limit_is_read(
    refusals: Refusals, path: str, mebibytes: int
) -> None:
    limit = mebibytes << 20
    body = b"{}".ljust(limit)

    assert set(refusals.errors_of(path, body)) == {"/requests" if path == BATCH else "/action_type"}
    document = refusals.problem(413, "body-too-large", path, body + b" ")
    assert document["detail"] == f"The body may have at most {mebibytes} MiB."


def test_size__good_body_at_the_limit__is_resolved(client: ContractClient) -> None:
    response = client.post(RESOLVE, data=GOOD.ljust(1 << 20), content_type="application/json")

    assert response.status_code == 200
