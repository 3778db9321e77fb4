"""Tunings, previews and insights whose answers have what the examples do not."""

from functools import partial
from typing import Any

from flask import Flask

from service.insights.ports import DecidedName, Increments, Reset
from service.insights.splits import MOST_REVISIONS
from service.insights.went_live import MOST_WENT_LIVE
from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import TuningHistory
from service.tuning.warnings import WarnOfChange
from tests.builders.tunings import shipped_revision
from tests.contract.calls.call import Call
from tests.contract.calls.tuning import DIFF, REVISION, REVISIONS, TUNING, WHOLE
from tests.fakes.app import AS_ADMIN, make_app, tuned_parts
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.operators import AS
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.openapi import Json

TITLED: Json = {
    "skills": {"stealth": {"suits": ["spades"], "title": "Stealth"}},
    "crimes": {
        "pickpocket": {"title": "Pickpocket", "threshold": 0, "reward": 0},
        "burglary": {"reward": 12.5},
        "bank_robbery": {"reward": 1_000_000},
    },
    "skill_checks": {"easy": {"title": "Easy", "threshold": 100.5}},
    "npcs": {"rookie": {"title": "Rookie"}},
    "items": {"iron_horseshoe": {"title": "Horseshoe"}},
    "effects": {"whiskey": {"title": "Whiskey", "hand_ranks": {"pair": 5}}},
    "locations": {"frontera": {"title": "Frontera"}},
    "territories": {"fortified_territory": {"title": "Fort"}},
}
OF_ONE_LEVEL: Json = {
    "max_skill_level": 1,
    "npcs": {name: {"avg_skill_level": 1} for name in ("rookie", "competent", "veteran", "elite", "legendary")},
    "skills": {"stealth": {"suits": ["spades"], "title": "S"}},
}
TURNED_AROUND: Json = {
    "crimes": {
        "pickpocket": {"threshold": 100_000},
        "legendary_score": None,
        "kiting": {"difficulty": "easy", "threshold": 90.5, "energy_cost": 1},
    },
    "skill_checks": {"easy": {"threshold": 101}},
    "npcs": {
        "veteran": {"avg_suit_bonus": 100_000},
        "elite": None,
        "tycoon": {"avg_skill_level": 1, "avg_suit_bonus": 0},
    },
}
ADA: Json = {"name": "ada", "skills": {}, "modifiers": [{"source": "fate", "flat": 50_000}]}
INSIGHTS = "/v1/admin/insights"
BOTH = Signature("ann", "Try.", force=True)


def tuned_to(values: Any, *, restored: bool = False) -> Flask:
    """The application after a change of the tuning, which is taken back if wanted."""
    log, clock = InMemoryTuningLog(), StoppedClock()
    parts = tuned_parts(log, clock)
    history = TuningHistory(log, shipped_revision())
    change = ChangeTuning(history, parts["tunings"], clock, NumberedIdentifiers(), WarnOfChange(()))
    change.patch({0}, values, BOTH)
    if restored:
        change.restore({1}, 0, BOTH)
    return make_app(**tuned_parts(log, clock))


def counted_once() -> Flask:
    """One challenge was lost that could not be won, and one duel, and one gang war; before that, a reset."""
    clock = StoppedClock()
    store = InMemoryInsightStore()
    store.reset(Reset("ann", clock.now()))
    row, duel = ("difficulty", "pve", "custom"), ("difference", "0")
    counts: dict[tuple[str, ...], int] = {
        (*row, "failure"): 1,
        ("sample", *row, "contests"): 1,
        (*duel, "lost"): 1,
        ("gang_war", "lost"): 1,
        ("hand_rank", "pve", "pair", "lost"): 1,
    }
    store.add(Increments("a worker", 1, clock.now().date(), counts))
    return make_app(clock=clock, insight=store)


def counted_often() -> Flask:
    """More revisions have decided a crime than are listed with it, and one a skill check."""
    clock, store = StoppedClock(), InMemoryInsightStore()
    decided: dict[DecidedName, list[int]] = {
        (revision, "pve", "bank_robbery"): [0, 0, 1, 0, 0, 0, 0, 0, 0] for revision in range(MOST_REVISIONS + 1)
    }
    decided[0, "skill_check", "easy"] = [0, 1, 0, 0, 10_050, 1, 1, 500_000_000, 250_000_000]
    store.add(Increments("a worker", 1, clock.now().date(), {}, decided))
    parts = tuned_parts(InMemoryTuningLog(), clock)
    change = ChangeTuning(parts["tuning_history"], parts["tunings"], clock, NumberedIdentifiers(), WarnOfChange(()))
    for number in range(MOST_WENT_LIVE + 1):
        change.patch({number}, {"critical_margin": number}, BOTH)
    return make_app(**parts, insight=store)


lowest = partial(tuned_to, OF_ONE_LEVEL)
titled, restored = partial(tuned_to, TITLED), partial(tuned_to, TITLED, restored=True)
ADMIN: Json = {"headers": AS_ADMIN}
CALLS = (
    Call("GET", "/v1/catalogue", 200, app=titled),
    Call("GET", "/v1/catalogue", 200, app=lowest),
    Call("GET", TUNING, 200, ADMIN, app=titled),
    Call("GET", REVISIONS, 200, {**ADMIN, "query_string": {"limit": 1}}, app=restored),
    Call("GET", REVISIONS, 200, {**ADMIN, "query_string": {"author": "bob"}}, app=restored),
    Call("GET", DIFF, 200, ADMIN),
    Call("GET", DIFF, 200, {**ADMIN, "query_string": {"from": "1", "to": "shipped"}}, app=titled),
    Call("POST", DIFF, 200, {**ADMIN, "json": WHOLE}),
    Call("GET", REVISION, 200, ADMIN, {"revision": "0"}),
    Call("GET", REVISION, 200, ADMIN, {"revision": "2"}, restored),
    Call("GET", REVISION, 200, ADMIN, {"revision": "1"}, partial(tuned_to, {"hand_rank_scores": {"pair": 450}})),
    Call(
        "POST",
        f"{TUNING}/preview",
        200,
        {**ADMIN, "json": {"values": TURNED_AROUND, "characters": [ADA]}},
        app=titled,
    ),
    *(Call("GET", "/v1/admin/whoami", 200, {"headers": headers}) for headers in AS.values()),
    Call("GET", INSIGHTS, 200, ADMIN),
    Call("GET", INSIGHTS, 200, ADMIN, app=counted_once),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "day", "days": "30"}}, app=counted_once),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "day", "days": "1"}}, app=counted_often),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "revision"}}, app=counted_once),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "revision", "limit": "1"}}, app=counted_often),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "crime"}}, app=counted_once),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "crime"}}, app=counted_often),
    Call("GET", INSIGHTS, 200, {**ADMIN, "query_string": {"by": "crime", "limit": "1"}}, app=counted_often),
)
