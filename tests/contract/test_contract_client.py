"""The contract's client refuses what the contract does not promise."""

import pytest
from flask import Flask, Response

from tests.contract_client import BrokenContract, ContractClient

VERSION = '{"version": "1.2.3", "environment": "development", "tuning_revision": 0}'


def client_of(path: str, response: Response, request_id: str | None = "1") -> ContractClient:
    """A client of an application that has one answer."""
    app = Flask("one_answer")
    app.add_url_rule(path, view_func=lambda: response)

    @app.after_request
    def name_request(answer: Response) -> Response:
        if request_id:
            answer.headers["X-Request-Id"] = request_id
        return answer

    return ContractClient(app)


def test_client__promised_answer__passes_and_is_remembered() -> None:
    client = client_of("/version", Response(VERSION, mimetype="application/json"))
    assert client.get("/version").status_code == 200
    assert client.seen == {("GET", "/version", 200)}


@pytest.mark.parametrize(
    ("response", "complaint"),
    [
        (Response("{}", 418, mimetype="application/json"), "418 is not documented"),
        (Response("{}", mimetype="text/plain"), "not documented as text/plain"),
        (Response("{}", mimetype="application/json"), "'version' is a required property"),
        (Response(VERSION.replace("0}", '"0"}'), mimetype="application/json"), "is not of type 'integer'"),
        (Response(VERSION.replace("0}", '0, "more": 1}'), mimetype="application/json"), "'more'"),
    ],
)
def test_client__answer_that_is_not_promised__is_refused(response: Response, complaint: str) -> None:
    with pytest.raises(BrokenContract, match=complaint):
        client_of("/version", response).get("/version")


def test_client__plain_answer_where_the_contract_has_nothing__is_refused() -> None:
    with pytest.raises(BrokenContract, match="where the contract has nothing"):
        client_of("/secret", Response("hidden")).get("/secret")


def test_client__not_found_in_html__is_refused() -> None:
    with pytest.raises(BrokenContract, match="no problem document"):
        client_of("/version", Response()).get("/nowhere")


def test_client__answer_that_no_log_can_find__is_refused() -> None:
    with pytest.raises(BrokenContract, match="lacks the header X-Request-Id"):
        client_of("/version", Response(), request_id=None).get("/version")
