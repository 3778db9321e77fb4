"""The CPU time of each layer around one answer, in one process: each layer is added to those before it."""

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from socket import socketpair
from tempfile import TemporaryDirectory
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.http.wsgi import Response as GunicornResponse
from gunicorn.http.wsgi import create

from benchmarks.bodies import FOUR_SKILLS, encoded
from benchmarks.clock import MICRO, take_turns
from benchmarks.load import post
from benchmarks.tables import Table
from service.actions.serialized import RecordAndCount, Serialized
from service.app import create_app
from service.metrics.prometheus import PrometheusMetrics
from service.server.bodies import guard_body
from service.server.connections import Connection, ConnectionRequest, TimeLimits
from service.server.exchange import (
    FixedSettings,
    OneWriteResponse,
    connection_environ,
    request_environ,
    worker_environ,
)
from service.settings import DEFAULT_TUNING_FILE, Settings
from service.system.clock import give_way
from service.system.json_log import RequestLines
from service.tuning.files import read_tuning_file
from service.tuning.revisions import TuningRevision
from service.wiring import build_dependencies, build_service

ROUNDS: Final = 15
SECONDS: Final = 0.05
CONSTANT: Final = b'{"constant":"' + b"x" * 800 + b'"}'
PEER, LISTENER = ("127.0.0.1", 40_000), ("127.0.0.1", 8_000)
REQUEST: Final = post("/v1/resolve", encoded(FOUR_SKILLS))
LAYERS: Final = (
    "gunicorn: read the head",
    "gunicorn: make the environment, write the answer",
    "Flask: contexts, routing, hooks, response",
    "id, log line, metrics, headers",
    "the route: read JSON, resolve, write JSON",
)


class Unsent:
    """A socket that takes everything."""

    def sendall(self, data: bytes) -> None:
        """Take it."""

    def send(self, data: bytes) -> int:
        """Take all of it."""
        return len(data)


class Unrecorded(RecordAndCount):
    """Keeps and counts nothing: `benchmarks/record_cost.py` measures that."""

    def wait_for_room(self) -> None:
        """Do not wait."""

    def __call__(self, resolutions: Sequence[Serialized]) -> None:
        """Do nothing."""


class Shipped:
    """The tuning as it is shipped, which follows no store."""

    def __init__(self) -> None:
        self._revision = read_tuning_file(DEFAULT_TUNING_FILE)

    def current(self) -> TuningRevision:
        """The only revision."""
        return self._revision


class Fed(Connection):
    """A connection on which the same request comes whenever one is asked for."""

    def chunk(self, size_hint: int | None = None) -> bytes:  # noqa: ARG002
        """Return the request."""
        return REQUEST


def answer_parts() -> Table:
    """A row for each layer, the bare route's next to ours."""
    with TemporaryDirectory() as folder:
        columns = {"bare": _bare(), "ours": _ours(folder)}
        gc.collect()
        gc.freeze()  # as a worker does
        both = {(name, layer): work for name, steps in columns.items() for layer, work in steps.items()}
        totals = take_turns(both, ROUNDS, SECONDS)
        gc.unfreeze()
    rows, before = [], dict.fromkeys(columns, 0.0)
    for layer in LAYERS:
        row = [layer]
        for name in columns:
            total = totals.get((name, layer))
            row.append("" if total is None else f"{(total - before[name]) * MICRO:.1f}")
            before[name] = before[name] if total is None else total
        rows.append(row)
    rows.append(["all", *(f"{before[name] * MICRO:.1f}" for name in columns)])
    return Table(
        "Where the time of an answer goes",
        "CPU time in microseconds of each layer around `POST /v1/resolve` with four skills, and around a bare Flask "
        "route in gunicorn's own worker, in one process that does nothing else. Without system calls on connections, "
        "the event loop, records and counts. A worker takes longer for each layer, because its caches are colder.",
        ["layer", *columns],
        rows,
    )


def _trivial(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(CONSTANT)))])
    return (CONSTANT,)


def _constant() -> Response:
    return Response(CONSTANT, content_type="application/json")


def _bare() -> dict[str, Callable[[], object]]:
    settings, sock = Config(), Unsent()
    app = Flask("bare", static_folder=None)
    app.add_url_rule("/v1/resolve", "constant", _constant, methods=["POST"])

    def read() -> Any:
        return Request(settings, IterUnreader([REQUEST]), PEER)

    def answered(wsgi: WSGIApplication) -> Callable[[], object]:
        def answer() -> None:
            response, environ = create(read(), sock, PEER, LISTENER, settings)
            _write(response, wsgi(environ, response.start_response))

        return answer

    return dict(zip(LAYERS, (read, answered(_trivial), answered(app)), strict=False))


def _ours(folder: str) -> dict[str, Callable[[], object]]:
    settings, sock = FixedSettings(Config()), Unsent()
    given = Settings.from_env({"DESTINY_DATA_DIR": folder, "DESTINY_REDIS_URL": f"unix://{folder}/none"})
    tunings: Any = Shipped()
    log = RequestLines(os.open(os.devnull, os.O_WRONLY))
    parts = replace(build_dependencies(given), request_log=log, tunings=tunings, metrics=PrometheusMetrics())
    service = build_service(given, parts)
    after = service.after_resolution
    unrecorded = Unrecorded(after.keep_records, after.count, after.pause)
    app = create_app(given, replace(service, after_resolution=unrecorded))
    constant = create_app(given, service)
    constant.view_functions["actions.resolve"] = _constant
    connection = Fed(socketpair()[0], TimeLimits())
    of_connection = connection_environ(worker_environ(settings), sock, LISTENER, PEER)

    def read() -> Any:
        connection.take_buffered()
        request = ConnectionRequest(settings, connection, PEER)
        guard_body(request)
        return request

    def answered(wsgi: WSGIApplication) -> Callable[[], object]:
        def answer() -> None:
            request = read()
            give_way.begin()
            response = OneWriteResponse(request, sock, settings)
            _write(response, wsgi(request_environ(of_connection, request), response.start_response))

        return answer

    unwatched = Flask.wsgi_app.__get__(constant)
    layers = (read, answered(_trivial), answered(unwatched), answered(constant), answered(app))
    return dict(zip(LAYERS, layers, strict=True))


def _write(response: GunicornResponse, parts: Any) -> None:
    for part in parts:
        response.write(part)
    response.close()
    if hasattr(parts, "close"):
        parts.close()
    response.should_close()


if __name__ == "__main__":
    print(answer_parts().markdown())
