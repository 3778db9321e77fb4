"""What every request leaves behind: its id in the answer, a line in the log, its time in the metrics."""

import logging
from collections.abc import Sequence

import pytest
from flask import Flask, Response
from werkzeug.test import TestResponse

from service.engines.draws import Hand
from service.settings import Settings
from service.system.ports import Dealer
from service.web.request_log import watch
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, Chosen, make_app
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import ListedLines, NumberedIdentifiers, ScriptedDealer

MADE = "01930000-0000-7000-8000-000000000001"
API_TOKEN = "api-token-of-the-tests"  # noqa: S105
UNSKILLED = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}


class NoDealer:
    """Cannot deal: a bug of ours."""

    def deal(self, hands: int) -> Sequence[Hand]:
        raise LookupError(hands)


class Watched:
    """An application, and what was noted about its requests."""

    def __init__(self, settings: Settings | None = None, dealer: Dealer | None = None) -> None:
        self.log = ListedLines()
        self.metrics = PlainMetrics()
        parts = Chosen(request_log=self.log, metrics=self.metrics, dealer=dealer or ScriptedDealer())
        self._client = make_app(settings, **parts).test_client()

    def ask(self, path: str, method: str = "GET", **options: object) -> TestResponse:
        return self._client.open(path, method=method, buffered=True, **options)  # type: ignore[arg-type]


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.mark.parametrize("sent", [{}, *({"X-Request-Id": bad} for bad in ("", "a b", "é", "a\tb", "x" * 129))])
def test_request_id__none_or_none_that_will_do__is_made(watched: Watched, sent: dict[str, str]) -> None:
    assert watched.ask("/version", headers=sent).headers["X-Request-Id"] == MADE
    assert watched.log.lines[0]["request_id"] == MADE


@pytest.mark.parametrize("sent", ["a", "x" * 128, '00-4bf92f-"{}~'])
def test_request_id__that_will_do__is_taken(watched: Watched, sent: str) -> None:
    assert watched.ask("/version", headers={"X-Request-Id": sent}).headers["X-Request-Id"] == sent
    assert watched.log.lines[0]["request_id"] == sent


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("POST", "/v1/resolve", 415), ("GET", "/nothing", 404), ("PUT", "/version", 405), ("GET", "/docs", 200)],
)
def test_request_id__whatever_comes_of_the_request__is_in_the_answer(
    watched: Watched, method: str, path: str, status: int
) -> None:
    answer = watched.ask(path, method)
    assert (answer.status_code, answer.headers.get_all("X-Request-Id")) == (status, [MADE])


def test_line__of_a_request__says_how_it_went_and_nothing_that_was_sent(watched: Watched) -> None:
    answer = watched.ask("/v1/resolve?secret=1", "POST", json=UNSKILLED)
    (line,) = watched.log.lines

    duration = line["duration_ms"]
    assert isinstance(duration, float)
    assert 0 < duration < 10_000
    assert line == {
        "request_id": MADE,
        "caller": "127.0.0.1",
        "method": "POST",
        "path": "/v1/resolve",
        "status": 422,
        "bytes": len(answer.data),
        "duration_ms": duration,
    }


def test_line__of_a_path_beyond_ascii__has_it_as_text(watched: Watched) -> None:
    watched.ask("/caf%C3%A9/%FF")
    assert watched.log.lines[0]["path"] == "/café/\N{REPLACEMENT CHARACTER}"


def test_line__of_callers_with_tokens__names_them_by_digest_or_as_admin() -> None:
    watched = Watched(Settings(admin_token=ADMIN_TOKEN, api_tokens=(API_TOKEN,)))
    for headers in ({"Authorization": f"Bearer {API_TOKEN}"}, AS_ADMIN, {"Authorization": "Bearer other"}):
        watched.ask("/v1/catalogue", headers=headers)

    # printf %s api-token-of-the-tests | sha256sum | cut -c 1-12
    assert [line["caller"] for line in watched.log.lines] == ["a38ef8655448", "admin", "127.0.0.1"]


def test_line__of_an_answer_of_unknown_length__has_no_bytes() -> None:
    app, log = Flask(__name__), ListedLines()
    app.get("/")(lambda: Response(iter(["a", "b"])))
    watch(app, NumberedIdentifiers(), log, PlainMetrics())

    assert app.test_client().get("/").text == "ab"
    assert log.lines[0]["bytes"] is None


def test_metrics__of_requests__get_method_route_and_status(watched: Watched) -> None:
    watched.ask("/v1/resolve", "POST", json=UNSKILLED)
    watched.ask("/docs/guides/secrets")
    watched.ask("/nothing")
    watched.ask("/version", "PUT")

    assert watched.metrics.requests == [
        ("POST", "/v1/resolve", 200),
        ("GET", "/docs/guides/<guide>", 404),
        ("GET", None, 404),
        ("PUT", None, 405),
    ]


def test_bug_of_ours__with_a_request__is_a_500_whose_traceback_names_the_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    watched = Watched(dealer=NoDealer())

    with caplog.at_level(logging.ERROR):
        answer = watched.ask("/v1/resolve", "POST", json=UNSKILLED)

    assert answer.status_code == 500
    assert watched.log.lines[0]["status"] == 500
    assert watched.metrics.requests == [("POST", "/v1/resolve", 500)]
    (logged,) = caplog.records
    assert vars(logged)["request_id"] == MADE == answer.headers["X-Request-Id"]
    assert logged.exc_info


def test_application__when_it_logs_outside_a_request__names_none(caplog: pytest.LogCaptureFixture) -> None:
    app = make_app()
    with caplog.at_level(logging.INFO):
        app.logger.warning("Something")

    assert "request_id" not in vars(caplog.records[0])
