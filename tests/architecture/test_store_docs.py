"""What operators read about the state of the store is what the service can say of it."""

import re

from service.store.condition import ADVICE, PASSING, StoreState
from service.store.health import RISKS
from service.store.url import OPTIONS, TCP_OPTIONS
from tests.dockerfile import PROJECT
from tests.openapi import component, operations

STATES = {state for state in StoreState if state is not StoreState.UP}


def test_operating_page__compared_with_the_states__has_a_row_for_each_and_says_what_ends_the_start() -> None:
    page = (PROJECT / "docs" / "operators" / "operating.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", page, re.MULTILINE))

    assert {name: StoreState(name) in PASSING for name in rows} == {state: state in PASSING for state in STATES}
    assert {name for name, start in rows.items() if start == "refused"} == STATES - PASSING
    assert page.count("| ready, with a warning |") == len(RISKS) + 3


def test_contract__compared_with_the_states__names_each() -> None:
    ready = next(one for one in operations() if one.path == "/health/ready")

    assert set(re.findall(r"^\| `(\w+)` \|", ready.content["description"], re.MULTILINE)) == STATES
    assert set(component("ReadinessChecks")["properties"]["store"]["enum"]) == {*StoreState}
    assert set(ADVICE) == STATES


def test_example_env__compared_with_the_options_of_the_address__names_each() -> None:
    text = (PROJECT / "config" / "example.env").read_text()

    assert [name for name in (*OPTIONS, *TCP_OPTIONS) if name not in text] == []
