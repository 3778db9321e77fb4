"""Every request body and parameter of the contract, held whole to the schema that reads it."""

import pytest

from tests.contract.checks.requests import (
    BODIES,
    VERIFY,
    bodies,
    body_findings,
    parameter_findings,
    tuning_findings,
)
from tests.openapi import contract


def test_bodies__of_the_contract__each_have_a_schema() -> None:
    assert set(bodies(contract())) == {*BODIES, VERIFY}


@pytest.mark.parametrize("where", [*BODIES, VERIFY])
def test_body__in_the_contract__is_what_its_schema_takes(where: str) -> None:
    assert body_findings(contract(), where) == []


def test_parameters__in_the_contract__are_what_the_service_takes() -> None:
    assert [*parameter_findings(contract())] == []


@pytest.mark.first_of_all
def test_tuning__in_the_contract__is_what_the_rules_read() -> None:
    assert tuning_findings(contract()) == []
