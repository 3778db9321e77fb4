"""The preview of a whole tuning in place of the one before."""

from tests.api.refusals import INVALID, Json, problem_of
from tests.builders.tuned import tuned_app
from tests.builders.tunings import whole_document_with
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN

PREVIEW = "/v1/admin/tuning/preview"


def test_preview__of_a_whole_document__is_that_of_the_revision_that_put_makes() -> None:
    client = ContractClient(tuned_app())
    document = whole_document_with(
        hand_rank_scores={"pair": 90}, crimes={"bank_robbery": {"threshold": 300}}, npcs={"elite": None}
    )
    live = client.get("/v1/admin/tuning", headers=AS_ADMIN)

    previewed = client.post(PREVIEW, json={"document": document}, headers=AS_ADMIN).get_json()

    headers = {**AS_ADMIN, "If-Match": live.headers["ETag"]}
    body = {"values": document, "reason": "Try."}
    refused = client.request("PUT", "/v1/admin/tuning", json=body, headers=headers).get_json()
    assert [
        {**warning, "pointer": warning["pointer"].replace("/document/", "/values/")}
        for warning in previewed["warnings"]
    ] == refused["errors"]
    made = client.request("PUT", "/v1/admin/tuning", json={**body, "force": True}, headers=headers).get_json()
    assert previewed["differences"] == made["differences"]


def test_preview__of_a_document_that_is_not_whole__is_refused_as_the_replacement_would_be(
    client: ContractClient,
) -> None:
    document: Json = whole_document_with(critical_margin=-1)
    del document["skill_table"], document["pyramid"]["ante"]

    refused = problem_of(client.post(PREVIEW, json={"document": document}, headers=AS_ADMIN), 422, "invalid-input")

    assert refused["detail"] == INVALID
    assert {error["pointer"]: error["message"] for error in refused["errors"]} == {
        "/document/critical_margin": "Must lie within 0 to 100000.",
        "/document/skill_table": "Required.",
        "/document/pyramid/ante": "Required.",
    }
