"""A test client that holds every answer against the contract before a test sees it."""

import gzip
import json
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.web.problem_types import PROBLEM_TYPES
from tests.openapi import Json, Operation, component, mistakes, operation_of, operations, resolved

PROBLEM_MEDIA_TYPE = "application/problem+json"
_OUTSIDE_OPERATIONS = {404, 405}
"""Statuses for paths and methods that the contract does not have; only its prose mentions them."""
_AT_THE_DOOR = {401, 429}
"""Statuses that any path under /v1 may have, those that do not exist included."""
_ANYWHERE = {408}
"""Statuses that any request may have, whatever it asks for."""
_WITH_A_PAGE = {one.uri for one in PROBLEM_TYPES.values()}


class BrokenContract(AssertionError):
    """An answer that openapi.yaml does not promise."""


class ContractClient:
    """Sends requests to the application; every answer is checked against openapi.yaml.

    `seen` collects the (method, path, status) of all answers, the path as the contract spells it.
    """

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self.seen: set[tuple[str, str, int]] = set()

    def get(self, path: str, **options: Any) -> TestResponse:
        """The answer to a GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> TestResponse:
        """The answer to a POST; the options are those of Flask's test client: json, data, content_type, headers."""
        return self.request("POST", path, **options)

    def request(self, method: str, path: str, **options: Any) -> TestResponse:
        """The answer to any request, checked."""
        response = self._client.open(path, method=method, buffered=True, **options)
        if response.headers.get("Content-Encoding") == "gzip":
            sent = response.headers["Content-Length"]
            response.data = gzip.decompress(response.data)  # as any client does before it shows the answer
            response.headers["Content-Length"] = sent
        if "X-Request-Id" not in response.headers:
            raise BrokenContract(f"{method} {path} lacks the header X-Request-Id, which every answer has.")
        operation = operation_of(method, path.partition("?")[0])
        if method == "OPTIONS" and response.status_code == 204:
            _check_options(response)
        elif operation is None:
            _check_outside(response)
        else:
            check_response(operation, response)
            self.seen.add((operation.method, operation.path, response.status_code))
        return response


def check_response(operation: Operation, response: TestResponse) -> None:
    """Refuse an answer that the contract does not promise for this operation."""
    where = f"{operation.method} {operation.path}: {response.status_code}"
    documented = operation.response(response.status_code)
    if documented is None and response.status_code in _ANYWHERE:
        _check_problem(response, where)
        return
    if documented is None:
        raise BrokenContract(f"{where} is not documented. {response.get_data(as_text=True):.500}")
    if "content" in documented:
        _check_content(documented["content"], response, where)
    elif response.data or response.mimetype:
        raise BrokenContract(f"{where} has a body, where none is documented.")
    for name, header in documented.get("headers", {}).items():
        if resolved(header).get("required") and name not in response.headers:
            raise BrokenContract(f"{where} lacks the header {name}.")


def _check_content(documented: Json, response: TestResponse, where: str) -> None:
    media_type = response.mimetype or "no type"
    media = documented.get(media_type)
    if media is None:
        raise BrokenContract(f"{where} is not documented as {media_type}.")
    if media_type.endswith("json"):
        _check_json(media["schema"], json.loads(response.data), where)
    if media_type == PROBLEM_MEDIA_TYPE:
        _check_status(response, where)


def _check_options(response: TestResponse) -> None:
    if response.data or response.mimetype or "Allow" not in response.headers:
        raise BrokenContract(f"OPTIONS {response.request.path} is not empty, or lacks the header Allow.")


def _check_outside(response: TestResponse) -> None:
    where = f"{response.request.method} {response.request.path}: {response.status_code}"
    at_the_door = response.status_code in _AT_THE_DOOR and response.request.path.startswith("/v1/")
    if response.status_code not in _OUTSIDE_OPERATIONS and not at_the_door:
        raise BrokenContract(f"{where}, where the contract has nothing.")
    _check_problem(response, where)


def _check_problem(response: TestResponse, where: str) -> None:
    if response.mimetype != PROBLEM_MEDIA_TYPE:
        raise BrokenContract(f"{where} is {response.mimetype!r} and no problem document.")
    _check_json(component("Problem"), json.loads(response.data), where)
    _check_status(response, where)


def _check_status(response: TestResponse, where: str) -> None:
    document = json.loads(response.data)
    if document["status"] != response.status_code:
        raise BrokenContract(f"{where}: the document gives another status.")
    if document["type"] not in _WITH_A_PAGE:
        raise BrokenContract(f"{where}: the type {document['type']} leads nowhere.")


def _check_json(schema: Json, value: Any, where: str) -> None:
    if wrong := mistakes(schema, value):
        raise BrokenContract("\n".join([where, *wrong]))


def documented_statuses() -> set[tuple[str, str, int]]:
    """Every (method, path, status) that the contract promises."""
    return {(one.method, one.path, status) for one in operations() for status in one.statuses}
