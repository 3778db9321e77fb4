"""Every request body and parameter of the contract, held whole to the schema that reads it."""

import pytest

from tests.contract.checks.requests import (
    BODIES,
    VERIFY,
    bodies,
    body_findings,
    parameter_findings,
    value_findings,
)
from tests.openapi import contract


def test_bodies__of_the_contract__each_have_a_schema() -> None:
    assert set(bodies(contract())) == {*BODIES, VERIFY}


@pytest.mark.parametrize("where", [*BODIES, VERIFY])
def test_body__in_the_contract__is_what_its_schema_takes(where: str) -> None:
    assert body_findings(contract(), where) == []


def test_parameters__in_the_contract__are_what_the_service_takes() -> None:
    assert [*parameter_findings(contract())] == []


def test_tuning_values__wherever_the_contract_bounds_them__are_bounded_as_by_the_rules() -> None:
    assert value_findings(contract()) == []
