"""The judge of hostile requests: it objects to what no answer may be, and to nothing else."""

import gzip
import json
from dataclasses import replace
from typing import Any

import pytest

from service.web.problem_types import IDEMPOTENCY_STORE_FULL, PROBLEM_TYPES
from tests.hostile.exchange import HTML, JSON, NO_ANSWER, PROBLEM, Got, Sent
from tests.hostile.judge import UNAVAILABLE, findings
from tests.openapi import examples, operations

FULL = IDEMPOTENCY_STORE_FULL.uri
EVERY = {"x-request-id": "1", "x-content-type-options": "nosniff", "cache-control": "no-store"}
GZIP = EVERY | {"content-type": JSON, "content-encoding": "gzip"}
CALL = Sent(b"GET /version HTTP/1.1\r\n\r\n", "GET /version")
(GET_VERSION,) = (one for one in operations() if one.path == "/version")
VERSION = replace(CALL, operation=GET_VERSION)
PAGE = replace(CALL, is_page=True)
HEAD = replace(CALL, is_head=True)
BROKEN = replace(CALL, is_broken=True)
CUT = replace(CALL, cut=True)


def _answer(status: int, media_type: str, body: bytes = b"{}") -> Got:
    return Got(status, EVERY | {"content-type": media_type}, body)


def _problem(status: int, kind: str = "", in_body: int | None = None) -> Got:
    kind = kind or next((one.uri for one in PROBLEM_TYPES.values() if one.status == status), "about:blank")
    document = {"type": kind, "title": "A title", "status": in_body or status}
    return _answer(status, PROBLEM, json.dumps(document).encode())


def _version(**fields: Any) -> Got:
    (media,) = (media for status, media in GET_VERSION.json_media() if status == "200")
    return _answer(200, JSON, json.dumps({**next(iter(examples(media).values())), **fields}).encode())


@pytest.mark.parametrize(
    ("sent", "got"),
    [
        (CALL, _answer(200, JSON)),
        (CALL, _answer(200, "application/json; charset=utf-8")),
        (CALL, Got(200, GZIP, gzip.compress(b"{}"))),
        (CALL, Got(204, EVERY)),
        (CALL, Got(304, EVERY)),
        (VERSION, _version()),
        (VERSION, _problem(408)),
        (CALL, _problem(422)),
        (CALL, _problem(503, UNAVAILABLE)),
        (PAGE, _answer(200, "text/html; charset=utf-8", b"<p>")),
        (HEAD, _answer(404, PROBLEM, b"")),
        (BROKEN, _problem(501)),
        (CUT, NO_ANSWER),
    ],
)
def test_findings__allowed_answer__are_none(sent: Sent, got: Got) -> None:
    assert list(findings(sent, got)) == []


@pytest.mark.parametrize(
    ("sent", "got", "found"),
    [
        (CALL, _problem(500), "status 500"),
        (CALL, _problem(501), "status 501"),
        (CALL, _problem(503, FULL), "status 503"),
        (CALL, _answer(200, HTML, b"<p>"), "HTML with status 200"),
        (CALL, _answer(200, JSON, b"{"), "status 200 with a body that is no JSON"),
        (CALL, Got(200, GZIP, b"{}"), "status 200 with a body that is no JSON"),
        (CALL, Got(200, GZIP, gzip.compress(b"{}")[:-9]), "status 200 with a body that is no JSON"),
        (CALL, Got(200, GZIP, gzip.compress(b"{")), "status 200 with a body that is no JSON"),
        (CALL, _problem(404, in_body=400), "status 404 with a document of /problems/not-found that says 400"),
        (CALL, _problem(404, "/problems/gone"), "status 404 with a document of /problems/gone that says 404"),
        (CALL, _problem(404, UNAVAILABLE), f"status 404 with a document of {UNAVAILABLE} that says 404"),
        (
            CALL,
            Got(304, {name: text for name, text in EVERY.items() if name != "x-request-id"}),
            "status 304 without x-request-id",
        ),
        (CALL, _answer(200, JSON, b'"admin-token-of-hostile-requests"'), "status 200 has a token in it"),
        (VERSION, Got(204, EVERY), "status 204 is not in the contract"),
        (VERSION, _problem(404), "status 404 is not in the contract"),
        (VERSION, _answer(200, "text/plain"), "status 200 as text/plain is not in the contract"),
        (CALL, _answer(404, PROBLEM, b"[]"), "status 404 without a problem document"),
        (CALL, _answer(404, PROBLEM, b'{"status": 404}'), "status 404 without a problem document"),
        (CALL, NO_ANSWER, "no answer"),
        (HEAD, _answer(404, HTML, b""), "HTML with status 404"),
    ],
)
def test_findings__bad_answer__name_what_is_wrong(sent: Sent, got: Got, found: str) -> None:
    assert list(findings(sent, got)) == [found]


def test_findings__answer_that_is_not_as_its_schema__say_what_is_wrong() -> None:
    (found,) = findings(VERSION, _version(bogus=1))
    assert found.startswith("status 200 is not as its schema: ")
    assert "bogus" in found


@pytest.mark.parametrize(
    ("media_type", "found"),
    [(HTML, "HTML with status 404"), (JSON, f"status 404 as {JSON}"), ("", "status 404 as nothing")],
)
def test_findings__error_of_another_type__name_it(media_type: str, found: str) -> None:
    assert found in list(findings(PAGE, _answer(404, media_type, _problem(404).body)))
