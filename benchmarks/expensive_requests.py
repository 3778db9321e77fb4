"""The most expensive requests that the limits allow, as far as we know them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

import orjson

from benchmarks.expensive_tunings import FILLED, NAMES, SHIPPED, files, full_document, retitled
from service.actions.batches import MOST_PARTS
from service.characters.ports import MOST_RUNNING
from service.insights.ports import MOST_DAYS
from service.tuning.toml import FILE_LIMIT
from service.web.json_io import BODY_LIMIT

Json = dict[str, Any]
ADMIN_TOKEN: Final = "admin-token-of-the-benchmark"  # noqa: S105
NO_REVISION: Final = {"If-Match": '"999999"'}
"""A change is read before it is compared with the newest revision."""
LAST_REVISION: Final = {"If-Match": f'"{len(FILLED)}"'}
"""That of the last part of the catalogue that is filled."""
ANY_REVISION: Final = {"If-Match": ", ".join(f'"{number}"' for number in range(100))}
CHARACTER: Final = "/v1/characters/expensive"
ROUNDS: Final = 2
"""How often each is measured."""
_HAND: Final = ("As", "Kd", "10h", "7c", "2s")
_CARDS: Final = ["As", "Ah", "W", "Kd", "Qs", "Js", "10h", "W", "9h", "9d", "8c", "7h", "6h", "5c", "4d", "3h", "2h"]
_FIRST_CARDS: Final = {
    "middling cards": "As Ah Ks Kd Qs Js 9h 9d 8c 7h 5c 3h 2h",
    "low cards": "2s 3h 4d 6c 7s 8h 9d Jc Qs 2h 3d 4c 6s",
    "two wilds": "As Ah W W Ks Kd Qs Qd Js Jd 9s 9h 8c",
    "one suit and two wilds": "As Ks Qs Js 9s 8s 7s 5s 4s 3s 2s W W",
}


@dataclass(frozen=True, slots=True)
class ExpensiveRequest:
    """A request, and what makes it expensive."""

    method: str
    target: str
    what: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    then: bytes = b""
    """The body of every second try, where the same one would change nothing."""

    @property
    def route(self) -> str:
        return f"{self.method} {self.target.partition('?')[0]}"

    def sent(self, number: int) -> bytes:
        """The bytes of this try on the wire."""
        body = self.then if self.then and number % 2 else self.body
        fields = {
            "Host": "127.0.0.1",
            "Authorization": f"Bearer {ADMIN_TOKEN}",
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }
        if body:
            fields |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in {**fields, **self.headers}.items())
        return f"{self.method} {self.target} HTTP/1.1\r\n{head}\r\n".encode() + body


def expensive_requests() -> Iterator[ExpensiveRequest]:
    """Some for each route that can be expensive, in the order of the contract."""
    yield from _actions()
    yield from _batches()
    yield from _odds()
    yield from _tables()
    yield from _lists()
    yield from _characters()
    yield from _tunings()
    yield from _changes()


def _post(target: str, what: str, body: Any) -> ExpensiveRequest:
    return ExpensiveRequest("POST", target, what, orjson.dumps(body))


def _actions() -> Iterator[ExpensiveRequest]:
    members = (BODY_LIMIT - 1000) // (2 * len(orjson.dumps({**_loaded(), "hand": _HAND})) + 2)
    side = [_loaded()] * min(100, members)
    yield _post("/v1/resolve", "a gang war of 1 MiB", _war(side))
    yield _post("/v1/resolve", "a gang war with unknown names only", _war([_unknown(n) for n in range(100)]))
    yield _post("/v1/score", "a gang war of 1 MiB", _war([{**one, "hand": _HAND} for one in side]))


def _batches() -> Iterator[ExpensiveRequest]:
    path = "/v1/resolve/batch"
    parts = len(_loaded()["skills"]) + 150
    duel = {"action_type": "pvp", "actor": _loaded(), "target": _loaded()}
    bad = {"action_type": "gang_war", "attackers": [{"npc": 1}] * 2, "defenders": []}
    for what, items in {
        "1,000 duels": [{"action_type": "pvp", "actor": _npc(0), "target": _npc(1)}] * 1000,
        "10 gang wars of 200": [_war([_npc(0)] * 100)] * 10,
        f"duels with {MOST_PARTS:,} parts": [duel] * (MOST_PARTS // (2 * parts)),
        "1,000 with two unknown names": [_crime({"npc": f"no_npc_{n}"}, crime=f"no_{n}") for n in range(1000)],
        "1,000 gang wars of 2, all wrong": [bad] * 1000,
    }.items():
        yield _post(path, what, {"requests": items})


def _odds() -> Iterator[ExpensiveRequest]:
    for number, spades in ((4, 15_901), (5, 9_401)):
        side = [_scattered(spades + 2 * member) for member in range(number)]
        what = f"best_three, {number} a side, spread as allowed"
        yield _post("/v1/odds", what, {**_war(side), "method": "best_three"})
        equal = {**_war([side[0]] * number), "method": "best_three"}
        yield _post("/v1/odds", f"best_three, {number} equal a side, spread as allowed", equal)
    for number, spades in ((2, 80_001), (5, 32_001), (20, 8_001), (20, 3_001)):
        yield _post("/v1/odds", f"average, {number} a side, spread over {spades}", _gangs("average", number, spades))
    yield _post(
        "/v1/odds", "a duel with all modifiers", {"action_type": "pvp", "actor": _loaded(), "target": _loaded()}
    )
    yield _post("/v1/odds/totals", "all modifiers", {"participant": _loaded()})
    build = {"participant": {"skills": {"lockpicking": 1}}, "grow": {"skills": ["lockpicking"]}}
    opponents = {"opponents": [_npc(n) for n in range(5)]}
    yield _post("/v1/odds/curve", "101 levels, 5 opponents", {**build, "against": opponents})
    yield _post("/v1/odds/curve", "50 crimes at all levels", {**build, "against": {"crimes": NAMES["crimes"][:50]}})
    question = {"find": "level", "want": {"win": 0.61}}
    questions = [{**question, "against": {"opponent": _npc(n)}} for n in range(5)]
    yield _post("/v1/odds/solve", "5 opponents", {**build, "questions": questions})
    checks = [{"find": "level", "want": {"success": 0.61}, "against": {"threshold": n}} for n in range(200, 250)]
    yield _post("/v1/odds/solve", "50 levels", {**build, "questions": checks})


def _tables() -> Iterator[ExpensiveRequest]:
    seeds = {"server_seed": "ab" * 32, "client_seed": "cd" * 16}
    yield _post("/v1/draws/verify", "200 hands", {**seeds, "hands": 200})
    for name, text in _FIRST_CARDS.items():
        cards = text.split()
        for players, rate, declare in ((4, 0, False), (2, 0, True), (6, 0, True), (6, 0.5, True)):
            body = {"cards": cards, "players": players, "surrender_rate": rate, "declare": declare}
            yield _post("/v1/pyramid/decide", f"{name}, {players} players, as many samples as fit", body)
    body = {"cards": _CARDS, "alternatives": 10, "players": 6}
    yield _post("/v1/pyramid/arrange", "two wilds, 10 alternatives", body)
    yield _post("/v1/pyramid/automatics", "two wilds", {"cards": _CARDS})
    tiles = ["A♠", "K♥", "Q♦", "J♣"]
    odds = {"variant": "omaha_hi_lo", "tiles": tiles, "samples": 100_000}
    yield _post(
        "/v1/piecepacks/odds", "Omaha, 15,000 samples, 9 opponents", {**odds, "samples": 15_000, "opponents": 9}
    )
    board = ["9♠", "8♥", "7♦", "6♣"]
    yield _post("/v1/piecepacks/odds", "Omaha, exact, 1 opponent", {**odds, "board": board, "opponents": 1})
    hands = list(combinations([*tiles, *board], 5))
    yield _post("/v1/piecepacks/compare", "100 hands", {"hands": (hands * 2)[:100]})
    fitting = {**odds, "variant": "texas_holdem", "tiles": tiles[:2], "samples": 20_000, "opponents": 19}
    yield _post("/v1/piecepacks/odds", "hold'em, 20,000 samples, 19 opponents", fitting)
    holdem = {**odds, "variant": "texas_holdem", "tiles": tiles[:2], "board": board, "opponents": 2}
    yield _post("/v1/piecepacks/odds", "hold'em, exact, 2 opponents", holdem)


def _lists() -> Iterator[ExpensiveRequest]:
    """Lists, and the longest answers."""
    for query in ("", "&by=day", "&by=crime&limit=100", "&by=revision&limit=100"):
        yield ExpensiveRequest(
            "GET", f"/v1/admin/insights?days={MOST_DAYS}{query}", f"full days{query.replace('&', ', ')}"
        )
    for target in (
        "/v1/catalogue",
        "/v1/admin/tuning",
        "/v1/admin/tuning?format=toml",
        "/v1/admin/tuning/diff",
        "/v1/admin/tuning/revisions?limit=100",
    ):
        yield ExpensiveRequest("GET", target, f"a full catalogue {target.partition('?')[2]}".strip())
    any_tag = {"If-None-Match": "*"}  # the tag is a hash of the content
    yield ExpensiveRequest("GET", "/v1/catalogue", "a full catalogue that the caller has", headers=any_tag)
    yield ExpensiveRequest("GET", "/v1/resolutions?limit=100", "100 records")
    yield ExpensiveRequest("GET", "/v1/tuples?limit=1000", "1,000 tuples")
    for target in ("/docs/search.json", "/docs/schemas", "/openapi.yaml", "/postman.json", "/metrics"):
        yield ExpensiveRequest("GET", target, "all of it")


def _characters() -> Iterator[ExpensiveRequest]:
    yield loaded_character()
    *_, last = effects_of_character()
    yield last
    yield ExpensiveRequest("GET", CHARACTER, "100 skills")
    yield ExpensiveRequest("GET", f"{CHARACTER}/effects", "as many as can run")


def loaded_character() -> ExpensiveRequest:
    """Gives a character as many skills as one can have."""
    skills = orjson.dumps({"skills": dict.fromkeys(NAMES["skills"][:100], 100)})
    return ExpensiveRequest("PUT", CHARACTER, "100 skills", skills)


def effects_of_character() -> Iterator[ExpensiveRequest]:
    """Start as many effects as can run on a character."""
    for effect in NAMES["effects"][:MOST_RUNNING]:
        yield ExpensiveRequest("PUT", f"{CHARACTER}/effects/{effect}", "the last of as many as can run", b"{}")


def _tunings() -> Iterator[ExpensiveRequest]:
    path = "/v1/admin/tuning"
    given = [{"name": f"c{n}", **_loaded(n)} for n in range(20)]
    margins = {"critical_margin": 17, "skill_linear_coefficient": 1.7}
    document = full_document(BODY_LIMIT - 300_000)
    yield _post(f"{path}/preview", "20 NPCs, every chance moves", {"values": margins})
    yield _post(f"{path}/preview", "20 characters, every chance moves", {"values": margins, "characters": given})
    yield _post(f"{path}/preview", "20 characters, 1 MiB", {"document": document, "characters": given})
    yield _post(f"{path}/diff", "1 MiB", {"values": full_document(BODY_LIMIT - 20_000)})
    change = orjson.dumps({"values": full_document(BODY_LIMIT - 20_000), "reason": "x"})
    harder = {part: {name: {"threshold": 99_999} for name in NAMES[part]} for part in ("crimes", "skill_checks")}
    refused = orjson.dumps({"values": harder, "reason": "x"})
    yield ExpensiveRequest("PATCH", path, "every threshold, refused with a warning", refused, LAST_REVISION)
    for method in ("PATCH", "PUT"):
        yield ExpensiveRequest(method, path, "1 MiB of JSON", change, NO_REVISION)
    for what, text in files(FILE_LIMIT - 10).items():
        headers = {"Content-Type": "application/toml", **NO_REVISION}
        yield ExpensiveRequest("PUT", f"{path}?reason=x", f"TOML: {what}", text.encode(), headers)


def _changes() -> Iterator[ExpensiveRequest]:
    """Changes of every entry of a full catalogue, which succeed, and what reads them afterwards."""
    path = "/v1/admin/tuning"
    one, other = (retitled(full_document(BODY_LIMIT - 300_000), title) for title in ("one", "other"))
    for method in ("PUT", "PATCH"):
        bodies = [orjson.dumps({"values": values, "reason": "x", "force": True}) for values in (one, other)]
        yield ExpensiveRequest(method, path, "every entry, made", bodies[0], ANY_REVISION, bodies[1])
    last = len(FILLED) + 2 * ROUNDS
    restored = [orjson.dumps({"tuning_revision": last - n, "reason": "x", "force": True}) for n in (1, 0)]
    yield ExpensiveRequest("POST", f"{path}/restore", "every entry", restored[0], ANY_REVISION, restored[1])
    yield ExpensiveRequest("GET", f"{path}/diff?from={last - 1}&to={last}", "every entry")
    yield ExpensiveRequest("GET", f"{path}/revisions/{last}", "every entry")
    yield ExpensiveRequest("GET", f"{path}/revisions?limit=100", "every entry in some")


def _crime(actor: Json, **more: Any) -> Json:
    return {"action_type": "pve", "actor": actor, **more}


def _war(side: list[Json]) -> Json:
    return {"action_type": "gang_war", "attackers": side, "defenders": side}


def _gangs(method: str, number: int, spades: int) -> Json:
    return {**_war([_wide(spades + 2 * member) for member in range(number)]), "method": method}


def _wide(spades: int) -> Json:
    """Totals on a grid of hundredths."""
    return {"suit_bonuses": {"spades": spades / 100, "hearts": 0.07, "clubs": 0.03, "diamonds": 0.01}}


def _scattered(spades: int) -> Json:
    """Totals that lie far apart, and are common everywhere between the lowest and the highest."""
    points = {"spades": spades / 100, "hearts": round(spades * 0.0061, 2), "clubs": round(spades * 0.0023, 2)}
    ranks = {"pair": 300 + spades % 89, "two_pair": 400}
    return {"suit_bonuses": points, "modifiers": [{"source": "scattering", "hand_ranks": ranks}]}


def _npc(number: int) -> Json:
    return {"npc": list(SHIPPED["npcs"])[number]}


def _loaded(number: int = 0) -> Json:
    """A participant with everything that one may have, and with other totals than those of another number."""
    modifiers = [
        {"source": f"m{n}", "flat": 0.01, "suits": {"spades": (101 + number) / 100}, "hand_ranks": {"pair": n}}
        for n in range(50)
    ]
    return {
        "skills": dict.fromkeys(NAMES["skills"][:100], 100),
        "modifiers": modifiers,
        "items": NAMES["items"][:50],
        "effects": NAMES["effects"][:50],
    }


def _unknown(number: int) -> Json:
    """A participant that names nothing right."""
    names = [f"nothing_{n:02}_{number:03}" for n in range(50)]
    return {"npc": "x" * 64, "items": names, "effects": names}
