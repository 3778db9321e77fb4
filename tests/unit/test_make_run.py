"""The addresses that `make run` prints."""

import pytest

from service.make_run import welcome
from service.settings import Settings


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),  # noqa: S104
        ("::", "http://[::1]:8000"),
        ("::1", "http://[::1]:8000"),
        ("192.168.1.5", "http://192.168.1.5:8000"),
        ("fe80::1%eth0", "http://[fe80::1%25eth0]:8000"),
        ("localhost", "http://localhost:8000"),
        ("games.example", "http://games.example:8000"),
    ],
)
def test_welcome__for_any_host__has_addresses_that_can_be_opened_here(host: str, base: str) -> None:
    lines = welcome(Settings(host=host)).splitlines()

    assert lines[0] == f"Starting Desperados Destiny at {base}. Press Ctrl-C to stop it."
    assert [line.split()[-1] for line in lines[1:]] == [
        f"{base}/docs",
        f"{base}/console",
        f"{base}/health/ready",
    ]
