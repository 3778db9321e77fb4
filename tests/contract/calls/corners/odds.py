"""Curves and solutions at their bounds: one level, all that there can be, nothing and everything to be had."""

from tests.contract.calls.call import Call
from tests.contract.calls.characters import without_store
from tests.contract.calls.corners.actions import CERTAIN, HOPELESS, OTHER_TUNING, paying, unskilled
from tests.openapi import Json

CURVE, SOLVE = "/v1/odds/curve", "/v1/odds/solve"
LIMIT = 100_000
STEP = 0.01
LOWEST = 16
"""What the worst hand is worth by itself."""
BILLY: Json = {"character_id": "billy", "skills": {}}


def curve(participant: Json, against: Json, **more: object) -> Json:
    return {"json": {"participant": participant, "grow": {"all": True}, "against": against, **more}}


def _growing(participant: Json) -> Json:
    return {"modifiers": participant["modifiers"]}


def solve(participant: Json, *questions: Json) -> Json:
    return {"json": {"participant": _growing(participant), "questions": questions}}


def flat(success: float, threshold: float) -> Json:
    return {"find": "flat", "against": {"threshold": threshold}, "want": {"success": success}}


def threshold(success: float) -> Json:
    return {"find": "threshold", "want": {"success": success}}


CALLS: tuple[Call, ...] = (
    Call("POST", CURVE, 200, curve({}, {"crimes": ["bank_robbery"]}, tuning={"max_skill_level": 1000, **paying(0.05)})),
    Call("POST", CURVE, 200, curve({}, {"crimes": ["bank_robbery"]}, to=0, tuning=paying(0))),
    Call("POST", CURVE, 200, curve({}, {"thresholds": [*range(50)], "opponents": [HOPELESS] * 5}, to=0)),
    Call("POST", CURVE, 200, curve(_growing(HOPELESS), {"opponents": [HOPELESS]}, to=0)),
    Call("POST", CURVE, 200, curve(_growing(CERTAIN), {"opponents": [HOPELESS]}, to=0)),
    Call("POST", CURVE, 200, curve({}, {"crimes": ["bank_robbery"]}, to=0, tuning=OTHER_TUNING)),
    Call("POST", CURVE, 200, curve({}, {"opponents": [HOPELESS]}, to=614, tuning={"max_skill_level": 1000})),
    Call("POST", CURVE, 200, curve(BILLY, {}, to=0), app=without_store),
    Call("POST", SOLVE, 200, solve(CERTAIN, threshold(1), flat(1, LOWEST + STEP))),
    Call("POST", SOLVE, 200, solve(unskilled(LIMIT - LOWEST - STEP), threshold(1))),
    Call("POST", SOLVE, 200, solve(unskilled(), threshold(1e-9), *([flat(0, 1)] * 49))),
    Call("POST", SOLVE, 200, {"json": {"participant": BILLY, "questions": [threshold(1)]}}, app=without_store),
)
