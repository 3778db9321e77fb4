"""Nothing false can be said in the contract: some of what `make mutations` tries, and what once went unnoticed."""

from functools import lru_cache
from itertools import groupby
from random import Random
from typing import Any

import pytest

from tests.openapi import contract
from tools.contract.calls import Calls
from tools.contract.parts import Json, merged, part_files, read
from tools.contract_mutations.listed import Listed
from tools.contract_mutations.mutants import LEFT_OUT, Mutant, example_mutants, mutants
from tools.contract_mutations.noticing import Notice

A_KIND = 3
FALSE = [
    ("DrawLifetime/default", 601),
    ("Id/maxLength", 65),
    ("Points/maximum", 100_001),
    ("SuitCount/maximum", 6),
    ("Skills/maxProperties", 101),
    ("Card/pattern", "^([2-9]|[TtJjQqKkAa])([♠♥♣♦]|[SsHhCcDd])$"),
    ("DealtCard/pattern", "^([1-9]|10|[JQKA])[♠♥♣♦]$"),
    ("HandRank/enum", ["flush", "pair"]),
    ("Score/required", ["hand"]),
]
FALSE_FIGURES = ["bank_robbery/value/actor/skills/lockpicking", "bank_robbery_resolved/value/actor/total_score"]
"""Statements of the kinds that once went unnoticed, each at the place of a component."""


@lru_cache
def parts() -> Json:
    return read(merged(path.read_text("utf-8") for path in part_files()))


@lru_cache
def of_schemas() -> list[Mutant]:
    return sorted(mutants(parts()), key=lambda one: one.kind)


@lru_cache
def of_examples() -> list[Mutant]:
    return [*example_mutants(contract())]


@lru_cache
def notice() -> Notice:
    return Notice(parts())


def listed(mutant: Mutant) -> str | None:
    return Listed.read().reason(mutant)


def test_mutants__of_all_kinds__are_many_and_different() -> None:
    every = [*of_schemas(), *of_examples()]
    assert len(every) > 6_000
    assert len({str(one) for one in every}) == len(every)


def test_checks__of_the_contract_as_it_is__have_nothing_to_say() -> None:
    assert notice().without_mutants() == []


def test_mutants__some_of_each_kind__are_noticed() -> None:
    chance = Random(10)
    kinds = [[*group] for _, group in groupby(of_schemas(), lambda one: one.kind)]
    sample = [one for kind in kinds for one in chance.sample(kind, min(A_KIND, len(kind)))]
    assert [str(one) for one in sample if listed(one) is None and notice().survives(one)] == []


@pytest.mark.parametrize(("place", "becomes"), FALSE)
def test_false_statement__of_a_kind_that_went_unnoticed__is_noticed(place: str, becomes: Any) -> None:
    assert not notice().survives(Mutant(("components", "schemas", *place.split("/")), becomes))


@pytest.mark.slow
@pytest.mark.parametrize("place", FALSE_FIGURES)
def test_false_figure__in_an_example_of_resolve__is_noticed(place: str) -> None:
    (mutant,) = [one for one in of_examples() if "/".join(one.place) == f"components/examples/{place}"]
    assert not notice().survives(mutant)


@pytest.mark.slow
def test_list__of_what_may_go_unnoticed__has_nothing_that_is_noticed() -> None:
    every = [*of_schemas(), *of_examples()]
    stale = [
        place
        for place, reason in Listed.read().reasons.items()
        if not any(notice().survives(one) for one in every if Listed({place: reason}).reason(one))
    ]
    assert stale == []


def test_mutant__that_leaves_a_keyword_out__is_applied_without_a_change_of_the_contract() -> None:
    mutant = Mutant(("components", "schemas", "Card", "pattern"), LEFT_OUT)
    assert "pattern" not in mutant.applied(parts())["components"]["schemas"]["Card"]
    assert "pattern" in parts()["components"]["schemas"]["Card"]


def test_examples__of_answers__are_made_by_the_service() -> None:
    calls, described = Calls(parts()), parts()["components"]["examples"]
    assert [name for name in described if calls.statuses(name) and "value" in described[name]] == []
