"""Routes of the application, seen from Flask."""

import pytest
from flask import Response, url_for
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.web.api_flask import ApiFlask
from service.web.json_io import JSON_TYPE, json_text_answer


def test_address__of_a_route__can_be_built() -> None:
    app = ApiFlask("service")
    app.add_url_rule("/v1/things/<thing>", "thing", lambda thing: thing)

    with app.test_request_context():
        assert url_for("thing", thing="a b") == "/v1/things/a%20b"
        assert url_for("thing", thing="x", colour="red") == "/v1/things/x?colour=red"


@pytest.mark.parametrize("host", ["example.com:8000", "a" * 70, "a..b", "[::1]", ""])
def test_route__whatever_the_host__is_found(host: str) -> None:
    app = ApiFlask("service")
    app.add_url_rule("/v1/things/<thing>", "thing", lambda thing: thing)

    answer = app.test_client().get("/v1/things/a%20b?", headers={"Host": host})

    assert (answer.status_code, answer.text) == (200, "a b")


def test_route__of_a_web_socket__is_refused() -> None:
    app = ApiFlask("service")
    app.add_url_rule("/", "root", lambda: "")

    asked = {"Connection": "upgrade", "Upgrade": "websocket"}

    assert app.test_client().get("/", headers=asked).status_code == 400


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("status", [200, 201, 304, 503])
def test_whole_answer__of_any_status__is_sent_as_werkzeug_sends_it(method: str, status: int) -> None:
    environ = EnvironBuilder(method=method).get_environ()
    sent = []
    for response in (json_text_answer(b"{}"), Response(b"{}", content_type=JSON_TYPE)):
        response.headers["ETag"] = '"1"'
        response.status_code = status
        parts, line, headers = run_wsgi_app(response, environ)
        sent.append((b"".join(parts), line, list(headers)))

    assert sent[0] == sent[1]
