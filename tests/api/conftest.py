"""The application over fakes, and a client that holds every answer against the contract."""

import pytest

from tests.api.refusals import Refusals
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import ScriptedDealer, StoppedClock


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
def client(
    dealer: ScriptedDealer, store: FakeStoreHealth, clock: StoppedClock, characters: InMemoryCharacterStore
) -> ContractClient:
    return ContractClient(make_app(dealer=dealer, store_health=store, clock=clock, characters=characters))


@pytest.fixture
def refusals(client: ContractClient, dealer: ScriptedDealer) -> Refusals:
    return Refusals(client, dealer)
