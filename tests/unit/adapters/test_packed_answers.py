"""Kept answers as bytes."""

from hashlib import sha256

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.idempotency.ports import KeptAnswer
from service.idempotency.redis import pack, unpack
from tests.strategies import bounded

TYPE = "application/json"
NOISE = b"".join(sha256(bytes([number])).digest() for number in range(200))


@bounded
@given(st.integers(200, 299), st.binary(max_size=300) | st.binary(max_size=20).map(lambda part: part * 50))
def test_answer__packed_and_unpacked__is_the_same(status: int, body: bytes) -> None:
    answer = KeptAnswer(status, TYPE, body)

    assert unpack(pack(answer)) == answer


def test_answer__that_compresses__is_much_smaller() -> None:
    results = [{"resolution_id": str(number), "actor": {"hand": ["K♠", "Q♠"]}} for number in range(100)]
    body = orjson.dumps({"results": results})

    assert len(pack(KeptAnswer(200, TYPE, body))) < len(body) / 5


@pytest.mark.parametrize("body", [b"", b"a", NOISE])
def test_answer__that_does_not_compress__is_hardly_larger(body: bytes) -> None:
    assert len(pack(KeptAnswer(200, TYPE, body))) == len(body) + len(TYPE) + 5
