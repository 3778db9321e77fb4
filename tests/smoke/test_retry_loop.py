"""The loop that docs/api/idempotency.md gives to callers, run as it is printed there, against a service that fails."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.dockerfile import PROJECT
from tests.patience import PATIENCE_S

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not on this machine")

KEY = "5f0c7c64-3f1e-4a5b-9d56-1b8f3a1f4a10"
BODY = {"action_type": "pve", "threshold": 100}
RESOLUTION = (200, {"resolution_id": "one"})
IN_USE = (409, {"type": "/problems/idempotency-key-in-use", "detail": "wait"})
REUSED = (409, {"type": "/problems/idempotency-key-reused", "detail": "another request"})
INVALID = (422, {"type": "/problems/invalid-input", "errors": [{"pointer": "/crime", "message": "Unknown crime"}]})
TOO_SLOW = (408, {"type": "/problems/request-timeout", "detail": "too slow"})
TOO_MANY = (429, {"type": "/problems/too-many-requests", "detail": "too many"})
UNAVAILABLE = (503, {"type": "/problems/store-unavailable", "detail": "gone"})
DROPPED, BROKEN_OFF, NO_JSON = "dropped", "broken off", "no json"


@dataclass
class Script:
    """What the service answers, one after the other, and what it was sent."""

    answers: list[Any]
    sent: list[tuple[str | None, Any]] = field(default_factory=list)


def handler(script: Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.sent.append((self.headers["Idempotency-Key"], body))
            answer = script.answers.pop(0)
            if answer == DROPPED:
                self.close_connection = True
                return
            status, document = (200, "<html>") if isinstance(answer, str) else answer
            content = document.encode() if isinstance(document, str) else json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content) + (answer == BROKEN_OFF)))
            if status == 503:
                self.send_header("Retry-After", "1")
            self.end_headers()
            self.wfile.write(content)
            self.close_connection = answer == BROKEN_OFF

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    return Handler


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Any]:
    """Runs the loop against a service that follows a script; what it returned, or the message it threw."""
    page = (PROJECT / "docs" / "api" / "idempotency.md").read_text("utf-8")
    typed = re.findall(r"```ts\n(.*?)```", page, re.DOTALL)[0]
    plain = re.sub(r"(?<=\w|\)): (?:string|object|Promise<any>)(?=[,) ])", "", typed)
    call = "drawOnce(url, body, key, patience).then(drawn => ({ drawn }), error => ({ error: error.message }))"
    program = tmp_path / "loop.mjs"
    program.write_text(
        f"{plain}\nconst [url, body, key, patience] = JSON.parse(process.argv[2]);\n"
        f"console.log(JSON.stringify(await {call}));\n"
    )
    servers = []

    def go(script: Script, patience: int = 1000 * PATIENCE_S) -> Any:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler(script))
        servers.append(server)
        Thread(target=server.serve_forever, daemon=True).start()
        arguments = json.dumps([f"http://127.0.0.1:{server.server_port}/v1/resolve", BODY, KEY, patience])
        assert NODE
        done = subprocess.run(
            [NODE, program, arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    yield go
    for server in servers:
        server.shutdown()
        server.server_close()


def test_loop__whatever_can_pass__asks_again_with_the_same_key_until_it_is_answered(run: Any) -> None:
    passing = [DROPPED, BROKEN_OFF, NO_JSON, IN_USE, TOO_SLOW, TOO_MANY, UNAVAILABLE, (500, {"detail": "a bug"})]
    script = Script([*passing, RESOLUTION])
    started = time.monotonic()

    assert run(script) == {"drawn": RESOLUTION[1]}
    assert script.sent == [(KEY, BODY)] * 9
    assert time.monotonic() - started > 1, "Retry-After of the 503 counts."


@pytest.mark.parametrize("refusal", [REUSED, INVALID])
def test_loop__what_cannot_pass__is_not_asked_again_and_thrown_whole(
    run: Any, refusal: tuple[int, dict[str, Any]]
) -> None:
    script = Script([DROPPED, refusal])

    assert json.loads(run(script)["error"]) == refusal[1]
    assert len(script.sent) == 2


def test_loop__out_of_patience__says_with_which_key_to_go_on(run: Any) -> None:
    assert run(Script([UNAVAILABLE]), patience=500) == {
        "error": f"No answer yet for {KEY}; ask again with the same key."
    }
