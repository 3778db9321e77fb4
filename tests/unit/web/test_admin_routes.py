"""The door before the admin's routes."""

import pytest
from flask import Blueprint, Flask
from werkzeug.test import TestResponse

from service.web.admin_routes import admin_routes
from service.web.doors import admin_door
from service.web.problems import register_problems


def answer(token: str | None, *authorization: str) -> TestResponse:
    """What a route behind the door answers."""
    room = Blueprint("room", __name__)
    room.get("/room")(lambda: "inside")
    app = Flask(__name__)
    register_problems(app)
    app.register_blueprint(admin_routes(admin_door(token), room))
    headers = [("Authorization", value) for value in authorization]
    return app.test_client().get("/v1/admin/room", headers=headers)


def test_door__right_token__lets_in() -> None:
    assert answer("secret", "Bearer secret").text == "inside"


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer ", "Bearer Secret", "Bearer secret2", "Basic c2VjcmV0OnNlY3JldA==", "secret"]
)
def test_door__no_token_or_another__tells_how_to_come_in(sent: str) -> None:
    refused = answer("secret", sent)

    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert refused.json
    assert refused.json["detail"] == "Send the admin token: Authorization: Bearer <token>."


@pytest.mark.parametrize("sent", ["Bearer ", "Bearer None", "Bearer secret"])
def test_door__without_a_token_of_its_own__is_closed(sent: str) -> None:
    refused = answer(None, sent)

    assert refused.status_code == 403
    assert refused.json
    assert "without DESTINY_ADMIN_TOKEN" in refused.json["detail"]
