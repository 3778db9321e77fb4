"""What each of gunicorn's errors is answered with."""

import inspect
import json

import pytest
from gunicorn.http import errors

from service.server.refusals import BUG, refusal_of
from tests.openapi import component, mistakes

OURS = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)
KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, errors.ParseException) and kind not in OURS
]


@pytest.mark.parametrize("kind", KINDS)
def test_error__of_a_request__is_the_callers_and_repeats_no_value(kind: type[Exception]) -> None:
    refusal = refusal_of(kind("Authorization: Bearer hush"))

    status = refusal.problem_type.status
    assert 400 <= status <= 499 or status == 501
    assert "hush" not in refusal.detail


@pytest.mark.parametrize("kind", [*OURS, RuntimeError, OSError])
def test_error__of_the_service__is_a_bug_without_details(kind: type[Exception]) -> None:
    assert refusal_of(kind("hush")) is BUG


def test_header__that_has_a_name__is_named() -> None:
    assert refusal_of(errors.InvalidHeader("HOST")).detail == (
        "The header HOST is malformed, repeated, or contradicts another header."
    )


@pytest.mark.parametrize(
    "error", [TimeoutError(), errors.LimitRequestLine(9000, 8190), errors.ParseException(), OSError()]
)
def test_response__of_any_status__is_a_whole_answer_that_ends_its_connection(error: Exception) -> None:
    refusal = refusal_of(error)

    head, _, body = refusal.response("/v1/é", "id-1").partition(b"\r\n\r\n")

    line, *fields = head.decode().split("\r\n")
    headers = dict(field.split(": ", 1) for field in fields)
    status = refusal.problem_type.status
    assert line == f"HTTP/1.1 {status.value} {status.phrase}"
    assert headers["Connection"] == "close"
    assert headers["Content-Length"] == str(len(body))
    assert headers["X-Request-Id"] == "id-1"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    document = json.loads(body)
    assert mistakes(component("Problem"), document) == []
    assert document["instance"] == "/v1/é"
    assert (document["type"], document["status"]) == (refusal.problem_type.uri, status)


def test_refusal__of_a_line_that_may_be_a_token__does_not_repeat_it() -> None:
    assert "hush" not in refusal_of(errors.InvalidHeader("hush-token-of-a-game")).detail
