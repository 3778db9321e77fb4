"""The rate limit over HTTP: who is counted, what is counted, and what answers say of it."""

from typing import Any

import pytest

from service.settings import Settings
from tests.api.refusals import problem_of
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app
from tests.fakes.rate_limits import InMemoryRateLimits
from tests.fakes.system import StoppedClock

FIRST, SECOND = "api-token-of-the-first", "api-token-of-the-second"
UNSKILLED = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}


class Limited:
    """A service that takes a few requests a minute from each caller."""

    def __init__(self, a_minute: int | None = 2, **settings: Any) -> None:
        self.clock = StoppedClock()
        self.limits = InMemoryRateLimits(self.clock)
        chosen = Settings(admin_token=ADMIN_TOKEN, rate_limit=a_minute, **settings)
        self.client = ContractClient(make_app(chosen, clock=self.clock, rate_limits=self.limits))

    def statuses(self, *paths: str, address: str = "10.0.0.1", headers: dict[str, str] | None = None) -> list[int]:
        sent: dict[str, Any] = {"headers": headers or {}, "environ_base": {"REMOTE_ADDR": address}}
        return [self.client.get(path, **sent).status_code for path in paths]


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_answers__within_the_rate__tell_what_is_left() -> None:
    client = Limited(3).client

    answers = [client.post("/v1/resolve", json=body) for body in (UNSKILLED, {}, UNSKILLED)]

    assert [one.status_code for one in answers] == [200, 422, 200]
    assert {one.headers["RateLimit-Policy"] for one in answers} == {'"caller";q=3;w=60'}
    assert [one.headers["RateLimit"] for one in answers] == [f'"caller";r={left};t=20' for left in (2, 1, 0)]
    assert {one.headers["RateLimit-Cost"] for one in answers} == {"1"}
    assert not any("Retry-After" in one.headers for one in answers)


def test_request__one_too_many__is_refused_with_the_time_to_retry() -> None:
    limited = Limited(7)
    limited.statuses(*["/v1/catalogue"] * 7)

    refused = limited.client.get("/v1/catalogue", environ_base={"REMOTE_ADDR": "10.0.0.1"})

    document = problem_of(refused, 429, "too-many-requests")
    assert "RateLimit-Policy" in document["detail"]
    assert refused.headers["Retry-After"] == "9"
    assert refused.headers["RateLimit"] == '"caller";r=0;t=9'
    assert refused.headers["RateLimit-Cost"] == "1"
    limited.clock.pass_time(seconds=9)
    assert limited.statuses("/v1/catalogue", "/v1/catalogue") == [200, 429]


def batch(number: int) -> dict[str, Any]:
    return {"requests": [UNSKILLED] * number}


def test_batch__within_the_rate__costs_its_price() -> None:
    client = Limited(60).client

    answers = [client.post("/v1/resolve/batch", json=batch(number)) for number in (20, 100, 1000)]

    assert [one.headers["RateLimit-Cost"] for one in answers] == ["1", "5", "50"]
    assert [one.headers["RateLimit"] for one in answers] == [f'"caller";r={left};t=1' for left in (59, 54, 4)]


def test_batch__more_expensive_than_what_is_left__is_refused_and_possible_when_its_retry_is_due() -> None:
    limited = Limited(60)
    address = {"REMOTE_ADDR": "10.0.0.1"}

    def send() -> Any:
        return limited.client.post("/v1/resolve/batch", json=batch(1000), environ_base=address)

    limited.statuses(*["/v1/catalogue"] * 20)

    refused = send()

    document = problem_of(refused, 429, "too-many-requests")
    assert "costs 50 units and the caller has 39 left" in document["detail"]
    assert refused.headers["RateLimit-Cost"] == "50"
    assert refused.headers["RateLimit"] == '"caller";r=39;t=1'
    assert refused.headers["Retry-After"] == "11"
    limited.clock.pass_time(seconds=10)
    assert send().headers["Retry-After"] == "2"  # each attempt costs one unit
    limited.clock.pass_time(seconds=2)
    assert send().status_code == 200
    assert limited.statuses("/v1/catalogue") == [429]


def test_batch__more_expensive_than_a_whole_minute__costs_all_of_it() -> None:
    limited = Limited(7)

    answers = [limited.client.post("/v1/resolve/batch", json=batch(1000)) for _ in range(2)]

    assert [one.status_code for one in answers] == [200, 429]
    assert [one.headers["RateLimit-Cost"] for one in answers] == ["7", "1"]
    assert answers[0].headers["RateLimit"] == '"caller";r=0;t=9'
    limited.clock.pass_time(seconds=60)
    assert limited.client.post("/v1/resolve/batch", json=batch(1000)).status_code == 200


def test_callers__without_tokens__are_distinguished_by_their_address() -> None:
    limited = Limited(1)
    for address in ("10.0.0.1", "10.0.0.2", "::1"):
        assert limited.statuses("/v1/catalogue", "/v1/catalogue", address=address) == [200, 429]


def test_callers__with_tokens__are_distinguished_by_them_wherever_they_are() -> None:
    limited = Limited(2, api_tokens=(FIRST, SECOND))
    for headers in (bearing(FIRST), bearing(SECOND), AS_ADMIN):
        assert limited.statuses("/v1/catalogue", address="10.0.0.1", headers=headers) == [200]
        assert limited.statuses("/v1/catalogue", address="10.0.0.2", headers=headers) == [200]
        assert limited.statuses("/v1/catalogue", address="10.0.0.3", headers=headers) == [429]


def test_callers__who_guess_tokens__are_counted_by_their_address() -> None:
    limited = Limited(2, api_tokens=(FIRST,))

    guesses = [limited.statuses("/v1/catalogue", headers=bearing(f"guess-{n}")) for n in range(3)]

    assert guesses == [[401], [401], [429]]
    assert limited.statuses("/v1/catalogue", headers=bearing(FIRST)) == [200]


def test_callers__who_guess_the_admin_token__are_counted_by_their_address() -> None:
    limited = Limited(2)
    statuses = [
        limited.client.post("/v1/admin/tuning/preview", json={}, headers=bearing(f"guess-{n}")).status_code
        for n in range(3)
    ]

    assert statuses == [401, 401, 429]
    assert limited.client.post("/v1/admin/tuning/preview", json={}, headers=AS_ADMIN).status_code == 422


@pytest.mark.parametrize(
    ("proxies", "statuses"),
    [
        (0, [200, 429, 429]),  # the header is the caller's to choose, and all are the gateway
        (1, [200, 200, 429]),  # the last entry is the gateway's
        (2, [200, 429, 200]),  # the last but one is
    ],
)
def test_callers__behind_gateways__are_distinguished_as_far_as_these_are_trusted(
    proxies: int, statuses: list[int]
) -> None:
    limited = Limited(1, trusted_proxies=proxies)
    forwarded = ("203.0.113.1, 198.51.100.1", "203.0.113.1, 198.51.100.2", "203.0.113.3, 198.51.100.2")

    found = [limited.statuses("/v1/catalogue", headers={"X-Forwarded-For": chain})[0] for chain in forwarded]

    assert found == statuses


def test_operations_and_documents__however_often__are_not_limited() -> None:
    limited = Limited(1)
    paths = (
        "/health/live",
        "/health/ready",
        "/version",
        "/metrics",
        "/docs",
        "/openapi.yaml",
        "/docs/guides/errors",
    )

    assert limited.statuses(*paths, *paths) == [200] * 14
    assert limited.limits.asked == 0


def test_paths_under_v1__even_those_that_are_not_there__are_limited() -> None:
    assert Limited(1).statuses("/v1/nothing", "/v1/catalogue") == [404, 429]


def test_store__away__stops_no_request() -> None:
    limited = Limited(1)
    limited.limits.unavailable = True

    answers = [limited.client.get("/v1/catalogue") for _ in range(3)]

    assert [one.status_code for one in answers] == [200] * 3
    assert not any("RateLimit" in one.headers or "RateLimit-Policy" in one.headers for one in answers)


def test_rate__not_limited__is_neither_counted_nor_answered() -> None:
    limited = Limited(None)

    answer = limited.client.get("/v1/catalogue")

    assert "RateLimit" not in answer.headers
    assert limited.limits.asked == 0
