"""Resolutions of a running service, its records of them, and its insights."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.builders.random_actions import RandomActions
from tests.smoke.running_service import RunningService
from tests.smoke.tuning_calls import AS_ADMIN

Json = dict[str, Any]
THREADS = 8
RESOLUTIONS = "/v1/resolutions"
INSIGHTS = "/v1/admin/insights"


def resolve(service: RunningService, body: Json) -> Json:
    answer = service.ask("POST", "/v1/resolve", body)
    assert answer.status == 200
    document: Json = answer.document
    return document


def play(service: RunningService, seed: int, number: int) -> list[Json]:
    """Resolutions made by some threads at once, half of them in batches."""

    def one_thread(thread: int) -> list[Json]:
        actions = RandomActions(seed + thread)
        batch = service.ask("POST", "/v1/resolve/batch", {"requests": actions.bodies(number // 2)})
        resolved = [{key: result[key] for key in result if key != "kind"} for result in batch.document["results"]]
        return [*resolved, *(resolve(service, actions.body()) for _ in range(number // 2))]

    with ThreadPoolExecutor(THREADS) as pool:
        return [resolution for made in pool.map(one_thread, range(THREADS)) for resolution in made]


def records(service: RunningService) -> Iterator[Json]:
    """Every record, page by page."""
    query = f"{RESOLUTIONS}?limit=100"
    cursor = ""
    while True:
        page = service.ask("GET", query + cursor).document
        yield from page["resolutions"]
        if page["next_cursor"] is None:
            return
        cursor = f"&cursor={page['next_cursor']}"


def by_id(resolutions: list[Json]) -> dict[str, Json]:
    found = {one["resolution_id"]: one for one in resolutions}
    assert len(found) == len(resolutions)
    return found


def read_back(service: RunningService) -> dict[str, Json]:
    """What every record says was answered, by its id."""
    return by_id([record["resolution"] for record in records(service)])


def insights(service: RunningService, query: str = "") -> Json:
    found: Json = service.ask("GET", f"{INSIGHTS}?days=2{query}", **AS_ADMIN).document
    return found
