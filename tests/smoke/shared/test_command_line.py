"""The command line as a designer has it: its own process, and a running service."""

import os
import subprocess
import sys
from pathlib import Path

from service.cli.api import TOKEN as TOKEN_VARIABLE
from service.cli.api import URL
from service.store.keys import ONE
from tests.conftest import Eventually
from tests.dockerfile import PROJECT
from tests.smoke.running_service import RunningService
from tests.smoke.tuning_calls import TOKEN


def destiny(service: RunningService, *arguments: str, url: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        URL: url or f"http://127.0.0.1:{service.port}",
        TOKEN_VARIABLE: TOKEN,
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-m", "service.cli", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


def test_command_line__export_and_diff__go_to_a_file_and_back(service: RunningService, tmp_path: Path) -> None:
    path = str(tmp_path / "tuning.toml")

    exported = destiny(service, "tuning", "export", "--revision", "0", "-o", path)
    same = destiny(service, "tuning", "diff", "0", path)

    assert (exported.returncode, exported.stdout, exported.stderr) == (0, "", "")
    assert (same.returncode, same.stdout, same.stderr) == (0, "", "")


def test_command_line__resolution_with_a_promised_draw__is_explained_and_verified(
    service: RunningService, eventually: Eventually
) -> None:
    draw_id = service.ask("POST", "/v1/draws").document["draw_id"]
    action = {"action_type": "pve", "threshold": 20, "actor": {"skills": {"stealth": 9}}}
    answer = service.ask("POST", "/v1/resolve", {**action, "draw": {"draw_id": draw_id, "client_seed": "♠"}}).document
    # So that every worker has it.
    eventually(lambda: service.store().hexists(ONE.records[0].documents, answer["resolution_id"]))

    why = destiny(service, "why", answer["resolution_id"])
    verified = destiny(service, "verify", answer["resolution_id"])

    assert why.returncode == 0, why.stderr
    assert f"{' '.join(answer['actor']['hand'])}, {answer['actor']['hand_rank']}" in why.stdout
    assert verified.stdout.endswith("+ the service finds the same cards: yes\nmatches\n")


def test_command_line__errors__have_their_exit_codes(service: RunningService) -> None:
    refused = destiny(service, "odds", "--crime", "poker")
    nowhere = destiny(service, "tuning", "history", url="http://127.0.0.1:1")

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("destiny: Invalid input (422): /crime: ")
    assert (nowhere.returncode, nowhere.stdout) == (3, "")
    assert nowhere.stderr.startswith("destiny: http://127.0.0.1:1 does not answer: ")


def test_command_line__output_that_is_cut__ends_quietly(service: RunningService) -> None:
    environment = {**os.environ, URL: f"http://127.0.0.1:{service.port}", TOKEN_VARIABLE: TOKEN}
    pipe = f"{sys.executable} -m service.cli tuning export --format json | head -c 1"
    done = subprocess.run(["sh", "-c", pipe], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("{", "")
