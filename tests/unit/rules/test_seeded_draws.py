"""Hands from two seeds, piece by piece; tests/oracle does the same in another language and over many seeds."""

import hashlib
import hmac
from itertools import islice

import pytest

from service.engines.draws import ACCEPTED_WORDS, HAND_COUNT, hand_at, seed_hash, seeded_hands, seeded_words

SEED = bytes(range(32))


def digest_of(message: bytes) -> bytes:
    return hmac.new(SEED, message, hashlib.sha256).digest()


def test_seed_hash__of_a_seed__is_the_sha_256_of_its_bytes() -> None:
    # FIPS 180-4 has no vector of 32 bytes; this one can be had from any shell, see docs/api/verifiable-draws.md.
    assert seed_hash(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("client_seed", "nonce", "message"),
    [
        ("any", 0, b"any:0:"),
        ("any", 10, b"any:10:"),
        (":1:0", 199, b":1:0:199:"),
        ("é♠", 2, b"\xc3\xa9\xe2\x99\xa0:2:"),
        ("e\u0301\0", 0, b"e\xcc\x81\x00:0:"),
        ("\U0001f0a1", 0, b"\xf0\x9f\x82\xa1:0:"),
    ],
)
def test_seeded_words__of_twelve_blocks__are_the_digests_of_their_messages(
    client_seed: str, nonce: int, message: bytes
) -> None:
    blocks = b"".join(digest_of(message + str(block).encode()) for block in range(12))

    words = islice(seeded_words(SEED, client_seed, nonce), 12 * 8)

    assert b"".join(word.to_bytes(4, "big") for word in words) == blocks


def test_seeded_words__triples_whose_parts_run_together__are_different_streams() -> None:
    triples = [("a", 1), ("a:1", 1), ("a:1:1", 1), ("a", 11), ("a:", 1), ("a1", 1), ("a:1:0", 1)]

    assert len({next(seeded_words(SEED, *triple)) for triple in triples}) == len(triples)


@pytest.mark.parametrize(("client_seed", "skipped"), [("high-noon-4711", 0), ("2301", 1), ("5092508", 2)])
def test_seeded_hands__first_words_too_high__take_the_next(client_seed: str, skipped: int) -> None:
    words = list(islice(seeded_words(SEED, client_seed, 0), 8))

    assert [word >= ACCEPTED_WORDS for word in words[: skipped + 1]] == [True] * skipped + [False]
    assert seeded_hands(SEED, client_seed, 1) == (hand_at(words[skipped] % HAND_COUNT),)


def test_seeded_hands__more_of_them__begin_with_the_fewer() -> None:
    many = seeded_hands(SEED, "any", 200)

    assert len(set(many)) == 200
    assert [seeded_hands(SEED, "any", hands) for hands in (0, 1, 2, 199)] == [(), many[:1], many[:2], many[:199]]


def test_seeded_hands__either_seed_changed__are_others() -> None:
    changed = bytes([SEED[0] ^ 1]) + SEED[1:]

    assert len({seeded_hands(SEED, "any", 2), seeded_hands(changed, "any", 2), seeded_hands(SEED, "Any", 2)}) == 3
