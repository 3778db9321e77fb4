"""The description of the tuning's fields: complete, in order, and with the bounds that are enforced."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.tuning import CATALOGUE, read_tuning
from service.engines.errors import InvalidInput
from service.tuning.answers import form_answer
from service.tuning.form import FOUND, INDEX, NAME, WORD
from service.tuning.form_texts import SECTIONS
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import document_with, whole_document_with

MODIFIER = {"flat": 1, "suits": {"spades": 1}, "hand_ranks": {"pair": 1}}
FULL: dict[str, Any] = {
    "max_skill_level": 1,  # else what the curve gives at the highest level would have its own bound
    "skill_table": [{"level": 1, "bonus": 0}, {"level": 2, "bonus": 1}],
    "skills": {"any": {"suits": ["spades"], "title": "Any"}},
    "crimes": {"any": {"difficulty": "easy", "threshold": 1, "energy_cost": 1, "reward": 1, "title": "Any"}},
    "skill_checks": {"any": {"context": "Any", "threshold": 1, "title": "Any"}},
    "npcs": {"any": {"avg_skill_level": 1, "avg_suit_bonus": 1, "title": "Any"}},
    "items": {"any": {**MODIFIER, "title": "Any"}},
    "effects": {"any": {"duration_seconds": 1, **MODIFIER, "title": "Any"}},
    "locations": {"any": {**MODIFIER, "title": "Any"}},
    "territories": {"any": {"defense_bonus": 1, "title": "Any"}},
}
"""A document in which every optional field is there."""
SECTIONS_ANSWERED = form_answer(whole_document_with())["sections"]
FIELDS: list[dict[str, Any]] = [field for section in SECTIONS_ANSWERED for field in section["fields"]]
NUMBERS = [field for field in FIELDS if "step" in field]


def full_document() -> dict[str, Any]:
    return {**whole_document_with(), **deepcopy(FULL)}


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every part of a document that is no object; lists, and also what is in them."""
    if isinstance(value, dict):
        for name, below in value.items():
            yield from leaves(below, (*path, name))
        return
    yield path
    for index, below in enumerate(value if isinstance(value, list) else ()):
        yield from leaves(below, (*path, str(index)))


def fits(field: dict[str, Any], path: tuple[str, ...]) -> bool:
    pattern = field["pointer"].split("/")[1:]
    return len(pattern) == len(path) and all(
        one in (step, NAME) or (one == INDEX and step.isdigit()) or (one == WORD and step in field["words"])
        for one, step in zip(pattern, path, strict=True)
    )


@pytest.mark.parametrize("document", [whole_document_with(), full_document()], ids=["shipped", "full"])
def test_form__for_each_leaf_of_a_document__has_exactly_one_field(document: dict[str, Any]) -> None:
    found = {path: [field["pointer"] for field in FIELDS if fits(field, path)] for path in leaves(document)}

    assert {path: pointers for path, pointers in found.items() if len(pointers) != 1} == {}


def test_form__for_each_field_of_the_rules__has_exactly_one_text() -> None:
    written = [pointer for section in SECTIONS for pointer in section.fields]

    assert sorted(written) == sorted(FOUND)
    assert [field["pointer"] for field in FIELDS] == written


def test_form__in_its_order__follows_the_shipped_document() -> None:
    parts = [field["pointer"].split("/")[1] for field in FIELDS]

    assert list(dict.fromkeys(parts)) == list(whole_document_with())


def test_entries__of_the_catalogue_alone__are_announced() -> None:
    announced = {section["name"]: section["entries"] for section in SECTIONS_ANSWERED if section["entries"]}

    assert list(announced) == list(CATALOGUE)
    for part, entries in announced.items():
        entry = full_document()[part]["any"]
        too_many = whole_document_with(**{part: {f"e{n}": entry for n in range(entries["maximum_entries"] + 1)}})
        assert refused(too_many) == {f"/{part}"}
        few = {f"e{n}": entry for n in range(entries["maximum_entries"])}
        assert refused({**whole_document_with(), part: few}) == set()


def concrete(field: dict[str, Any], index: int) -> list[str]:
    replaced = {NAME: "any", INDEX: str(index), WORD: field.get("words", [""])[-1]}
    return [replaced.get(step, step) for step in field["pointer"].split("/")[1:]]


def put(document: Any, path: list[str], value: Any) -> None:
    *above, last = [int(step) if step.isdigit() else step for step in path]
    for step in above:
        document = document[step]
    document[last] = value


def refused(document: dict[str, Any]) -> set[str]:
    try:
        TuningRevision.read(0, document)
    except InvalidInput as error:
        return {mistake.pointer for mistake in error.mistakes}
    return set()


def refused_with(path: list[str], value: Any, points: int) -> set[str]:
    """The pointers of all mistakes in a document that has this value, and these points for every hand of Pyramid."""
    document = full_document()
    for table in document["pyramid"]["points"].values():
        table.update(dict.fromkeys(table, points))
    put(document, path, value)
    return refused(document)


@pytest.mark.parametrize("field", NUMBERS, ids=lambda field: field["pointer"])
def test_number__at_its_bounds_and_a_step_past_them__is_taken_and_refused(field: dict[str, Any]) -> None:
    low, high, step = field["minimum"], field["maximum"], field["step"]
    # Tables rise, so that the least is in the first row and the greatest in the last; points must not fall either.
    first, last = concrete(field, 0), concrete(field, 1)

    assert refused_with(first, low, 0) == set()
    assert refused_with(last, high, 500) == set()
    assert f"/{'/'.join(first)}" in refused_with(first, low - step, 0)
    assert f"/{'/'.join(last)}" in refused_with(last, high + step, 500)
    if "/skill_table/" not in field["pointer"] and "/pyramid/points/" not in field["pointer"]:
        assert refused_with(last, round(low + step, 6), 0) == set()
    assert f"/{'/'.join(last)}" in refused_with(last, low + step / 2, 0)


@pytest.mark.parametrize(
    "field", [field for field in FIELDS if "step" not in field], ids=lambda field: field["pointer"]
)
def test_field__of_another_type__takes_what_it_says_and_nothing_else(field: dict[str, Any]) -> None:
    path = concrete(field, 0)
    good: list[Any]
    bad: list[Any]
    match field["type"]:
        case "boolean":
            good, bad = [True, False], ["true", 0]
        case "choice":
            good, bad = ([] if INDEX in field["pointer"] else field["choices"]), ["another", ""]
        case "string" if "pattern" in field:
            good, bad = ["a", "a_1" + "x" * 61], ["A", "1a", "", "a" * 65]
        case "string":
            good, bad = ["x", "x" * field["maximum_length"]], ["", "x" * (field["maximum_length"] + 1), 1]
        case _:
            good, bad = [], [[], "x", {"a": 1}]

    assert [value for value in good if refused_with(path, value, 0)] == []
    assert [value for value in bad if f"/{'/'.join(path)}" not in refused_with(path, value, 0)] == []


def test_list__at_its_bounds_and_an_item_past_them__is_taken_and_refused() -> None:
    lists = {field["pointer"]: field for field in FIELDS if field["type"] == "list"}
    rows = [{"level": level, "bonus": 0} for level in range(1, 1001)]
    suits = ["spades", "hearts", "clubs", "diamonds"]
    automatics = whole_document_with()["pyramid"]["automatic_order"]
    items = {"/skill_table": rows, "/skills/{name}/suits": suits, "/pyramid/automatic_order": automatics}

    assert set(lists) == set(items)
    for pointer, field in lists.items():
        path = concrete(field, 0)
        most, fewest = items[pointer], items[pointer][: field["minimum_items"]]
        assert (len(most), len(fewest)) == (field["maximum_items"], field["minimum_items"])
        assert refused_with(path, most, 0) == refused_with(path, fewest, 0) == set()
        assert refused_with(path, [*most, most[0]], 0) == {f"/{'/'.join(path)}"}
        assert refused_with(path, fewest[1:], 0) == {f"/{'/'.join(path)}"}
        if field["unique"]:
            assert f"/{'/'.join(path)}" in refused_with(path, [most[0]] * field["minimum_items"] * 2, 0)


@pytest.mark.parametrize("field", [field for field in FIELDS if NAME in field["pointer"]], ids=lambda f: f["pointer"])
def test_field__of_an_entry__may_be_left_out_where_it_is_optional(field: dict[str, Any]) -> None:
    if field["pointer"].endswith((WORD, INDEX)):  # its words are optional one by one
        assert field["optional"] is field["pointer"].endswith(WORD)
        return
    _, part, _, name = field["pointer"].split("/")
    document = full_document()
    del document[part]["any"][name]

    assert refused(document) == (set() if field["optional"] else {f"/{part}/any/{name}"})


def test_default__of_an_optional_number__is_what_counts_without_it() -> None:
    assert {field["default"] for field in FIELDS if "default" in field} == {0}
    zeros = {"flat": 0, "suits": {"spades": 0}, "hand_ranks": {"pair": 0}}
    for part, rest in (("items", {}), ("locations", {}), ("effects", {"duration_seconds": 1})):
        without, with_zeros = (
            getattr(read_tuning(document_with(**{part: {"any": {**rest, **more}}})), part)["any"]
            for more in ({}, zeros)
        )
        one, other = (getattr(entry, "modifier", entry) for entry in (without, with_zeros))
        assert (one.flat, one.suits) == (other.flat, other.suits)
        assert all(one.points_for(rank) == other.points_for(rank) for rank in HAND_RANKS)


def test_shipped__of_every_field_outside_entries_and_lists__is_its_value() -> None:
    document = whole_document_with(critical_margin=90)
    fields = {field["pointer"]: field for section in form_answer(document)["sections"] for field in section["fields"]}

    assert fields["/critical_margin"]["shipped"] == 90
    assert fields["/hand_rank_scores/{word}"]["shipped"] == document["hand_rank_scores"]
    assert fields["/pyramid/points/front/{word}"]["shipped"] == document["pyramid"]["points"]["front"]
    lacking = {pointer for pointer, field in fields.items() if "shipped" not in field}
    assert lacking == {pointer for pointer in fields if NAME in pointer or INDEX in pointer}
