"""FastAPI with models for the body and for the answer, as its documentation shows it."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

from benchmarks.peers import rules

Level = Annotated[int, Field(ge=1, le=rules.HIGHEST_LEVEL, strict=True)]
Skill = Literal[rules.SKILLS]
Crime = Literal[rules.CRIMES]
Location = Literal[rules.LOCATIONS]


class Actor(BaseModel):
    model_config = ConfigDict(extra="forbid")
    skills: dict[Skill, Level]


class Action(BaseModel):
    model_config = ConfigDict(extra="forbid")
    action_type: Literal["pve"]
    crime: Crime
    actor: Actor
    location: Location | None = None


class Line(BaseModel):
    source: str
    points: float


class Score(BaseModel):
    hand: list[str]
    hand_rank: str
    base_score: float
    suit_counts: dict[str, int]
    suit_bonuses: dict[str, float]
    suit_score: float
    modifier_score: float
    total_score: float
    breakdown: list[Line]


class Challenge(BaseModel):
    name: str
    difficulty: str
    threshold: float
    energy_cost: int


class Outcome(BaseModel):
    success: bool
    degree: str
    margin: float
    decided_by: str
    reward_multiplier: float
    penalty: str


class Resolution(BaseModel):
    resolution_id: str
    action_type: str
    tuning_revision: int
    actor: Score
    challenge: Challenge
    outcome: Outcome


app = FastAPI()


@app.post("/v1/resolve", response_model=Resolution)
async def resolve(action: Action) -> Any:
    return rules.resolve(action.crime, action.actor.skills, action.location, rules.drawn())


@app.get("/health/live")
async def live() -> dict[str, str]:
    return {"status": "ok"}
