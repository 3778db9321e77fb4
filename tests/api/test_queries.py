"""Parameters that a route does not take: refused on every one of them, with nothing done."""

import pytest

from tests.api.refusals import Refusals
from tests.builders.actions import PVE
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.system import ScriptedDealer

RULES = sorted(
    {
        (method, rule.rule)
        for rule in make_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
)


@pytest.mark.parametrize(("method", "rule"), RULES)
def test_parameter__that_no_route_has__is_refused_by_every_one(method: str, rule: str) -> None:
    path = rule.replace("<", "").replace(">", "")
    answer = make_app().test_client().open(f"{path}?dry_run=true&dry_run=2&x", method=method, headers=AS_ADMIN)
    document = answer.get_json()

    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert {error["pointer"] for error in document["errors"]} >= {"/dry_run"}


def test_resolve__with_a_parameter__draws_nothing(client: ContractClient, dealer: ScriptedDealer) -> None:
    answer = client.post("/v1/resolve?dry_run=true", json=PVE)

    assert answer.status_code == 422
    assert answer.get_json()["errors"] == [
        {"pointer": "/dry_run", "message": "Unknown parameter. This endpoint takes none."}
    ]
    assert dealer.dealt == 0


@pytest.mark.parametrize("query", ["?", "?&", "?&&"])
def test_query__without_a_parameter__is_none(refusals: Refusals, query: str) -> None:
    assert refusals.client.post(f"/v1/resolve{query}", json=PVE).status_code == 200


@pytest.mark.parametrize("path", ["/v1/nothing?x=1", "/v1/admin/tuning?x=1"])
def test_query__where_there_is_nothing_or_no_entry__is_not_looked_at(client: ContractClient, path: str) -> None:
    assert client.get(path).status_code in (401, 404)


def test_options__with_a_parameter__are_answered(client: ContractClient) -> None:
    assert client.request("OPTIONS", "/v1/resolve?x=1").status_code == 204
