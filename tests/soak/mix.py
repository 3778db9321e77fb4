"""The requests of an ordinary day, in the shares in which a game sends them."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

import orjson

from tests.hostile.exchange import Got, PromiseBroken, Script, Sent, request
from tests.smoke.tuning_calls import TOKEN, TUNING

CRIMES: Final = ("pickpocket", "bank_robbery", "train_heist")
SKILLS: Final = ("lockpicking", "stealth", "gun_fighting", "tracking")
CHARACTERS: Final = 5000
AS_ADMIN: Final = {"Authorization": f"Bearer {TOKEN}"}


def _sent(method: str, target: str, body: Any = None, **headers: str) -> Sent:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return request(method, target, f"{method} {target}", None if body is None else orjson.dumps(body), named)


def _require(got: Got, sent: str, *statuses: int) -> None:
    if got.status not in statuses:
        raise PromiseBroken(f"{sent}: {got.status or 'no answer'}")


def _skills(random: Random) -> dict[str, int]:
    return {skill: random.randint(1, 60) for skill in random.sample(SKILLS, 2)}


def _crime(random: Random, **more: Any) -> dict[str, Any]:
    return {"action_type": "pve", "crime": random.choice(CRIMES), "actor": {"skills": _skills(random)}, **more}


def plain(random: Random) -> Script:
    _require((yield _sent("POST", "/v1/resolve", _crime(random))), "resolve", 200)


def duel(random: Random) -> Script:
    sides = {side: {"skills": _skills(random)} for side in ("actor", "target")}
    _require((yield _sent("POST", "/v1/resolve", {"action_type": "pvp", **sides})), "a duel", 200)


def keyed(random: Random) -> Script:
    """A key that is new, and in one case of five sent again."""
    sent = _sent("POST", "/v1/resolve", _crime(random), Idempotency_Key=f"soak-{random.randrange(10**15)}")
    first = yield sent
    _require(first, "resolve with a key", 200)
    if random.random() < 0.2:
        again = yield sent
        _require(again, "a replay", 200)
        if again.body != first.body:
            raise PromiseBroken("a replay differs")


def promised(random: Random) -> Script:
    reply = yield _sent("POST", "/v1/draws", {})
    _require(reply, "draws", 201)
    draw = {"draw_id": reply.document["draw_id"], "client_seed": f"{random.randrange(10**9)}"}
    _require((yield _sent("POST", "/v1/resolve", _crime(random, draw=draw))), "resolve with a draw", 200)


def batch(random: Random) -> Script:
    requests = [_crime(random) for _ in range(random.randint(2, 40))]
    _require((yield _sent("POST", "/v1/resolve/batch", {"requests": requests})), "a batch", 200)


def character(random: Random) -> Script:
    name = f"c{random.randrange(CHARACTERS)}"
    path = f"/v1/characters/{name}"
    _require((yield _sent("PUT", path, {"skills": _skills(random)})), "PUT character", 200, 201)
    _require((yield _sent("PUT", f"{path}/effects/whiskey", {"duration_seconds": 30})), "PUT effect", 200, 201)
    body = _crime(random, actor={"character_id": name})
    _require((yield _sent("POST", "/v1/resolve", body)), "resolve of a character", 200)


def looked_back(random: Random) -> Script:
    reply = yield _sent("POST", "/v1/resolve", _crime(random))
    _require(reply, "resolve", 200)
    # Records are written behind the answer, so it may not be there yet.
    path = f"/v1/resolutions/{reply.document['resolution_id']}"
    _require((yield _sent("GET", path, **AS_ADMIN)), "GET resolution", 200, 404)
    _require((yield _sent("GET", "/v1/resolutions?limit=20", **AS_ADMIN)), "GET resolutions", 200)


def odds(random: Random) -> Script:
    _require((yield _sent("POST", "/v1/odds", _crime(random))), "odds", 200)


def designer(random: Random) -> Script:
    """Looks at the insights and previews a change."""
    _require((yield _sent("GET", "/v1/admin/insights", **AS_ADMIN)), "insights", 200)
    values = {"crimes": {"bank_robbery": {"threshold": random.randint(200, 300)}}}
    body = {"values": values, "only_changed": True}
    _require((yield _sent("POST", f"{TUNING}/preview", body, **AS_ADMIN)), "preview", 200)


def change(random: Random) -> Script:
    """Publishes a change of little weight; somebody else may have been faster."""
    seen = yield _sent("GET", TUNING, **AS_ADMIN)
    _require(seen, "GET tuning", 200)
    # Hardly ever the same: a change that changes nothing is refused.
    values = {"items": {f"soak_{random.randrange(3)}": {"flat": random.randint(1, 99_999) / 100}}}
    headers = {**AS_ADMIN, "If-Match": seen.headers["etag"]}
    reply = yield _sent("PATCH", TUNING, {"values": values, "reason": "soak"}, **headers)
    _require(reply, "PATCH tuning", 200, 412)


def mistaken(random: Random) -> Script:
    body = _crime(random, crime="bank_robery", actor={"skills": {"stealth": -1}})
    _require((yield _sent("POST", "/v1/resolve", body)), "a mistake", 422)


def another_game(random: Random) -> Script:
    _require((yield _sent("POST", "/v1/pyramid/deal", {"players": random.randint(2, 6)})), "a deal", 200)
    _require(
        (yield _sent("POST", "/v1/piecepacks/deal", {"variant": "five_card", "players": 3})), "a deal of tiles", 200
    )


def monitoring(_random: Random) -> Script:
    _require((yield _sent("GET", "/health/ready")), "readiness", 200)
    _require((yield _sent("GET", "/metrics")), "metrics", 200)


SHARES: Final[Mapping[Callable[[Random], Script], float]] = {
    plain: 52,
    duel: 10,
    keyed: 15,
    promised: 4,
    batch: 4,
    character: 5,
    looked_back: 2,
    odds: 3,
    another_game: 2,
    mistaken: 2,
    designer: 0.2,
    monitoring: 0.3,
    change: 0.05,
}
"""How often each kind is chosen, of about a hundred."""


def scripts(random: Random) -> Iterator[Script]:
    """Requests without end."""
    kinds, weights = list(SHARES), list(SHARES.values())
    while True:
        for kind in random.choices(kinds, weights, k=1000):
            yield kind(random)
