"""Every POST can be sent twice: by itself where nothing is drawn, with a key where something is."""

from typing import Any

import pytest

from service.system.entropy import EntropyPool, SystemDealer
from service.system.identifiers import TimeOrderedIdentifiers
from tests.contract.calls.idempotency import KEY, OF_KEYS
from tests.contract_client import ContractClient
from tests.fakes.app import make_app
from tests.openapi import Operation, first_request, operations

POSTS = [one for one in operations() if one.method == "POST" and not one.path.startswith("/v1/admin/")]
BY_PATH = {one.path: one for one in POSTS}


def two_answers(one: Operation, headers: dict[str, str]) -> list[Any]:
    """What the first example gets when it is sent twice, with real chance."""
    client = ContractClient(make_app(dealer=SystemDealer(), words=EntropyPool(), identifiers=TimeOrderedIdentifiers()))
    body = first_request(one)
    answers = [client.post(one.path, json=body, headers=headers) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {one.success}
    return [answer.data for answer in answers]


@pytest.mark.parametrize("path", BY_PATH)
def test_post__sent_twice__draws_twice_exactly_where_it_takes_a_key(path: str) -> None:
    first, second = two_answers(BY_PATH[path], {})

    assert (first != second) == (OF_KEYS in BY_PATH[path].content.get("parameters", ()))


@pytest.mark.parametrize("path", BY_PATH)
def test_post__sent_twice_with_a_key__gets_one_answer(path: str) -> None:
    first, second = two_answers(BY_PATH[path], KEY)

    assert first == second
