"""The contract's examples: requests as its parts have them, and the answers that the service gives to them."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.builders.hands import hand
from tests.fakes.operators import AS
from tools.contract.calls import Call, Calls, Pause, Sent
from tools.contract.parts import Json
from tools.contract.states import STATES, Stage
from tools.contract.text import entry


class Examples:
    """The examples of a document that has the values of requests alone."""

    def __init__(self, document: Json) -> None:
        self._described: Json = document["components"]["examples"]
        self._calls = Calls(document)
        self._known: Json = {}

    @property
    def values(self) -> Json:
        """Every example's value, by its name."""
        return {name: self.value(name) for name in self._described}

    def value(self, name: str) -> Any:
        """What an example shows. The service is called once for it."""
        if name not in self._known:
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> Any:
        described = self._described[name]
        if "value" in described:
            return described["value"]
        status, value = answer(self._calls.of(name))
        if status not in self._calls.statuses(name):
            raise ValueError(f"The call of the example {name} is answered with {status}: {value}")
        return value

    def written(self) -> Iterator[tuple[str, str]]:
        """Every example as the contract has it, by its name."""
        for name, value in self.values.items():
            kept = {key: text for key, text in self._described[name].items() if key not in ("x-call", "value")}
            yield name, entry(name, {**kept, "value": value}, 4)


def answer(call: Call) -> tuple[int, Any]:
    """What the service answers to a call, and with which status."""
    stage = Stage(tuple(hand(text) for text in call.hands))
    client = STATES[call.service](stage).test_client()
    for before in call.before:
        if isinstance(before, Pause):
            stage.clock.pass_time(**before.duration)
        else:
            _send(client, before)
    response = _send(client, call.sent)
    return response.status_code, _shown(response.get_json(silent=True), call.only)


def _send(client: FlaskClient, sent: Sent) -> TestResponse:
    headers = sent.options["headers"]
    if (role := headers.get("Authorization")) in AS:
        headers = {**headers, **AS[role]}
    return client.open(sent.path, method=sent.method, **{**sent.options, "headers": headers})


def _shown(value: Any, only: Mapping[str, int]) -> Any:
    """The value with no more than the beginning of what is too long to be shown."""
    holder = {"": value}
    for pointer, size in only.items():
        *steps, last = pointer.split("/")
        place: Any = holder
        for step in steps:
            place = place[_step(place, step)]
        found = place[_step(place, last)]
        place[_step(place, last)] = dict(list(found.items())[:size]) if isinstance(found, dict) else found[:size]
    return holder[""]


def _step(place: Any, step: str) -> str | int:
    return int(step) if isinstance(place, list) else step
