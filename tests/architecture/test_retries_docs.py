"""The figures on the page about safe retries are those of the code."""

from statistics import mean

from service.idempotency.ports import KeptAnswer
from service.idempotency.redis import KEEP_S, LEASE_S, entry_bytes, pack
from service.settings import Settings
from service.system.entropy import SystemDealer
from service.system.identifiers import TimeOrderedIdentifiers
from tests.builders.actions import PVE, PVP, RESOLVE, SKILL_CHECK
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.figures import figures, page

PAGE, DECISION = map(page, ("api/idempotency.md", "adr/0009-keep-before-sending.md"))


def test_size_of_a_usual_answer__on_the_page__is_what_is_counted_for_one() -> None:
    client = ContractClient(make_app(dealer=SystemDealer(), identifiers=TimeOrderedIdentifiers()))
    answers = [client.post(RESOLVE, json=body) for body in (PVE, PVP, SKILL_CHECK) for _ in range(20)]
    size = mean(entry_bytes(pack(KeptAnswer(200, "application/json", answer.data))) for answer in answers)

    (most,) = figures(PAGE, "less than # bytes")
    (room,) = figures(PAGE, "room for #")
    assert most - 200 < size < most
    assert room < Settings().idempotency_bytes / size < room + 100_000


def test_times_and_bounds__on_the_page__are_those_of_the_code() -> None:
    assert figures(PAGE, "for # hours") == {KEEP_S / 3600}
    assert figures(PAGE, "# seconds") == {LEASE_S}
    assert figures(DECISION, "lease of # seconds") == {LEASE_S}
    assert figures(PAGE, "(# MiB") == {Settings().idempotency_bytes >> 20}
