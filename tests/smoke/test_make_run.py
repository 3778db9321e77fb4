"""`make run`, as on a machine of one's own: with an admin token made for as long as it runs."""

import re

from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.running_service import BIN, RunningService

# What `make` would install is there already.
MAKE_RUN = ("make", "--assume-old=.venv/.run", f"BIN={BIN}", "run")
GIVEN = "a-token-that-is-given"
ANNOUNCED = re.compile(r"^The admin token until the service ends: ([\w-]{32})$", re.MULTILINE)


def announced(service: RunningService) -> list[str]:
    return ANNOUNCED.findall(service.output)


def admin_status(service: RunningService, token: str = "") -> int:
    """What an admin's request without a body is told: who may come in is told that there is none."""
    return service.status("/v1/admin/tuning/preview", token, "POST")


def test_make_run__without_an_admin_token__prints_one_that_opens_the_admin_routes(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=MAKE_RUN)
    eventually(service.is_ready)
    (token,) = announced(service)

    assert admin_status(service) == 401
    assert admin_status(service, token) == 415
    assert service.output.count(token) == 1


def test_make_run__with_an_admin_token__makes_and_prints_none(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=MAKE_RUN, DESTINY_ADMIN_TOKEN=GIVEN)
    eventually(service.is_ready)

    assert announced(service) == []
    assert GIVEN not in service.output
    assert admin_status(service, GIVEN) == 415


def test_service__started_without_make_and_without_an_admin_token__keeps_the_admin_routes_closed(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(service.is_ready)

    assert announced(service) == []
    assert admin_status(service) == 403
