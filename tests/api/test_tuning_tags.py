"""How revisions are named in paths and headers: numbers in one spelling, and entity tags, strong or weak."""

from typing import Any

import pytest

from tests.builders.revisions import fill, kept
from tests.contract_client import ContractClient
from tests.fakes.app import AS_ADMIN, make_app, tuned_parts
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
CHANGE: dict[str, Any] = {
    "values": {"crimes": {"bank_robbery": {"threshold": 300}}},
    "reason": "Because ♠.",
}


@pytest.fixture
def client(log: InMemoryTuningLog) -> ContractClient:
    return ContractClient(make_app(**tuned_parts(log, StoppedClock())))


@pytest.mark.parametrize("number", ["00", "01", "-1", "+1", "1.0", "1e0", "١", "x", "9" * 30, "1 "])
def test_revision__that_is_no_number_as_we_write_them__is_not_there(
    client: ContractClient, log: InMemoryTuningLog, number: str
) -> None:
    fill(log, kept(1))

    answer = client.get(f"{TUNING}/revisions/{number}", headers=AS_ADMIN)

    assert answer.status_code == 404
    assert answer.get_json()["detail"] == f"There is no revision {number}."


def test_tuning__seen_already__is_not_sent_again(client: ContractClient, log: InMemoryTuningLog) -> None:
    first = client.get(TUNING, headers=AS_ADMIN)
    for tag in (first.headers["ETag"], f"W/{first.headers['ETag']}"):
        again = client.get(TUNING, headers={**AS_ADMIN, "If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", '"0"')
    fill(log, kept(1))

    assert client.get(TUNING, headers={**AS_ADMIN, "If-None-Match": '"0"'}).status_code == 200


def test_tuning__compressed__has_a_weak_tag_that_a_change_may_name(client: ContractClient) -> None:
    tag = client.get(TUNING, headers={**AS_ADMIN, "Accept-Encoding": "gzip"}).headers["ETag"]
    headers = {**AS_ADMIN, "If-Match": tag}

    assert tag == 'W/"0"'
    assert client.request("PATCH", TUNING, json=CHANGE, headers=headers).status_code == 200
