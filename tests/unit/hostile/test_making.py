"""Hostile requests: the same seed makes the same ones, and they reach what they are meant to reach."""

import json
from random import Random

import pytest

from tests.hostile.broken import broken
from tests.hostile.client import parsed
from tests.hostile.exchange import Got, PromiseBroken, request
from tests.hostile.from_contract import SOURCES, from_contract
from tests.hostile.mutator import damaged, mutated
from tests.hostile.report import Report
from tests.hostile.sequences import reused_draw, reused_key

BODY = {"action_type": "pve", "actor": {"skills": {"stealth": 40}}, "items": [1, 2, 3]}


def _json(body: bytes) -> object:
    """The value, or None if it is no JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def test_mutated__no_times__is_the_value() -> None:
    assert json.loads(mutated(BODY, Random(1), 0)) == BODY


def test_mutated__once__most_often_differs_and_is_sometimes_no_json() -> None:
    bodies = [mutated(BODY, Random(seed), 1) for seed in range(500)]

    assert sum(_json(body) == BODY for body in bodies) < 50
    assert sum(_json(body) is None for body in bodies) > 20
    assert any(b"NaN" in body for body in bodies)
    assert not any(b"raw" in body for body in bodies)


def test_mutated__value__is_left_as_it_was() -> None:
    before = json.dumps(BODY)
    for seed in range(200):
        mutated(BODY, Random(seed), 3)
    assert json.dumps(BODY) == before


@pytest.mark.parametrize("body", [b"", b"{}", json.dumps(BODY).encode()])
def test_damaged__any_body__is_bytes(body: bytes) -> None:
    assert len({damaged(body, Random(seed)) for seed in range(100)}) > 1


@pytest.mark.parametrize("make", [from_contract, broken])
def test_requests__same_seed__are_the_same(make: type) -> None:
    first, second = Random(7), Random(7)
    assert [make(first) for _ in range(200)] == [make(second) for _ in range(200)]


def test_from_contract__many__reach_every_operation_with_and_without_a_token() -> None:
    random = Random(1)
    made = [from_contract(random) for _ in range(3000)]

    assert {one.what for one in made} == {source.what for source in SOURCES}
    admin = [b"Authorization: Bearer " in one.data for one in made if "/admin/" in one.what]
    assert 0.9 < sum(admin) / len(admin) < 1


def test_parsed__answer__is_whole_or_none() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n"

    assert parsed(head + b"a", is_head=False) is None
    assert parsed(head[:-1], is_head=False) is None
    assert parsed(head + b"ab", is_head=False) == Got(200, {"content-type": "text/plain", "content-length": "2"}, b"ab")
    assert parsed(b"HTTP/1.1 100 Continue\r\n\r\n" + head, is_head=True) is not None


def test_reports__of_two_processes__are_added_up() -> None:
    one, other = Report(), Report()
    for report, seconds in ((one, 1.0), (other, 3.0)):
        report.add("status 500", b"x")
        report.note(request("GET", "/", "GET /"), Got(200), seconds)
    one.merge(other)

    assert (one.sent, one.found["status 500"], one.examples) == (2, 2, {"status 500": [b"x", b"x"]})
    assert [slow.seconds for slow in one.longest] == [3.0, 1.0]


def test_reused_key__replay_that_differs__breaks_the_promise() -> None:
    script = reused_key(Random(1))
    next(script)
    script.send(Got(200, {}, b"first"))
    script.send(Got(422))
    with pytest.raises(PromiseBroken, match="a replay differs"):
        script.send(Got(200, {}, b"second"))


def test_reused_draw__taken_twice__breaks_the_promise() -> None:
    script = reused_draw(Random(1))
    next(script)
    script.send(Got(201, {}, b'{"draw_id": "x"}'))
    script.send(Got(200))
    with pytest.raises(PromiseBroken, match="taken twice"):
        script.send(Got(200))
