"""Requests that depend on one another: keys, draws, effects, drafts and pages, used rightly and wrongly."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import orjson

from tests.hostile.exchange import Got, PromiseBroken, Script, Sent, request
from tests.hostile.from_contract import SOURCES, is_page
from tests.hostile.mutator import mutated
from tests.hostile.tokens import ADMIN, GAME
from tests.openapi import operation_of

MOST_PAGES: Final = 6


_CHANGES: Final = [one for one in SOURCES if "If-Match" in {header["name"] for header in one.named("header")}]
"""The operations that change the tuning."""
_TAGGED: Final = [one for one in SOURCES if 304 in one.operation.statuses]


def _sent(method: str, target: str, body: Any = None, **headers: str) -> Sent:
    named = GAME | {name.replace("_", "-"): value for name, value in headers.items()}
    data = body if body is None or isinstance(body, bytes) else orjson.dumps(body)
    operation = operation_of(method, target.partition("?")[0])
    what = f"{operation.method} {operation.path}" if operation else "a sequence"
    page = operation is not None and is_page(operation)
    return request(method, target, what, data, named, is_page=page, operation=operation)


def _crime(random: Random, **more: Any) -> dict[str, Any]:
    actor = {"skills": {"lockpicking": random.randint(1, 100)}}
    return {"action_type": "pve", "threshold": random.randint(0, 300), "actor": actor, **more}


def _require(truth: bool, text: str) -> None:  # noqa: FBT001  it is what the function is about
    if not truth:
        raise PromiseBroken(text)


def reused_key(random: Random) -> Script:
    """One key: the same body, another body, the same body again."""
    key, body = f"hostile-{random.randrange(10**12)}", _crime(random)
    deal = {"players": 3}
    path, sent = random.choice(
        (
            *(("/v1/resolve", body), ("/v1/resolve/batch", {"requests": [body, {}, body]})),
            *(
                ("/v1/draws", {}),
                ("/v1/pyramid/deal", deal),
                ("/v1/piecepacks/deal", {**deal, "variant": "texas_holdem"}),
            ),
        )
    )
    first = yield _sent("POST", path, sent, Idempotency_Key=key)
    if first.status not in (200, 201):
        return
    changed = yield _sent("POST", path, _other(sent, random), Idempotency_Key=key)
    _require(changed.status not in (200, 201), f"a key with another body got {changed.status}")
    again = yield _sent("POST", path, sent, Idempotency_Key=key)
    _require(again.status == 503 or again.body == first.body, f"a replay differs: {again.status}")


def _other(sent: dict[str, Any], random: Random) -> dict[str, Any]:
    """Another body, with a mistake or without."""
    if "players" in sent:
        return {**sent, "players": random.choice((2, 4, "3"))}
    return {**sent, "bogus": 1} if random.random() < 0.5 or not sent else _crime(random, threshold=1000)


def reused_draw(random: Random) -> Script:
    """A promised draw, taken twice, and then by another kind of request."""
    promised = (yield _sent("POST", "/v1/draws", {})).document
    if not isinstance(promised, dict) or "draw_id" not in promised:
        return
    draw = {"draw_id": promised["draw_id"], "client_seed": f"{random.randrange(10**9)}"}
    taken = yield _sent("POST", "/v1/resolve", _crime(random, draw=draw))
    twice = yield _sent("POST", "/v1/resolve", _crime(random, draw=draw))
    _require((taken.status, twice.status) != (200, 200), "a draw was taken twice")
    dealt = yield _sent("POST", "/v1/pyramid/deal", {"players": 3, "draw": draw})
    _require((taken.status, dealt.status) != (200, 200), "a draw was resolved and dealt")


def records(random: Random) -> Script:
    """A resolution read back, also with an id that is nearly right and after its character is forgotten."""
    path = f"/v1/characters/r{random.randrange(50)}"
    yield _sent("PUT", path, {"skills": {"lockpicking": random.randint(0, 100)}})
    made = yield _sent("POST", "/v1/resolve", _crime(random, actor={"character_id": path[15:]}))
    if made.status != 200:
        return
    known = made.document["resolution_id"]
    found = yield _sent("GET", f"/v1/resolutions/{known}")
    read = found.document if found.status == 200 else None
    _require(read is None or read["resolution_id"] == known, f"another record than that of {known}")
    wrong = random.choice((known[:-1], known.upper(), known[:-1] + "0", known[::-1], f"{known}0", f"{known}/"))
    yield _sent("GET", f"/v1/resolutions/{wrong}")
    yield _sent("GET", f"/v1/resolutions?character_id={path[15:]}&limit={random.randint(0, 5)}")
    if random.random() < 0.1:
        yield _sent("DELETE", f"{path}?records=true", **ADMIN)
        gone = yield _sent("GET", f"/v1/resolutions/{known}")
        _require(gone.status != 200, "a forgotten record was read")


def effects(random: Random) -> Script:
    """A character with effects that start, end and run out of order."""
    path = f"/v1/characters/c{random.randrange(50)}"
    steps: list[Callable[[], Sent]] = [
        lambda: _sent("PUT", path, {"skills": {"stealth": random.randint(-1, 101)}}),
        lambda: _sent("PUT", f"{path}/effects/whiskey", {"duration_seconds": random.choice((1, 60, 0, 2**40))}),
        lambda: _sent("PUT", f"{path}/effects/{random.choice(('poisoned', 'nothing', 'whiskey'))}"),
        lambda: _sent("GET", f"{path}/effects"),
        lambda: _sent("DELETE", f"{path}/effects/whiskey"),
        lambda: _sent("POST", "/v1/resolve", _crime(random, actor={"character_id": path[15:]})),
        lambda: _sent("POST", "/v1/odds", _crime(random, actor={"character_id": path[15:], "effects": ["whiskey"]})),
        lambda: _sent("DELETE", f"{path}?records=1", **ADMIN),
        lambda: _sent("DELETE", path),
    ]
    for _ in range(random.randint(2, 8)):
        yield random.choice(steps)()


def drafts(random: Random) -> Script:
    """Changes of the tuning, some of them of a revision that is no longer the newest."""
    found = yield _sent("GET", "/v1/admin/tuning", **ADMIN)
    tag = found.headers.get("etag", '"0"')
    margin = random.randint(50, 150)
    body = {"values": {"critical_margin": margin}, "reason": "hostile"}
    if random.random() < 0.1:
        made = yield _sent("PATCH", "/v1/admin/tuning", body, If_Match=tag, **ADMIN)
        body = {"values": {"critical_margin": margin + 1}, "reason": "hostile"}
        stale = yield _sent("PATCH", "/v1/admin/tuning", body, If_Match=tag, **ADMIN)
        _require((made.status, stale.status) != (200, 200), "two changes of one revision")
    elif random.random() < 0.3:
        source = random.choice(_CHANGES)
        changed = mutated(random.choice(source.bodies), random, random.choice((0, 1, 1, 2)))
        yield _sent(source.operation.method, source.operation.path, changed, If_Match=tag, **ADMIN)
    yield _sent("PATCH", "/v1/admin/tuning", body, If_Match='"999999"', **ADMIN)
    yield _sent("POST", "/v1/admin/tuning/preview", {"values": {"critical_margin": margin}}, **ADMIN)
    yield _sent("GET", f"/v1/admin/tuning/diff?from={random.randint(0, 9)}&to={random.randint(0, 9)}", **ADMIN)
    yield _sent("PATCH", "/v1/admin/tuning", body, If_Match=tag)
    yield _sent("GET", "/v1/admin/tuning", If_None_Match=tag, **ADMIN)


def pages(random: Random) -> Script:
    """A list read page by page while it changes, with a cursor that is now and then of another list."""
    path = random.choice(("/v1/resolutions", "/v1/tuples", "/v1/admin/tuning/revisions", "/v1/admin/insights/resets"))
    headers = ADMIN if "admin" in path else {}
    limit, cursor, seen = random.randint(1, 20), "", set[str]()
    for _ in range(MOST_PAGES):
        page = yield _sent("GET", f"{path}?limit={limit}{cursor}", **headers)
        ids = _ids(page)
        _require(seen.isdisjoint(ids), f"{path} gives something twice")
        seen.update(ids)
        following = _following(page)
        if following is None:
            return
        cursor = f"&cursor={following}"
        if random.random() < 0.2:
            cursor, seen = f"&cursor={following[::-1]}9", set()
        yield _sent("POST", "/v1/resolve", _crime(random))


def cached(random: Random) -> Script:
    """An answer with a tag, asked for again."""
    source = random.choice(_TAGGED)
    names = {one["name"]: one["example"] for one in source.named("path")}
    path = source.operation.path.format(**names)
    headers = ADMIN if source.operation.for_admins else {}
    first = yield _sent("GET", path, **headers)
    if tag := first.headers.get("etag"):
        again = yield _sent(
            "GET", path, If_None_Match=random.choice((tag, f'"x", {tag}', tag.removeprefix("W/"))), **headers
        )
        same = again.headers.get("etag") == tag
        _require(again.status == 304 or not same, f"{path} has not changed, but got {again.status}")


def _following(page: Got) -> str | None:
    document = page.document
    following = document.get("next_cursor") if isinstance(document, dict) else None
    return following if isinstance(following, str) else None


def _ids(page: Got) -> list[str]:
    """What tells the items of a page apart. Resets are left out: two of them in a millisecond look the same."""
    document = page.document
    lists = [document.get(name, ()) for name in ("resolutions", "revisions", "tuples")] if page.status == 200 else []
    return [str(orjson.dumps(item)) for items in lists for item in items]


SEQUENCES: Final = (reused_key, reused_draw, records, effects, drafts, pages, cached)
