"""Schemas as trees: every field once, each with what is allowed in it."""

import yaml

from service.documentation.contract import Contract
from service.documentation.markdown import Markdown
from service.documentation.schema_view import Node, SchemaView

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {},
    "servers": [{"url": "http://localhost:8000"}],
    "tags": [],
    "paths": {},
    "components": {
        "schemas": {
            "Hand": {"type": "array", "items": {"type": "string"}, "minItems": 5, "maxItems": 5, "uniqueItems": True},
            "Player": {
                "type": "object",
                "required": ["hand"],
                "properties": {
                    "hand": {"$ref": "#/components/schemas/Hand", "description": "Five cards."},
                    "level": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1},
                    "friend": {"$ref": "#/components/schemas/Player"},
                    "mood": {"type": ["string", "null"], "enum": ["calm", "wild", None]},
                    "points": {"type": "object", "additionalProperties": {"type": "number"}, "maxProperties": 4},
                },
            },
            "Action": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Player"},
                    {"type": "object", "title": "Nobody", "properties": {"why": {"const": "gone"}}},
                ]
            },
        }
    },
}
VIEW = SchemaView(Contract(yaml.safe_dump(DOCUMENT).encode()), Markdown(lambda _: None, lambda _: None))


def named(node: Node) -> dict[str, Node]:
    return {below.name: below for below in (*node.below, *node.choices)}


def test_fields__of_an_object__say_what_is_allowed() -> None:
    fields = named(VIEW.tree(DOCUMENT["components"]["schemas"]["Player"]))  # type: ignore[index]

    assert list(fields) == ["hand", "level", "friend", "mood", "points"]
    assert fields["hand"].required
    assert (fields["hand"].type, fields["hand"].schema) == ("array of string", "Hand")
    assert fields["hand"].facts == ["5 items", "all different"]
    assert fields["hand"].description == "<p>Five cards.</p>\n"
    assert not fields["level"].required
    assert fields["level"].facts == ["1 to 1,000", "by default 1"]
    assert (fields["mood"].type, fields["mood"].values) == ("string or null", ["calm", "wild", "null"])
    assert fields["points"].facts == ["at most 4 entries"]
    assert named(fields["points"])["(any name)"].type == "number"


def test_schema__within_itself__is_unfolded_once() -> None:
    player = VIEW.tree({"$ref": "#/components/schemas/Player"})

    friend = named(player)["friend"]
    assert (friend.schema, friend.elsewhere, friend.below) == ("Player", True, [])


def test_alternatives__of_a_schema__have_their_names() -> None:
    action = VIEW.tree({"$ref": "#/components/schemas/Action"})

    assert action.type == "one of 2"
    assert list(named(action)) == ["Player", "Nobody"]
    assert named(named(action)["Nobody"])["why"].facts == ['always "gone"']


def test_brief__of_a_schema__leaves_the_others_to_their_own_places() -> None:
    action = VIEW.brief("Action")

    assert named(action)["Player"].elsewhere
    assert named(named(action)["Nobody"])["why"].type == "constant"
