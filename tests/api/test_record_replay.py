"""What a record says is what was answered, and its inputs come to the same numbers again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.settings import Settings
from service.system.entropy import SystemDealer
from service.system.identifiers import TimeOrderedIdentifiers
from tests.builders.actions import BATCH, RESOLVE, SCORE
from tests.builders.random_actions import RandomActions
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, app_over, fake_dependencies
from tests.fakes.ledger import InMemoryLedger

Json = dict[str, Any]
TUNINGS: tuple[Json, ...] = (
    {},
    {"skill_curve": "published", "royal_flush_auto_win": True, "territory_defense_multiplier": 1.35},
    {"skills": {"stealth": ["spades", "clubs"]}, "hand_rank_scores": {"pair": 45.5}, "tie_favors_defender": False},
    {"default_gang_method": "best_three", "skill_curve": "table", "territories": {"old_mill": {"defense_bonus": 7.25}}},
    {"crimes": {"bank_robbery": {"threshold": 199.99}}, "items": {"iron_horseshoe": {"suits": {"hearts": -3}}}},
)
BATCHES, BATCH_SIZE = 4, 100
PAGE = "/v1/resolutions"
NAMES = ("resolution_id", "characters", "character_id", "running_effects")
CHARACTERS = tuple(f"character-{number}" for number in range(12))


def new_service() -> FlaskClient:
    """A service that draws at random, and has room for every record of these tests."""
    dependencies = replace(
        fake_dependencies(),
        dealer=SystemDealer(),
        identifiers=TimeOrderedIdentifiers(),
        ledger=InMemoryLedger(most=100_000),
    )
    # Not the client that holds answers against the contract: that would take minutes.
    return app_over(Settings(admin_token=ADMIN_TOKEN), dependencies).test_client()


@pytest.fixture(scope="module")
def service() -> FlaskClient:
    return new_service()


@pytest.fixture(scope="module")
def another_service() -> FlaskClient:
    """For tests that resolve more than `answers`."""
    return new_service()


@pytest.fixture(scope="module")
def answers(service: FlaskClient) -> list[bytes]:
    """Thousands of resolutions under several revisions of the tuning, in the order in which they were made."""
    for number, character in enumerate(CHARACTERS):
        path = f"/v1/characters/{character}"
        assert service.put(path, json={"skills": {"stealth": 8 * number + 1, "tracking": 30}}).status_code == 200
        if number % 3:
            effect = ("whiskey", "poisoned")[number % 2]
            assert service.put(f"{path}/effects/{effect}", json={}).status_code == 200
    actions = RandomActions(seed=7, characters=CHARACTERS)
    found: list[bytes] = []
    for revision, values in enumerate(TUNINGS):
        if values:
            change = {"values": values, "reason": "To see that records stay.", "force": True}
            tag = {**AS_ADMIN, "If-Match": f'"{revision - 1}"'}
            assert service.patch("/v1/admin/tuning", json=change, headers=tag).status_code == 200
        for _ in range(BATCHES):
            answer = service.post(BATCH, json={"requests": actions.bodies(BATCH_SIZE)})
            for result in orjson.loads(answer.data)["results"]:
                del result["kind"]  # which the batch alone has
                found.append(orjson.dumps(result))
    return found


def without_names(answer: Any) -> Any:
    """What is left of an answer that names nobody: the inputs have skills and effects in place of characters."""
    if isinstance(answer, list):
        return [without_names(item) for item in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: without_names(value) for name, value in answer.items() if name not in NAMES}


def records(service: FlaskClient) -> Iterator[Json]:
    """Every record, newest first, page by page."""
    cursor: Json = {}
    while True:
        page = orjson.loads(service.get(PAGE, query_string={"limit": 100, **cursor}).data)
        yield from page["resolutions"]
        if page["next_cursor"] is None:
            return
        cursor = {"cursor": page["next_cursor"]}


def test_records__of_thousands_of_resolutions__score_the_same_under_their_own_revisions(
    service: FlaskClient, answers: list[bytes]
) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for record in records(service):
        scored = orjson.loads(service.post(SCORE, json=record["inputs"]).data)
        assert scored == without_names(record["resolution"])
        seen[scored["action_type"], scored["tuning_revision"]] += 1

    assert seen.total() == len(answers) == len(TUNINGS) * BATCHES * BATCH_SIZE
    assert len(seen) == 4 * len(TUNINGS)
    assert min(seen.values()) > 60


def test_records__of_thousands_of_resolutions__are_the_answers_newest_first(
    service: FlaskClient, answers: list[bytes]
) -> None:
    read = [orjson.dumps(record["resolution"]) for record in records(service)]

    assert read == answers[::-1]


@pytest.mark.parametrize("body", RandomActions(seed=8).bodies(30))
def test_record__of_one_resolution__has_its_answer_byte_for_byte(another_service: FlaskClient, body: Json) -> None:
    answer = another_service.post(RESOLVE, json=body)

    record = another_service.get(f"{PAGE}/{orjson.loads(answer.data)['resolution_id']}")

    assert record.data.endswith(b',"resolution":' + answer.data + b"}")
