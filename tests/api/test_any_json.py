"""Whatever JSON comes: an answer that the contract promises, and never one where the contract's schema says no."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.json_values import GOOD, spoilt, values
from tests.builders.actions import BATCH, ODDS, RESOLVE, SCORE
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer
from tests.openapi import mistakes, operations
from tests.strategies import bounded

PATHS = (RESOLVE, BATCH, SCORE, ODDS)
DEALER = ScriptedDealer()
CLIENT = ContractClient(make_app(dealer=DEALER))
SCHEMAS = {one.path: media["schema"] for one in operations() if (media := one.request_media)}
some = settings(bounded, suppress_health_check=[HealthCheck.too_slow])


def check(path: str, body: Any) -> None:
    """Send the body; what comes back is checked by the client, and held against the schema and the dealer here."""
    before = DEALER.draws
    response = CLIENT.post(path, data=json.dumps(body).encode(), content_type="application/json")

    assert response.status_code in (200, 400, 422)
    # A batch answers for each of its items; the schema of the batch cannot say no to one of them alone.
    if path != BATCH and response.status_code == 200:
        assert not mistakes(SCHEMAS[path], body), "The service took what its contract forbids."
    if response.status_code != 200 or path in (SCORE, ODDS):
        assert before == DEALER.draws


@pytest.mark.parametrize("path", PATHS)
def test_good_body__as_it_is__is_answered(path: str) -> None:
    for body in GOOD[path]:
        assert not mistakes(SCHEMAS[path], body)
        assert CLIENT.post(path, json=body).status_code == 200


@pytest.mark.parametrize("path", PATHS)
@some
@given(data=st.data())
def test_body__of_any_json__has_an_answer(path: str, data: st.DataObject) -> None:
    check(path, data.draw(values))


@pytest.mark.parametrize("path", PATHS)
@some
@given(data=st.data())
def test_body__changed_in_one_place__has_an_answer(path: str, data: st.DataObject) -> None:
    check(path, data.draw(spoilt(GOOD[path])))


@pytest.mark.parametrize("path", PATHS)
@some
@given(body=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_body__of_any_bytes__has_an_answer(path: str, body: bytes) -> None:
    response = CLIENT.post(path, data=body, content_type="application/json")

    assert response.status_code in (400, 422)
