"""Kept answers as bytes."""

import zlib
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
@given(st.integers(200, 299), st.binary(max_size=300) | st.binary(max_size=20).map(lambda part: part * 300))
def test_answer__packed_and_unpacked__is_the_same(status: int, body: bytes) -> None:
    answer = KeptAnswer(status, TYPE, body)

    assert unpack(pack(answer)) == answer


def test_answer__that_compresses__is_much_smaller() -> None:
    results = [{"resolution_id": str(number), "actor": {"hand": ["K♠", "Q♠"]}} for number in range(100)]
    body = orjson.dumps({"results": results})

    assert len(pack(KeptAnswer(200, TYPE, body))) < len(body) / 5


def test_small_answer__packed__is_what_any_zlib_reads_and_as_small() -> None:
    body = NOISE[:60].hex().encode() * 20

    mark, packed = pack(KeptAnswer(200, TYPE, body)).split(b"\n", 1)

    assert mark.startswith(b"z")
    assert zlib.decompress(packed) == body
    assert len(packed) <= len(zlib.compress(body, 1))


@pytest.mark.parametrize("body", [b"", b"a", NOISE])
def test_answer__that_does_not_compress__is_hardly_larger(body: bytes) -> None:
    assert len(pack(KeptAnswer(200, TYPE, body))) == len(body) + len(TYPE) + 5
