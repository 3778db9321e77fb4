"""Checks the address, the files, the code and the store before workers depend on them.

The master must not import the application itself: workers would inherit its modules, and a HUP would load no new code.
"""

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final


def why_not_listening(host: str, port: int) -> str | None:
    """Return a sentence for the operator, or None if the address is free."""
    # gunicorn alone would try for five seconds, and with reuse_port would silently share the port.
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        # The library adds to the system's message what the sentence already says.
        reason = error.strerror if isinstance(error, socket.gaierror) or not error.errno else os.strerror(error.errno)
        return f"cannot listen on {address}: {reason}. Set another DESTINY_HOST or DESTINY_PORT."
    return None


PATIENCE_S: Final = 60
PREFIX: Final = "destiny: "
"""Begins each sentence for the operator."""
_PROJECT: Final = Path(__file__).parents[2]
_log: Final = logging.getLogger(__name__)


def mistake_in_tuning_file(path: Path) -> str | None:
    return _mistake([sys.executable, "-m", "service.tuning.files", str(path)], _PROJECT)


def mistake_in_tokens_files(operators: Path | None, api_tokens: Path | None) -> str | None:
    """A mistake in the file of operators or in that of API tokens, as far as they are set."""
    for path, module in ((operators, "service.operators.file"), (api_tokens, "service.auth.file")):
        if path and (mistake := _mistake([sys.executable, "-m", module, str(path)], _PROJECT)):
            return mistake
    return None


def reload_if_sound(server: Any, operators: Path | None, api_tokens: Path | None, reload: Callable[[], None]) -> None:
    """Reload on a HUP. If new workers could not start or lacked tokens, the old ones stay, and the log says why."""
    # gunicorn's own check: it reads its configuration and builds the application, as a worker does.
    mistake = mistake_in_tokens_files(operators, api_tokens) or _mistake(
        [*server.START_CTX["args"], "--check-config"], server.START_CTX["cwd"]
    )
    if mistake is None:
        reload()
    else:
        _log.error("Not reloaded; the old workers keep running: %s", mistake)


def _mistake(command: Sequence[str], folder: str | Path) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603  nothing in it comes from callers
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"loading the service takes more than {PATIENCE_S} seconds"
    if not done.returncode:
        return None
    said = done.stderr.strip()
    sentences = [line for line in said.splitlines() if line.startswith(PREFIX)]
    return sentences[-1].removeprefix(PREFIX) if sentences else said


LOOK_AT_THE_STORE: Final = (sys.executable, "-m", "service.check_store")
STORE_PATIENCE_S: Final = 15.0
"""A name server may be slow; the store itself is given up on after DESTINY_STORE_TIMEOUT_MS."""


class StoreRefused(Exception):
    """The service must not start with this store; the message is for the operator."""


def look_at_the_store(
    command: Sequence[str] = LOOK_AT_THE_STORE, patience_s: float = STORE_PATIENCE_S
) -> Sequence[str]:
    """Return warnings about the store; raises `StoreRefused`."""
    try:
        looked = subprocess.run(command, capture_output=True, text=True, timeout=patience_s, check=False)  # noqa: S603  ours
    except subprocess.TimeoutExpired:
        return [f"The store did not answer within {patience_s:g} seconds; the service starts without it."]
    if looked.returncode:
        raise StoreRefused((looked.stderr.splitlines() or ["the store could not be checked"])[-1])
    return looked.stdout.splitlines()
