"""The calls about characters, and those that name one while the store is unavailable."""

from flask import Flask

from service.characters.ports import Character
from tests.builders.actions import scored
from tests.contract.calls.call import Call
from tests.contract.calls.tuning import closed_app
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.system import StoppedClock

CHARACTER, EFFECTS, EFFECT = (
    "/v1/characters/{character_id}",
    "/v1/characters/{character_id}/effects",
    "/v1/characters/{character_id}/effects/{effect}",
)
BILLY = {"character_id": "billy", "effect": "whiskey"}
NOT_RUNNING = {"character_id": "jane", "effect": "whiskey"}
BAD_ID = {"character_id": "billy the kid", "effect": "whiskey"}
SKILLS = {"json": {"skills": {"stealth": 40}}}
RECORDS_TOO = {"records": "true"}
UNKNOWN = {"json": {"action_type": "pve", "threshold": 80, "actor": {"character_id": "jane"}}}
TO_HALF = {"find": "threshold", "want": {"success": 0.5}}
UNKNOWN_WITH_HAND = {"json": scored(UNKNOWN["json"])}


def with_billy() -> Flask:
    """Billy is known, and drunk."""
    clock = StoppedClock()
    characters = InMemoryCharacterStore(clock)
    app = make_app(clock=clock, characters=characters)
    characters.remember({"billy": Character({"stealth": 40}, (3_206, 0, 0, 0), 0)})
    app.test_client().put(EFFECT.format(**BILLY))
    return app


def without_store() -> Flask:
    """The store does not answer."""
    return make_app(characters=InMemoryCharacterStore(StoppedClock(), unavailable=True))


CALLS = (
    Call("GET", CHARACTER, 200, names=BILLY, app=with_billy),
    Call("GET", CHARACTER, 404, names=NOT_RUNNING, app=with_billy),
    Call("DELETE", CHARACTER, 204, names=BILLY, app=with_billy),
    Call("DELETE", CHARACTER, 204, {"headers": AS_ADMIN, "query_string": RECORDS_TOO}, BILLY, with_billy),
    Call("DELETE", CHARACTER, 401, {"query_string": RECORDS_TOO}, BILLY, with_billy),
    Call("DELETE", CHARACTER, 403, {"query_string": RECORDS_TOO}, BILLY, closed_app),
    Call("GET", EFFECTS, 200, names=BILLY, app=with_billy),
    Call("PUT", EFFECT, 404, names={**BILLY, "effect": "tired"}),
    Call("DELETE", EFFECT, 204, names=BILLY, app=with_billy),
    Call("DELETE", EFFECT, 404, names=NOT_RUNNING, app=with_billy),
    *(
        Call(method, path, status, send, names, app)
        for method, path, send in (
            ("PUT", CHARACTER, SKILLS),
            ("GET", CHARACTER, {}),
            ("DELETE", CHARACTER, {}),
            ("GET", EFFECTS, {}),
            ("PUT", EFFECT, {}),
            ("DELETE", EFFECT, {}),
        )
        for status, names, app in ((422, BAD_ID, make_app), (503, BILLY, without_store))
    ),
    Call("POST", "/v1/resolve", 503, UNKNOWN, app=without_store),
    Call("POST", "/v1/odds", 503, UNKNOWN, app=without_store),
    Call("POST", "/v1/odds/totals", 503, {"json": {"participant": {"character_id": "jane"}}}, app=without_store),
    Call(
        "POST",
        "/v1/odds/curve",
        503,
        {"json": {"participant": {"character_id": "jane"}, "grow": {"all": True}}},
        app=without_store,
    ),
    Call(
        "POST",
        "/v1/odds/solve",
        503,
        {"json": {"participant": {"character_id": "jane"}, "questions": [TO_HALF]}},
        app=without_store,
    ),
    Call("POST", "/v1/score", 503, UNKNOWN_WITH_HAND, app=without_store),
)
