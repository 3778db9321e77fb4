"""The schemas that read requests, and the components that describe them: the same fields, both ways."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from service.actions.batches import BatchSchema
from service.actions.schemas import ODDS, RESOLVE, SCORE
from service.characters.schemas import FORGET, SKILLS, START
from service.draws.schemas import WANTED
from service.insights.routes import INSIGHTS
from service.piecepacks import schemas as piecepacks
from service.preview.schemas import PREVIEW
from service.pyramid import schemas as pyramid
from service.pyramid import tuple_schemas as tuples
from service.records.schemas import RECORDS
from service.tuning import schemas as tuning
from service.verification.schemas import ANSWERED, ANSWERED_DRAW, SEEDS
from tests.openapi import Json, component, mistakes, operations

PIECEPACKS = (piecepacks.DEAL, piecepacks.EVALUATE, piecepacks.COMPARE, piecepacks.SHOWDOWN, piecepacks.ODDS)
PYRAMID = (
    pyramid.DEAL,
    pyramid.EVALUATE,
    pyramid.ARRANGE,
    pyramid.AUTOMATICS,
    pyramid.VALIDATE,
    pyramid.SCORE,
    pyramid.SETTLE,
    pyramid.DECIDE,
    tuples.LOOKUP,
)
TUNING = (tuning.PATCH, tuning.RESTORE, PREVIEW)
DRAWS = (WANTED, *SEEDS.values(), ANSWERED_DRAW, *ANSWERED.values())
CHARACTERS = (SKILLS, START)
ROOTS = (
    BatchSchema(),
    *RESOLVE.values(),
    *ODDS.values(),
    *SCORE.values(),
    *PIECEPACKS,
    *PYRAMID,
    *TUNING,
    *DRAWS,
    *CHARACTERS,
)
QUERIES = {
    ("GET", "/v1/resolutions"): RECORDS,
    ("GET", "/v1/admin/tuning/revisions"): tuning.PAGE,
    ("GET", "/v1/admin/insights"): INSIGHTS,
    ("GET", "/v1/tuples"): tuples.QUERY,
    ("DELETE", "/v1/characters/{character_id}"): FORGET,
}
UNIONS = {"ResolveActionRequest": RESOLVE, "QuoteOddsRequest": ODDS, "ScoreActionRequest": SCORE}
STRENGTHS = ("Skills", "SuitBonuses", "Npc", "CharacterId")
ALTERNATIVES = {
    "Pve": ("ResolveCrimeRequest", "ResolvePveThresholdRequest"),
    "SkillCheck": ("ResolveSkillCheckRequest", "ResolveSkillCheckThresholdRequest"),
    "Pvp": ("ResolveDuelRequest",),
    "GangWar": ("ResolveGangWarRequest",),
    "ScorePve": ("ScoreCrimeRequest", "ScorePveThresholdRequest"),
    "ScoreSkillCheck": ("ScoreSkillCheckRequest", "ScoreSkillCheckThresholdRequest"),
    "ScorePvp": ("ScoreDuelRequest",),
    "ScoreGangWar": ("ScoreGangWarRequest",),
    "OddsPve": ("QuoteCrimeOddsRequest", "QuotePveThresholdOddsRequest"),
    "OddsSkillCheck": ("QuoteSkillCheckOddsRequest", "QuoteSkillCheckThresholdOddsRequest"),
    "OddsPvp": ("QuoteDuelOddsRequest",),
    "OddsGangWar": ("QuoteGangWarOddsRequest", "QuoteBestThreeGangWarOddsRequest"),
    "Participant": tuple(f"ParticipantBy{strength}" for strength in STRENGTHS),
    "ScoredParticipant": tuple(f"ScoredParticipantBy{strength}" for strength in STRENGTHS),
    "PreviewCharacter": ("PreviewCharacterBySkills", "PreviewCharacterBySuitBonuses"),
}
"""Schemas that have a component for each way to fill them in: generators cannot tell the ways apart otherwise."""
PVE = {"crime": "bank_robbery", "threshold": 1}
SKILL_CHECK = {"difficulty": "hard", "threshold": 1}
PARTICIPANT: Json = {"skills": {}, "suit_bonuses": {}, "npc": "veteran", "character_id": "billy"}
CHOICES: dict[str, Mapping[str, Any]] = {
    "Pve": PVE,
    "ScorePve": PVE,
    "OddsPve": PVE,
    "SkillCheck": SKILL_CHECK,
    "ScoreSkillCheck": SKILL_CHECK,
    "OddsSkillCheck": SKILL_CHECK,
    "Participant": PARTICIPANT,
    "ScoredParticipant": PARTICIPANT,
    "PreviewCharacter": {"skills": {}, "suit_bonuses": {}},
}
"""The fields of which a body has one, or two that go together."""


def schemas_behind(read: Any) -> Iterator[Schema]:
    """The schemas that a reader of values calls, itself or through the readers it was made of."""
    if isinstance(owner := getattr(read, "__self__", None), Schema):
        yield owner
    for cell in getattr(read, "__closure__", None) or ():
        if callable(cell.cell_contents):
            yield from schemas_behind(cell.cell_contents)


def reachable() -> dict[str, Schema]:
    """Every request schema by the name of its component."""
    found: dict[str, Schema] = {}
    waiting: list[Schema] = list(ROOTS)
    while waiting:
        schema = waiting.pop()
        found[name_of(schema)] = schema
        waiting += [below for field in schema.fields.values() for below in schemas_behind(getattr(field, "read", None))]
    return found


def name_of(schema: Schema) -> str:
    return type(schema).__name__.removesuffix("Schema")


REQUESTS = reachable()


def test_request_schemas__followed_from_the_routes__are_all_found() -> None:
    assert len(REQUESTS) == 53
    assert {"Participant", "ScoredParticipant", "Modifier"} < set(REQUESTS)


def test_draws_to_verify__in_the_contract__are_those_of_each_purpose_and_their_answers() -> None:
    for union, schemas in (
        ("VerifyDrawRequest", [*SEEDS.values(), ANSWERED_DRAW]),
        ("AnsweredDraw", ANSWERED.values()),
    ):
        named = [option["$ref"].rpartition("/")[2] for option in component(union)["oneOf"]]
        assert named == [name_of(schema) for schema in schemas]
    for schemas_by_purpose in (SEEDS, ANSWERED):
        for purpose, schema in schemas_by_purpose.items():
            assert component(name_of(schema))["properties"]["for"]["const"] == purpose


def components_of(name: str) -> tuple[str, ...]:
    """The components that describe a schema: one, or one for each way to fill it in."""
    return ALTERNATIVES.get(name, (name,))


EACH_COMPONENT = [(name, each) for name in sorted(REQUESTS) for each in components_of(name)]


@pytest.mark.parametrize(("name", "described_by"), EACH_COMPONENT)
def test_request_schema__and_its_component__have_the_same_fields(name: str, described_by: str) -> None:
    fields, described = REQUESTS[name].fields, component(described_by)
    assert set(described["properties"]) == set(fields)
    assert {key for key, field in fields.items() if field.required} <= set(described.get("required", ()))
    assert described["additionalProperties"] is False


@pytest.mark.parametrize("name", sorted(set(REQUESTS) - set(ALTERNATIVES)))
def test_request_schema__of_one_component__requires_what_that_requires(name: str) -> None:
    required = {key for key, field in REQUESTS[name].fields.items() if field.required}
    assert set(component(name).get("required", ())) == required


@pytest.mark.parametrize(("name", "described_by"), EACH_COMPONENT)
def test_request_schema__where_it_nests_another__nests_that_component(name: str, described_by: str) -> None:
    properties = component(described_by)["properties"]
    for key, field in REQUESTS[name].fields.items():
        nested = {name_of(schema) for schema in schemas_behind(getattr(field, "read", None))}
        assert nested <= component_names_in(properties[key])


@pytest.mark.parametrize("union", UNIONS)
def test_request_union__its_alternatives__are_those_of_each_action_type(union: str) -> None:
    expected = [each for schema in UNIONS[union].values() for each in components_of(name_of(schema))]
    assert [option["$ref"].rpartition("/")[2] for option in component(union)["oneOf"]] == expected
    for word, schema in UNIONS[union].items():
        for each in components_of(name_of(schema)):
            assert component(each)["properties"]["action_type"]["const"] == word


@pytest.mark.parametrize("name", ["Participant", "ScoredParticipant", "PreviewCharacter"])
def test_alternatives__that_others_nest__are_a_union_of_the_name(name: str) -> None:
    assert [option["$ref"].rpartition("/")[2] for option in component(name)["oneOf"]] == [*ALTERNATIVES[name]]


@pytest.mark.parametrize("name", CHOICES)
def test_alternatives__any_choice_of_their_fields__is_taken_just_where_the_service_takes_it(name: str) -> None:
    schema, union = REQUESTS[name], {"oneOf": [{"$ref": f"#/components/schemas/{each}"} for each in ALTERNATIVES[name]]}
    fixed = example_of(name)
    taken = 0
    for size in range(len(CHOICES[name]) + 1):
        for chosen in combinations(CHOICES[name], size):
            body = fixed | {key: CHOICES[name][key] for key in chosen}
            assert (mistakes(union, body) == []) == loads(schema, body), body
            taken += loads(schema, body)
    assert taken == len(CHOICES[name]) + ("Participant" in name)


def example_of(name: str) -> Json:
    """What a body of this schema must have whatever it chooses."""
    hand = {"hand": ["K♠", "Q♠", "J♠", "10♠", "9♠"]} if name.startswith("Score") else {}
    if "Participant" in name:
        return hand
    if name == "PreviewCharacter":
        return {"name": "ada"}
    return {"action_type": "pve" if "Pve" in name else "skill_check", "actor": {"npc": "rookie", **hand}}


def loads(schema: Schema, body: Json) -> bool:
    """Whether the service can make something of a body."""
    try:
        schema.load(body)
    except ValidationError:
        return False
    return True


def test_query_schemas__and_the_parameters_of_their_operations__are_the_same() -> None:
    documented = {
        (one.method, one.path, each["name"]) for one in operations() for each in one.parameters if each["in"] == "query"
    }
    assert documented == {(*route, name) for route, schema in QUERIES.items() for name in schema.fields}


def component_names_in(part: Json) -> set[str]:
    """The components that a property points to, itself, in its items or as a choice, and those that these point to."""
    places = (part, part.get("items", {}), *part.get("oneOf", ()))
    found = {each["$ref"].rpartition("/")[2] for each in places if "$ref" in each}
    return found.union(*(component_names_in(component(name)) for name in found))
