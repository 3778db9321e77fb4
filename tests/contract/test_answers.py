"""No constraint of an answer is broken or loose: it is what the answers show, or what the code has."""

from tests.contract.checks.answers import findings
from tests.contract.checks.figures import FIGURES
from tests.contract.checks.outside import header_findings, media_findings
from tests.contract.checks.seen import headed, seen
from tests.contract.checks.sides import of_answers
from tests.openapi import contract


def test_answers__taken_together__show_every_component_and_every_constraint_in_it() -> None:
    names = of_answers(contract())
    assert len(names) > 200
    assert names - set(seen()) == set()
    assert [wrong for name in sorted(names) for wrong in findings(contract(), name, seen()[name], FIGURES)] == []


def test_headers__of_answers__are_as_tight_as_what_the_answers_have() -> None:
    assert [*header_findings(contract(), headed(), FIGURES)] == []


def test_bodies__of_other_media_types__are_texts() -> None:
    assert [*media_findings(contract(), FIGURES)] == []
