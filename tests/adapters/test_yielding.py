"""Pauses in long work, in a worker as it is served."""

import subprocess
import sys

from tests.dockerfile import PROJECT


def test_yield__while_a_request_arrives__lets_it_be_read_at_once() -> None:
    command = [sys.executable, "-m", "tests.adapters.waiting_greenlet"]
    yields = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert 1 <= int(yields) <= 3
