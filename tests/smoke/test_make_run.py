"""`make run`, as on a machine of one's own: with an admin token made for as long as it runs."""

import re
import shlex
import shutil
import socket
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.dockerfile import PROJECT
from tests.smoke.conftest import StartService
from tests.smoke.running_service import BIN, RunningService

# What `make` would install is there already.
MAKE_RUN = ("make", "--no-print-directory", "--assume-old=.venv/.run", f"BIN={BIN}", "run")
TOKEN_RULE = "16 to 128 letters, digits and -._~+/="  # noqa: S105
GIVEN = "a-token-that-is-given"
ANNOUNCED = re.compile(r"^Admin token for this run: ([\w-]{32})$", re.MULTILINE)


def announced(service: RunningService) -> list[str]:
    return ANNOUNCED.findall(service.output)


def admin_status(service: RunningService, token: str = "") -> int:
    """The status of an admin's request without a body: 415 if the token is accepted."""
    return service.status("/v1/admin/tuning/preview", token, "POST")


def test_make_run__without_an_admin_token__says_on_standard_error_where_to_look_and_prints_a_token_that_works(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=("sh", "-c", f"exec {shlex.join(MAKE_RUN)} 2>&1 >/dev/null"), DESTINY_WORKERS="1")
    eventually(lambda: service.status("/health/ready") == 200)

    base = f"http://127.0.0.1:{service.port}"
    assert service.output.splitlines()[:4] == [
        f"Starting Desperados Destiny at {base}. Press Ctrl-C to stop it.",
        f"  documentation:  {base}/docs",
        f"  console:        {base}/console",
        f"  health check:   {base}/health/ready",
    ]
    assert service.status("/docs") == 200
    (token,) = announced(service)
    assert admin_status(service) == 401
    assert admin_status(service, token) == 415
    assert service.output.count(token) == 1


def test_make_run__with_an_admin_token__makes_and_prints_none(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(command=MAKE_RUN, DESTINY_WORKERS="1", DESTINY_ADMIN_TOKEN=GIVEN)
    eventually(lambda: service.status("/health/ready") == 200)

    assert announced(service) == []
    assert GIVEN not in service.output
    assert admin_status(service, GIVEN) == 415


def test_service__started_without_make_and_without_an_admin_token__keeps_the_admin_routes_closed(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(DESTINY_WORKERS="1")
    eventually(lambda: service.status("/health/ready") == 200)

    assert announced(service) == []
    assert admin_status(service) == 403


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (
            {"DESTINY_WORKERS": "none"},
            "destiny: Invalid settings: DESTINY_WORKERS is 'none', allowed: 1 to 64",
        ),
        (
            {"DESTINY_ADMIN_TOKEN": "x"},
            f"destiny: Invalid settings: DESTINY_ADMIN_TOKEN is (not shown), allowed: one token of {TOKEN_RULE}",
        ),
    ],
)
def test_make_run__with_a_mistake_in_the_settings__says_that_and_makes_no_token(
    start_service: StartService, settings: dict[str, str], told: str
) -> None:
    service = start_service(command=MAKE_RUN, **settings)

    assert service.exit_code() != 0
    assert service.output.splitlines()[0] == told
    assert announced(service) == []


def test_make_run__on_a_port_that_is_taken__says_that_and_makes_no_token(start_service: StartService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        service = start_service(port=taken.getsockname()[1], command=MAKE_RUN)

        assert service.exit_code() != 0
    assert service.output.splitlines()[0] == (
        f"destiny: cannot listen on 127.0.0.1:{service.port}: Address already in use. "
        "Set another DESTINY_HOST or DESTINY_PORT."
    )
    assert announced(service) == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what a service is run from, to be changed."""
    for folder in ("service", "config", "docs"):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("Makefile", "openapi.yaml"):
        shutil.copy(PROJECT / file, tmp_path)
    return tmp_path


def test_make_run__with_reload__follows_the_files_and_keeps_the_store(
    start_service: StartService, eventually: Eventually, project: Path
) -> None:
    reload = (*MAKE_RUN, "-C", str(project), "RELOAD=1")
    service = start_service(command=reload, DESTINY_WORKERS="1")
    eventually(lambda: service.status("/version") == 200)
    store = (service.data_dir / "store.lock").read_text()
    version = project / "service" / "__init__.py"

    version.write_text(version.read_text() + "VERSION =")
    eventually(lambda: service.status("/version") == 500)
    version.write_text('VERSION = "9.9.9"\n')
    eventually(
        lambda: service.status("/version") == 200 and service.ask("GET", "/version").document["version"] == "9.9.9"
    )

    assert (service.data_dir / "store.lock").read_text() == store
    assert service.output.count("Listening at") == 1
