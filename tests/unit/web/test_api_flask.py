"""Routes of the application, seen from Flask."""

from flask import url_for

from service.web.api_flask import ApiFlask


def test_address__of_a_route__can_be_built() -> None:
    app = ApiFlask("service")
    app.add_url_rule("/v1/things/<thing>", "thing", lambda thing: thing)

    with app.test_request_context():
        assert url_for("thing", thing="a b") == "/v1/things/a%20b"
        assert url_for("thing", thing="x", colour="red") == "/v1/things/x?colour=red"
