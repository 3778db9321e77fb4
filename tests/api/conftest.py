"""The application over fakes, and a client that holds every answer against the contract."""

import pytest

from tests.api.refusals import Refusals
from tests.contract_client import ContractClient
from tests.fakes import FakeStore, ScriptedDealer, make_app


@pytest.fixture
def dealer() -> ScriptedDealer:
    return ScriptedDealer()


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def client(dealer: ScriptedDealer, store: FakeStore) -> ContractClient:
    return ContractClient(make_app(dealer=dealer, store=store))


@pytest.fixture
def refusals(client: ContractClient, dealer: ScriptedDealer) -> Refusals:
    return Refusals(client, dealer)
