"""Flask with marshmallow for the body and for the answer, each as its documentation shows it."""

from typing import Any

from flask import Flask, Response, jsonify, request
from marshmallow import Schema, ValidationError, fields, validate

from benchmarks.peers import rules


class ActorSchema(Schema):
    skills = fields.Dict(
        keys=fields.String(validate=validate.OneOf(rules.SKILLS)),
        values=fields.Integer(strict=True, validate=validate.Range(1, rules.HIGHEST_LEVEL)),
        required=True,
    )


class ActionSchema(Schema):
    action_type = fields.String(required=True, validate=validate.Equal("pve"))
    crime = fields.String(required=True, validate=validate.OneOf(rules.CRIMES))
    actor = fields.Nested(ActorSchema, required=True)
    location = fields.String(load_default=None, validate=validate.OneOf(rules.LOCATIONS))


class LineSchema(Schema):
    source = fields.String()
    points = fields.Float()


class ScoreSchema(Schema):
    hand = fields.List(fields.String())
    hand_rank = fields.String()
    base_score = fields.Float()
    suit_counts = fields.Dict(keys=fields.String(), values=fields.Integer())
    suit_bonuses = fields.Dict(keys=fields.String(), values=fields.Float())
    suit_score = fields.Float()
    modifier_score = fields.Float()
    total_score = fields.Float()
    breakdown = fields.List(fields.Nested(LineSchema))


class ChallengeSchema(Schema):
    name = fields.String()
    difficulty = fields.String()
    threshold = fields.Float()
    energy_cost = fields.Integer()


class OutcomeSchema(Schema):
    success = fields.Boolean()
    degree = fields.String()
    margin = fields.Float()
    decided_by = fields.String()
    reward_multiplier = fields.Float()
    penalty = fields.String()


class ResolutionSchema(Schema):
    resolution_id = fields.String()
    action_type = fields.String()
    tuning_revision = fields.Integer()
    actor = fields.Nested(ScoreSchema)
    challenge = fields.Nested(ChallengeSchema)
    outcome = fields.Nested(OutcomeSchema)


ACTION = ActionSchema()
RESOLUTION = ResolutionSchema()
app = Flask(__name__)


@app.post("/v1/resolve")
def resolve() -> Response:
    given: Any = ACTION.load(request.get_json())
    found = rules.resolve(given["crime"], given["actor"]["skills"], given["location"], rules.drawn())
    return jsonify(RESOLUTION.dump(found))


@app.errorhandler(ValidationError)
def refuse(error: ValidationError) -> tuple[Response, int]:
    return jsonify(error.messages), 422


@app.get("/health/live")
def live() -> Response:
    return jsonify(status="ok")
