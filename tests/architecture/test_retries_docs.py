"""The figures on the page about safe retries are those of the code."""

from pathlib import Path
from statistics import mean

from service.idempotency.ports import KeptAnswer
from service.idempotency.redis import KEEP_S, LEASE_S, entry_bytes, pack
from service.settings import Settings
from service.system.entropy import SystemDealer
from service.system.identifiers import TimeOrderedIdentifiers
from tests.api.actions import PVE, PVP, SKILL_CHECK
from tests.api.bodies import RESOLVE
from tests.contract_client import ContractClient
from tests.fakes import make_app

PAGE, DECISION = (
    " ".join((Path(__file__).parents[2] / "docs" / name).read_text("utf-8").split())
    for name in ("api/idempotency.md", "adr/0009-keep-before-sending.md")
)


def test_size_of_a_usual_answer__on_the_page__is_what_is_counted_for_one() -> None:
    client = ContractClient(make_app(dealer=SystemDealer(), identifiers=TimeOrderedIdentifiers()))
    answers = [client.post(RESOLVE, json=body) for body in (PVE, PVP, SKILL_CHECK) for _ in range(20)]
    size = mean(entry_bytes(pack(KeptAnswer(200, "application/json", answer.data))) for answer in answers)

    assert "takes less than 900 bytes" in PAGE
    assert 700 < size < 900
    assert "room for 300,000 in 24 hours" in PAGE
    assert 300_000 < Settings().retry_bytes / size < 400_000


def test_times_and_bounds__on_the_page__are_those_of_the_code() -> None:
    assert f"for {KEEP_S / 3600:g} hours" in PAGE
    assert f"less than {LEASE_S:g} seconds ago" in PAGE
    assert f"the {LEASE_S:g} seconds for which a dead request can hold its key" in PAGE
    assert f"holds its key for {LEASE_S:g} seconds at most" in PAGE
    assert f"a lease of {LEASE_S:g} seconds" in DECISION
    assert f"({Settings().retry_bytes >> 20} MiB if unset)" in PAGE
