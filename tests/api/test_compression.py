"""Answers are compressed for those who take gzip, and only where it is worth it."""

import json

import pytest

from service.web.api_flask import SMALLEST, takes_gzip
from tests.builders.actions import BATCH, PVE
from tests.contract_client import ContractClient

AS_GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.2", True),
        ("GZIP", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("br, gzip;q=0.0", False),
        ("gzippy", False),
    ],
)
def test_takes_gzip__header__is_read_with_its_qualities(accepted: str, *, takes: bool) -> None:
    assert takes_gzip(accepted) is takes


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("GET", "/v1/catalogue", None), ("GET", "/v1/tuples", None), ("POST", BATCH, {"requests": [{**PVE, "x": 1}] * 9})],
)
def test_long_answer__to_who_takes_gzip__is_the_same_when_unpacked(
    client: ContractClient, method: str, path: str, body: object
) -> None:
    plain = client.request(method, path, json=body)
    packed = client.request(method, path, json=body, headers=AS_GZIP)

    assert len(plain.data) > SMALLEST
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(plain.data) / 2
    assert packed.data == plain.data
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.vary
    assert "Accept-Encoding" in packed.vary


def test_short_answer__is_sent_as_it_is(client: ContractClient) -> None:
    answer = client.get("/version", headers=AS_GZIP)

    assert "Content-Encoding" not in answer.headers
    assert json.loads(answer.data)


def test_answer__that_is_packed_already__is_not_packed_twice(client: ContractClient) -> None:
    answer = client.get("/openapi.yaml", headers=AS_GZIP)

    assert answer.headers.get_all("Content-Encoding") == ["gzip"]
    assert answer.data.startswith(b"openapi:")


@pytest.mark.parametrize("path", ["/v1/catalogue", "/v1/tuples", "/v1/tuples?format=csv", "/v1/tuples/front/4/10/4"])
def test_document__seen_already__is_not_sent_again(client: ContractClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    other = client.get(path, headers={"If-None-Match": '"another"'})

    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert (other.status_code, other.data) == (200, first.data)
