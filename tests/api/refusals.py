"""Sending what must be refused."""

import json
from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from tests.contract_client import PROBLEM_MEDIA_TYPE, ContractClient
from tests.fakes.app import make_app
from tests.fakes.system import ScriptedDealer

Json = dict[str, Any]
INVALID = "The request is well formed, but its content breaks the rules; see errors."


def problem_of(response: TestResponse, status: int, slug: str) -> Json:
    """The problem document of an answer that must be one."""
    assert response.status_code == status, response.text
    assert response.content_type == PROBLEM_MEDIA_TYPE
    document: Json = json.loads(response.data)
    assert document["type"] == f"/problems/{slug}"
    assert document["title"] == slug.replace("-", " ").capitalize()
    assert document["status"] == status
    assert document["instance"] == response.request.path
    return document


@dataclass(frozen=True, slots=True)
class Refusals:
    """Sends requests that must be refused before a card is drawn."""

    client: ContractClient
    dealer: ScriptedDealer

    def errors(self, path: str, body: Any) -> dict[str, str]:
        """The message for each pointer that the refusal of this body names, in its order."""
        return self.errors_of(path, json.dumps(body).encode())

    def errors_of(self, path: str, body: bytes) -> dict[str, str]:
        """The same for a body that is already text."""
        document = self.problem(422, "invalid-input", path, body)
        assert document["detail"] == INVALID
        errors = {error["pointer"]: error["message"] for error in document["errors"]}
        assert len(errors) == len(document["errors"])
        return errors

    def malformed(self, body: bytes, path: str = "/v1/resolve") -> str:
        """What the answer says about a body that is not JSON with one meaning."""
        return str(self.problem(400, "malformed-body", path, body)["detail"])

    def problem(
        self, status: int, slug: str, path: str, body: bytes, content_type: str | None = "application/json"
    ) -> Json:
        """The problem that this body meets."""
        before = self.dealer.draws
        document = problem_of(self.client.post(path, data=body, content_type=content_type), status, slug)
        assert self.dealer.draws == before
        return document


def refusals_of_one_app() -> Refusals:
    """For files that send nothing else, so that all their tests can share an application."""
    dealer = ScriptedDealer()
    return Refusals(ContractClient(make_app(dealer=dealer)), dealer)
