"""Records, health and files that the examples do not have, or not whole."""

import json

from flask import Flask

from service.records.ports import Record
from tests.builders.recorded import ROBBERY_ID
from tests.contract.calls.call import Call
from tests.contract.calls.records import ALL, of_a_later_release
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.openapi import contract


def damaged_record(kept: bytes) -> Flask:
    """The application with a record that is not what it should be."""
    ledger = InMemoryLedger()
    ledger.write([Record(ROBBERY_ID, kept)])
    return make_app(ledger=ledger)


def drawn_by_an_earlier_release() -> Flask:
    """The application with a record whose draw has neither `for` nor `hands`."""
    shown = contract()["components"]["examples"]
    resolution = shown["duel_by_a_promised_draw_resolved"]["value"]
    draw = {key: value for key, value in resolution["draw"].items() if key not in ("for", "hands")}
    inputs = shown["test_case_1"]["value"]
    ledger = InMemoryLedger()
    kept = json.dumps({**resolution, "draw": draw}).encode()
    ledger.write([Record.of(resolution["resolution_id"], StoppedClock().now(), json.dumps(inputs).encode(), kept)])
    return make_app(ledger=ledger)


def never_followed() -> Flask:
    """A worker that has not reached its store, whose settings are doubtful."""
    health = FakeStoreHealth(warnings=("Keys may be evicted.",))
    return make_app(store_health=health, **tuned_parts(InMemoryTuningLog(unavailable=True), StoppedClock()))


CALLS = (
    Call("GET", ALL, 200, app=of_a_later_release),
    Call("GET", ALL, 200, app=lambda: damaged_record(b"{")),
    Call("GET", ALL, 200, app=lambda: damaged_record(b'{"record_version":1}')),
    Call("GET", ALL, 200, app=drawn_by_an_earlier_release),
    Call("GET", "/health/ready", 200, app=never_followed),
    Call("GET", "/postman.json", 200),
)
