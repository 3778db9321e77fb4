"""Actions whose answers have what the examples do not: totals of 0, ties, every rule that decides."""

from flask import Flask

from service.engines.destiny.hands import HAND_RANKS
from tests.builders.actions import scored
from tests.contract.calls.call import Call
from tests.contract.calls.characters import BILLY, EFFECT, EFFECTS, without_store
from tests.fakes.app import make_app
from tests.openapi import Json

RESOLVE, BATCH, SCORE, ODDS = "/v1/resolve", "/v1/resolve/batch", "/v1/score", "/v1/odds"
TOTALS = "/v1/odds/totals"
DRAWS = [f"01930000-0000-7000-8000-{number:012}" for number in range(1, 5)]
SPADES, HEARTS = ["9♠", "9♥", "7♠", "4♥", "2♣"], ["9♦", "9♣", "7♥", "4♠", "2♦"]
ROYAL = ["A♠", "K♠", "Q♠", "J♠", "10♠"]


def unskilled(flat: float = 0, **more: object) -> Json:
    return {"skills": {}, "modifiers": [{"source": "fate", "flat": flat}], **more}


HOPELESS, CERTAIN = unskilled(-100_000), unskilled(100_000)
BARE: Json = {"action_type": "pve", "threshold": 0, "actor": HOPELESS}
DUEL: Json = {"action_type": "pvp", "actor": CERTAIN, "target": unskilled()}
WAR: Json = {"action_type": "gang_war", "attackers": [HOPELESS], "defenders": [HOPELESS]}
CHECK: Json = {"action_type": "skill_check", "difficulty": "hard", "actor": {"npc": "rookie"}}
FAR_APART: Json = {"spades": 2_000, "hearts": 12_000, "clubs": 72_000}
RANKS_APART: Json = {"hand_rank_scores": {rank: 100.5 * place for place, rank in enumerate(reversed(HAND_RANKS))}}
"""With `FAR_APART`, every class of hands has its own total."""
OTHER_TUNING: Json = {
    "hand_rank_scores": {"pair": 30.5},
    "reward_multipliers": {"critical_failure": 0.5},
    "crimes": {"bank_robbery": {"energy_cost": 0}},
}


def paying(reward: float, **more: object) -> Json:
    """A tuning in which the bank robbery pays, whatever else is changed about it."""
    return {"crimes": {"bank_robbery": {"reward": reward, **more}}}


def robbery(actor: Json, tuning: Json, **more: object) -> Json:
    return {"action_type": "pve", "crime": "bank_robbery", "actor": actor, "tuning": tuning, **more}


def promised() -> Flask:
    """The application with four unused draws."""
    app = make_app()
    for _ in DRAWS:
        app.test_client().post("/v1/draws")
    return app


def drawn(body: Json, number: int = 0) -> Json:
    return {**body, "draw": {"draw_id": DRAWS[number], "client_seed": "any"}}


def duel_of(actor: list[str], target: list[str], **more: object) -> Json:
    return {"action_type": "pvp", "actor": unskilled(hand=actor), "target": unskilled(hand=target), **more}


def running(seconds: int) -> Flask:
    """Whiskey runs on Billy for so long."""
    app = make_app()
    app.test_client().put(EFFECT.format(**BILLY), json={"duration_seconds": seconds})
    return app


CALLS = (
    Call("POST", RESOLVE, 200, {"json": drawn(BARE)}, app=promised),
    Call("POST", RESOLVE, 200, {"json": drawn(WAR)}, app=promised),
    Call(
        "POST",
        BATCH,
        200,
        {"json": {"requests": [drawn(body, number) for number, body in enumerate((BARE, CHECK, DUEL, WAR))]}},
        app=promised,
    ),
    Call("POST", BATCH, 200, {"json": {"requests": [BARE, WAR]}}),
    Call("POST", BATCH, 200, {"json": {"requests": [{**BARE, "actor": {"character_id": "billy"}}]}}, app=without_store),
    Call("POST", RESOLVE, 200, {"json": {**BARE, "actor": {"skills": {}, "character_id": "billy"}}}, app=without_store),
    Call("POST", SCORE, 200, {"json": scored(BARE)}),
    Call(
        "POST",
        SCORE,
        200,
        {
            "json": {
                "action_type": "pve",
                "crime": "bank_robbery",
                "actor": unskilled(hand=SPADES),
                "tuning": OTHER_TUNING,
            }
        },
    ),
    Call("POST", SCORE, 200, {"json": duel_of(SPADES, HEARTS)}),
    Call("POST", SCORE, 200, {"json": duel_of(SPADES, SPADES)}),
    Call("POST", SCORE, 200, {"json": duel_of(ROYAL, HEARTS, tuning={"royal_flush_auto_win": True})}),
    Call("POST", SCORE, 200, {"json": scored(WAR)}),
    Call("POST", ODDS, 200, {"json": BARE}),
    Call("POST", ODDS, 200, {"json": {**DUEL, "target": {"skills": {}, "character_id": "billy"}}}),
    Call("POST", ODDS, 200, {"json": {**WAR, "attackers": [{"skills": {}, "character_id": "billy"}]}}),
    Call("POST", ODDS, 200, {"json": robbery(unskilled(), paying(0, energy_cost=0), attempts=1)}),
    Call("POST", ODDS, 200, {"json": robbery(unskilled(), paying(0))}),
    Call("POST", ODDS, 200, {"json": robbery(CERTAIN, paying(0.05), attempts=3)}),
    Call("POST", SCORE, 200, {"json": robbery({**HOPELESS, "hand": SPADES}, paying(0.05))}),
    Call("POST", SCORE, 200, {"json": robbery({**CERTAIN, "hand": SPADES}, paying(0.05))}),
    Call("POST", TOTALS, 200, {"json": {"participant": HOPELESS}}),
    Call("POST", TOTALS, 200, {"json": {"participant": {"suit_bonuses": FAR_APART}, "tuning": RANKS_APART}}),
    Call("POST", TOTALS, 200, {"json": {"participant": {"skills": {}, "character_id": "billy"}}}, app=without_store),
    Call("PUT", "/v1/characters/{character_id}", 200, {"json": {"skills": {"stealth": 1}}}, BILLY),
    Call("GET", EFFECTS, 200, names=BILLY, app=lambda: running(1)),
)
