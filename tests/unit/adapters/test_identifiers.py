"""Identifiers: UUIDs of version 7 (RFC 9562) for what is kept, and lighter ones for requests."""

import json
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from service.system.identifiers import NumberedRequestIds, TimeOrderedIdentifiers

PROJECT = Path(__file__).parents[3]
IDENTIFIERS = TimeOrderedIdentifiers()


def test_identifier__any__is_a_uuid_of_version_7() -> None:
    for _ in range(1_000):
        text = IDENTIFIERS.new()
        parsed = uuid.UUID(text)
        assert str(parsed) == text
        assert (parsed.version, parsed.variant) == (7, uuid.RFC_4122)


def test_identifier__first_48_bits__are_the_time_in_milliseconds() -> None:
    before = time.time_ns() // 1_000_000
    moment = uuid.UUID(IDENTIFIERS.new()).int >> 80
    after = time.time_ns() // 1_000_000

    assert before <= moment <= after


def test_identifiers__of_one_process_with_a_microsecond_between__sort_in_the_order_given() -> None:
    given = []
    for _ in range(5_000):
        given.append(IDENTIFIERS.new())
        passed = time.time_ns() + 1_000
        while time.time_ns() < passed:
            pass

    assert given == sorted(given)


@pytest.mark.slow
def test_identifiers__a_hundred_thousand_at_once__are_all_different() -> None:
    assert len({IDENTIFIERS.new() for _ in range(100_000)}) == 100_000


def test_identifiers__their_random_bits__all_take_both_values() -> None:
    # Each of the 62 bits is the same 200 times over with probability 2 ** -199.
    numbers = [uuid.UUID(IDENTIFIERS.new()).int for _ in range(200)]
    random_bits = (1 << 62) - 1
    always, ever = random_bits, 0
    for number in numbers:
        always, ever = always & number, ever | number

    assert always == 0
    assert ever & random_bits == random_bits


def test_request_identifiers__of_a_process__share_its_part_and_count() -> None:
    identifiers = NumberedRequestIds()
    first, *others = (identifiers.new() for _ in range(20))

    process, number = first.split("-")
    assert re.fullmatch(r"[0-9a-f]{16}", process)
    assert number == "1"
    assert others == [f"{process}-{number:x}" for number in range(2, 21)]
    assert not NumberedRequestIds().new().startswith(process)


def test_request_identifiers__of_forked_processes__are_all_different() -> None:
    program = [sys.executable, "-m", "tests.unit.adapters.forking"]
    printed = subprocess.run(program, cwd=PROJECT, capture_output=True, check=True).stdout

    assert len({name for made in json.loads(printed) for name in made["names"]}) == 30


def test_identifiers__of_forked_processes__share_no_random_bits() -> None:
    program = [sys.executable, "-m", "tests.unit.adapters.forking"]
    printed = subprocess.run(program, cwd=PROJECT, capture_output=True, check=True).stdout

    assert len({random for made in json.loads(printed) for random in made["random"]}) == 30


def test_tokens__of_forked_processes__are_16_bytes_and_all_different() -> None:
    program = [sys.executable, "-m", "tests.unit.adapters.forking"]
    printed = subprocess.run(program, cwd=PROJECT, capture_output=True, check=True).stdout

    tokens = [bytes.fromhex(token) for made in json.loads(printed) for token in made["tokens"]]
    assert {len(token) for token in tokens} == {16}
    assert len(set(tokens)) == 30
