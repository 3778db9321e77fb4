"""The application over fakes, and a client that holds every answer against the contract."""

import pytest

from tests.api.refusals import Refusals
from tests.contract_client import ContractClient
from tests.fakes import FakeStore, ScriptedDealer, StoppedClock, make_app
from tests.in_memory.characters import InMemoryCharacters


@pytest.fixture
def dealer() -> ScriptedDealer:
    return ScriptedDealer()


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def characters(clock: StoppedClock) -> InMemoryCharacters:
    return InMemoryCharacters(clock)


@pytest.fixture
def client(
    dealer: ScriptedDealer, store: FakeStore, clock: StoppedClock, characters: InMemoryCharacters
) -> ContractClient:
    return ContractClient(make_app(dealer=dealer, store=store, clock=clock, characters=characters))


@pytest.fixture
def refusals(client: ContractClient, dealer: ScriptedDealer) -> Refusals:
    return Refusals(client, dealer)
