"""What an admin asks of a running service."""

from typing import Any

from tests.smoke.running_service import Answer, RunningService

TOKEN = "admin-token-of-the-tests"  # noqa: S105
AS_ADMIN = {"Authorization": f"Bearer {TOKEN}"}
TUNING = "/v1/admin/tuning"


def patch(service: RunningService, based_on: int, reason: str, values: Any) -> Answer:
    body = {"values": values, "reason": reason}
    return service.ask("PATCH", TUNING, body, **AS_ADMIN, If_Match=f'"{based_on}"')


def read(service: RunningService, path: str = "") -> Any:
    answer = service.ask("GET", TUNING + path, **AS_ADMIN)
    assert answer.status == 200
    return answer.document


def history(service: RunningService) -> list[Any]:
    """Every record, newest first."""
    page = read(service, "/revisions?limit=100")
    records: list[Any] = page["revisions"]
    while page["next_cursor"]:
        page = read(service, f"/revisions?limit=100&cursor={page['next_cursor']}")
        records += page["revisions"]
    return records
