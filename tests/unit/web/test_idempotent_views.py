"""What a view under `idempotent` is given, what it may answer, and when that which follows from a draw is done."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from flask import Blueprint, Flask, Response
from werkzeug.test import TestResponse

from service.idempotency.answer_once import AnswerOnce
from service.idempotency.follow_up import FollowUpLater
from service.idempotency.header import LONGEST_IN_ONE_STEP, Drawn, RetryIds, idempotent
from service.problems import register_problems
from service.web.json_io import read_json
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import NotedBackground, StoppedClock


class Table:
    """An application with one view, which draws a number and has each number written down afterwards."""

    def __init__(self, limit: int = 100, changing: Sequence[str] | None = None) -> None:
        self.idempotency = InMemoryIdempotencyStore(StoppedClock())
        self.written: list[int] = []
        self.drawn = 0
        self.unavailable_after_draw = False
        routes = Blueprint("table", __name__)

        answer_once = AnswerOnce(self.idempotency, FollowUpLater(self.idempotency, NotedBackground()))

        @routes.post("/draw")
        @idempotent(answer_once, partial(read_json, limit), changes_the_store_with=changing)
        def draw(body: Any, _: RetryIds) -> Response | Drawn:
            self.drawn += 1
            self.idempotency.unavailable = self.unavailable_after_draw
            number = self.drawn
            response = Response(f"{number} for {body}", body.get("status", 200), content_type="text/plain")
            return response if body.get("plain") else Drawn(response, lambda: self.written.append(number))

        app = Flask(__name__)
        register_problems(app)
        app.register_blueprint(routes)
        self._client = app.test_client()

    def draw(self, body: Any, **headers: str) -> TestResponse:
        return self._client.post(
            "/draw", json=body, headers=[(name.replace("_", "-"), headers[name]) for name in headers]
        )

    def send(self, body: bytes, key: str) -> TestResponse:
        return self._client.post("/draw", data=body, content_type="application/json", headers={"Idempotency-Key": key})


@pytest.fixture
def table() -> Table:
    return Table()


def test_view__with_and_without_a_key__is_given_the_body(table: Table) -> None:
    assert table.draw({"who": "me"}).text == "1 for {'who': 'me'}"
    assert table.draw({"who": "me"}, idempotency_key="k").text == "2 for {'who': 'me'}"


def test_draw__without_a_key__is_written_down(table: Table) -> None:
    table.draw({})
    table.draw({})

    assert table.written == [1, 2]


def test_draw__with_a_key__is_written_down_once(table: Table) -> None:
    answers = {table.draw({}, idempotency_key="k").text for _ in range(3)}

    assert answers == {"1 for {}"}
    assert table.written == [1]


def test_draw__that_could_not_be_kept__is_not_written_down(table: Table) -> None:
    table.unavailable_after_draw = True

    assert table.draw({}, idempotency_key="k").status_code == 503
    assert (table.drawn, table.written) == (1, [])


def test_draw__with_the_store_unavailable_and_no_key__is_written_down(table: Table) -> None:
    table.idempotency.unavailable = table.unavailable_after_draw = True

    assert table.draw({}).status_code == 200
    assert table.written == [1]


def test_answer__with_nothing_to_follow__is_a_plain_response(table: Table) -> None:
    assert table.draw({"plain": True}).text == "1 for {'plain': True}"
    assert table.draw({"plain": True}, idempotency_key="k").text == "2 for {'plain': True}"
    assert table.draw({"plain": True}, idempotency_key="k").text == "2 for {'plain': True}"
    assert table.written == []


def test_answer__of_any_status_and_type__is_given_as_the_view_has_it(table: Table) -> None:
    created = table.draw({"status": 201}, idempotency_key="k")
    again = table.draw({"status": 201}, idempotency_key="k")

    assert (created.status_code, created.content_type) == (again.status_code, again.content_type) == (201, "text/plain")
    assert table.draw({"status": 404}, idempotency_key="other").status_code == 404
    assert table.drawn == 2


@pytest.mark.parametrize(
    ("changing", "body", "draws"),
    [
        (None, {}, 0),
        (("draw",), {}, 1),
        (("draw",), {"draw": None}, 0),
        (("draw", "character_id"), {"gang": [{"character_id": "billy"}]}, 0),
        (("draw",), {"note": "draw"}, 0),  # it only looks like the name of a field, and a lease does no harm
        (("draw",), {"drawn": "a draw"}, 1),
        (("draw",), {"note": "a" * LONGEST_IN_ONE_STEP}, 0),
    ],
)
def test_key__of_a_request_that_may_change_the_store_or_take_long__is_leased(
    changing: Sequence[str] | None, body: Any, draws: int
) -> None:
    table = Table(limit=10_000, changing=changing)
    table.draw({}, idempotency_key="k")  # another request has the key

    assert table.draw({**body, "other": 1}, idempotency_key="k").status_code == 409
    assert table.drawn == 1 + draws


def test_field__whose_name_is_escaped__is_seen() -> None:
    table = Table(changing=("draw",))
    table.draw({}, idempotency_key="k")

    assert table.send(b'{"dr\\u0061w": 1}', "k").status_code == 409
    assert table.drawn == 1


def test_draw__replayed_without_a_lease__is_written_down_once() -> None:
    table = Table(changing=())

    answers = {table.draw({}, idempotency_key="k").text for _ in range(3)}

    assert answers == {"1 for {}"}
    assert (table.drawn, table.written) == (2, [1])  # the third time, it looks first


@pytest.mark.parametrize("headers", [{}, {"idempotency_key": "k"}])
def test_body__longer_than_the_view_takes__is_refused(headers: dict[str, str]) -> None:
    assert Table(limit=10).draw({"a": 1}, **headers).status_code == 200
    assert Table(limit=7).draw({"a": 12}, **headers).status_code == 413
