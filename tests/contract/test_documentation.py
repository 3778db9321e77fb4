"""The page of the contract loads what the service has, and nothing from elsewhere."""

import re

import pytest

from tests.contract_client import ContractClient
from tests.fakes import make_app

OWN_FILES = ("documentation.css", "documentation.js")


@pytest.fixture
def client() -> ContractClient:
    return ContractClient(make_app())


def test_page__everything_it_points_to__is_a_path_of_the_service_that_answers(client: ContractClient) -> None:
    page = client.get("/docs").get_data(as_text=True)
    pointed_to = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(pointed_to) >= 6
    for address in pointed_to:
        assert address.startswith("/")
        assert client.get(address).status_code == 200


def test_page__its_policy__lets_nothing_load_from_elsewhere(client: ContractClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy
    assert "*" not in policy


@pytest.mark.parametrize("name", OWN_FILES)
def test_page__its_own_files__name_no_other_address(client: ContractClient, name: str) -> None:
    text = client.get(f"/docs/assets/{name}").get_data(as_text=True)
    assert "//" not in re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    assert "url(" not in text
    assert "@import" not in text
