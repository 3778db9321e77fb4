"""The application over fakes, and a client that holds every answer against the contract."""

import pytest

from tests.api.refusals import Refusals
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import ScriptedDealer, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


@pytest.fixture
def dealer() -> ScriptedDealer:
    return ScriptedDealer()


@pytest.fixture
def store() -> FakeStoreHealth:
    return FakeStoreHealth()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def characters(clock: StoppedClock) -> InMemoryCharacterStore:
    return InMemoryCharacterStore(clock)


@pytest.fixture
def draws(clock: StoppedClock) -> InMemoryDrawStore:
    return InMemoryDrawStore(clock)


@pytest.fixture
def ledger() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
def log() -> InMemoryTuningLog:
    return InMemoryTuningLog()


@pytest.fixture
def client(
    dealer: ScriptedDealer, store: FakeStoreHealth, clock: StoppedClock, characters: InMemoryCharacterStore
) -> ContractClient:
    return ContractClient(make_app(dealer=dealer, store_health=store, clock=clock, characters=characters))


@pytest.fixture
def refusals(client: ContractClient, dealer: ScriptedDealer) -> Refusals:
    return Refusals(client, dealer)
