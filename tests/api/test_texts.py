"""The JSON text of resolutions, which is written by hand: what orjson would write, in every field and escape."""

import orjson
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.actions import BATCH, RESOLVE, SCORE
from tests.builders.random_actions import RandomActions
from tests.fakes.app import make_app
from tests.strategies import bounded


def is_as_orjson_writes_it(text: bytes) -> bool:
    return text == orjson.dumps(orjson.loads(text))


@given(seed=st.integers(0, 10**6), source=st.text(min_size=1, max_size=64))
@bounded
def test_text__of_any_answer_and_record__is_what_orjson_would_write(seed: int, source: str) -> None:
    client = make_app().test_client()
    client.put("/v1/characters/ann", json={"skills": {"stealth": 12}})
    modifier = {"source": source, "flat": 1.5}
    bodies = [
        *RandomActions(seed, ["ann"]).bodies(5),
        {"action_type": "pve", "threshold": 0.01, "actor": {"npc": "rookie", "modifiers": [modifier]}},
    ]

    answers = [client.post(RESOLVE, json=body).data for body in bodies]
    records = [client.get(f"/v1/resolutions/{orjson.loads(one)['resolution_id']}").data for one in answers]

    assert all(is_as_orjson_writes_it(text) for text in [*answers, *records])
    assert is_as_orjson_writes_it(client.post(BATCH, json={"requests": [*bodies, 5]}).data)
    assert all(is_as_orjson_writes_it(_scored(client, record)) for record in records)
    assert orjson.loads(answers[-1])["actor"]["breakdown"][-1] == {"source": f"modifier:{source}", "points": 1.5}


def _scored(client: FlaskClient, record: bytes) -> bytes:
    response = client.post(SCORE, json=orjson.loads(record)["inputs"])
    assert response.status_code == 200, response.text
    text: bytes = response.data
    return text
