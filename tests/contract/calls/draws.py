"""The calls of verifiable draws that need the store, while it is unavailable."""

from flask import Flask

from tests.contract.calls.call import Call
from tests.fakes.app import make_app
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.system import StoppedClock

BY_A_DRAW = {
    "action_type": "pve",
    "threshold": 0,
    "actor": {"npc": "rookie"},
    "draw": {"draw_id": "01930000-0000-7000-8000-000000000001", "client_seed": "any"},
}


def without_draws() -> Flask:
    """The application while the store of draws does not answer."""
    return make_app(draws=InMemoryDrawStore(StoppedClock(), unavailable=True))


DRAW = BY_A_DRAW["draw"]
CALLS = (
    Call("POST", "/v1/draws", 503, app=without_draws),
    Call("POST", "/v1/resolve", 503, {"json": BY_A_DRAW}, app=without_draws),
    Call("POST", "/v1/pyramid/deal", 503, {"json": {"players": 2, "draw": DRAW}}, app=without_draws),
    Call(
        "POST",
        "/v1/piecepacks/deal",
        503,
        {"json": {"variant": "five_card", "players": 2, "draw": DRAW}},
        app=without_draws,
    ),
)
