"""The gunicorn worker that serves the API; docs/adr/0013-worker-of-our-own.md gives the reasons."""

import errno
import sys
import time
from contextlib import suppress
from functools import partial
from socket import SHUT_RDWR
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from gevent.event import Event
from gevent.pool import Pool
from gunicorn.http.errors import NoMoreData
from gunicorn.util import close, close_graceful
from gunicorn.workers.ggevent import GeventWorker

from service.server.acceptor import Acceptor
from service.server.balance import Balance
from service.server.bodies import guard_body
from service.server.connections import Connection, ConnectionParser, TimeLimits, dispensable
from service.server.exchange import (
    CONTINUE,
    FixedSettings,
    OneWriteResponse,
    connection_environ,
    request_environ,
    worker_environ,
)
from service.server.refusals import BUG, refusal_of
from service.system.clock import give_way
from service.system.identifiers import NumberedRequestIds

SIGN_OF_LIFE_EVERY_S: Final = 1.0
TRY_AGAIN_AFTER_S: Final = 1.0
TO_WRITE_S: Final = 1.0
"""The part of the graceful timeout that is reserved for pending background writes."""
ROOM: Final = 20
"""A worker keeps one in so many of its connections free for callers who are about to connect."""
_GONE: Final = {errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.EBADF}


class Worker(GeventWorker):
    """gunicorn's gevent worker with time limits, problem documents for broken requests, and quick graceful stops.

    It speaks HTTP/1 without TLS; the gateway in front handles TLS.
    """

    limits = TimeLimits()
    balance = Balance()  # made in the master, which forks the workers
    alive: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections: set[Connection] = set()
        self._share = self.balance.share(self.age)
        self._settings = FixedSettings(self.cfg)
        self._environ = worker_environ(self._settings)
        self._request_ids = NumberedRequestIds()
        self._stop: Event | None = None
        self._given_up = 0

    def load_wsgi(self) -> None:
        """Load the application. A failure ends a service that is starting, but not one that is running."""
        try:
            super().load_wsgi()
        except (Exception, SystemExit):
            if self.age <= self.cfg.workers:  # one of the first
                raise
            self.log.exception("The application cannot be loaded; trying again.")
            time.sleep(TRY_AGAIN_AFTER_S)
            sys.exit(1)  # not gunicorn's own status, which would end the master

    def run(self) -> None:
        """Serve until asked to stop, then finish the requests that have arrived."""
        self._stop = Event()
        pool = Pool(self.worker_connections)
        servers = [self._acceptor(listener, pool) for listener in self.sockets]
        self._share.begin()
        for server in servers:
            server.start()
        while self.alive:
            self.notify()
            self._share.sign_of_life()
            self._stop.wait(SIGN_OF_LIFE_EVERY_S)
            self._close_idle_connections()
            self._make_room()  # callers who have only just become slow may have filled it, and none is accepted then
            self._report_given_up()
        self._share.end()
        for server in servers:
            server.accept_waiting()
            server.close()
        for connection in tuple(self._connections):
            connection.stop()
        self._finish(pool)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handle SIGTERM: stop at once, without waiting for the next sign of life."""
        super().handle_exit(sig, frame)
        if self._stop is not None:
            self._stop.set()

    def serve(self, listener_name: Any, client: Any, address: Any) -> None:
        connection = Connection(client, self.limits)
        self._connections.add(connection)
        self._make_room()
        if not self.alive:
            connection.stop()
        request = None
        try:
            environ = connection_environ(self._environ, client, listener_name, address)
            parser = ConnectionParser(self._settings, connection, address)
            while True:
                request = None
                request = next(parser)
                connection.begin_body()
                guard_body(request)
                if not self._answer(request, environ, client):
                    break
        except (StopIteration, NoMoreData):
            pass
        except OSError as error:
            self._broke_off(request, client, address, error)
        except Exception as error:  # noqa: BLE001  the caller gets an answer, and the log has the error
            self._refuse(request, client, address, error)
        finally:
            self._connections.discard(connection)
            self._share.closed()
            connection.close()
            if request is not None and request.should_close():
                _close_after_reading(client)
            else:
                close(client)

    def _answer(self, request: Any, of_connection: WSGIEnvironment, client: Any) -> bool:
        """Let the application answer; return whether the connection stays open.

        This is gunicorn's `handle_request` for what the service uses: no hooks, files, access log or early hints.
        """
        response = OneWriteResponse(request, client, self._settings, request.unreader.send_rest, give_way)
        if request._expected_100_continue:  # noqa: SLF001  gunicorn has no other name for it
            client.sendall(CONTINUE)
        self._count_request()
        if not self.alive or not self._settings.keepalive:
            response.force_close()
        give_way.begin()
        try:
            parts = self.wsgi(request_environ(of_connection, request), response.start_response)
            try:
                for part in parts:
                    response.write(part)
                response.close()
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        except OSError:
            raise
        except SystemExit:  # of a signal, such as the master's when the worker seems to hang; `run` ends by itself
            return False
        except Exception:
            if not response.headers_sent:
                raise
            self.log.exception("Error handling request")
            with suppress(OSError):
                client.shutdown(SHUT_RDWR)
            return False
        return not response.should_close()

    def _count_request(self) -> None:
        self.nr += 1
        if self.nr >= self.max_requests and self.alive:
            self.log.info("Autorestarting worker after current request.")
            self.alive = False

    def _close_idle_connections(self) -> None:
        now = time.monotonic()
        for connection in tuple(self._connections):
            connection.close_if_idle(now)

    def _make_room(self) -> None:
        """Give up connections that only wait: a worker that has as many as it may have accepts no others."""
        room = max(1, self.worker_connections // ROOM)
        if len(self._connections) > self.worker_connections - room:
            for connection in dispensable(self._connections, time.monotonic(), room):
                connection.give_up()
                self._connections.discard(connection)  # it ends in a moment, and counts no more
                self._given_up += 1

    def _report_given_up(self) -> None:
        if self._given_up:
            self.log.warning(
                "Too many connections: %s that were idle or slow were closed to make room for others.", self._given_up
            )
            self._given_up = 0

    def _acceptor(self, listener: Any, pool: Pool) -> Acceptor:
        listener.setblocking(1)
        handle = partial(self.serve, listener.getsockname())
        return Acceptor(lambda: self.nr, self._share, listener, handle=handle, spawn=pool)

    def _finish(self, pool: Pool) -> None:
        deadline = time.monotonic() + self.cfg.graceful_timeout - TO_WRITE_S
        while len(pool) and time.monotonic() < deadline:
            self.notify()
            pool.join(timeout=SIGN_OF_LIFE_EVERY_S)
        if len(pool):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
            pool.kill(timeout=SIGN_OF_LIFE_EVERY_S)

    def _broke_off(self, request: Any, client: Any, address: Any, error: OSError) -> None:
        if not isinstance(error, TimeoutError):
            if error.errno not in _GONE:
                self.log.error("Socket error processing request.", exc_info=error)
        elif request is None:
            self._refuse(request, client, address, error)
        else:
            self.log.warning("A caller did not read its answer in time.")

    def _refuse(self, request: Any, client: Any, address: Any, error: Exception) -> None:
        refusal = refusal_of(error)
        request_id = self._request_ids.new()
        known = {"request_id": request_id}
        if refusal is BUG:
            asked = (request.method, request.path) if request else ("", "")
            self.log.error("Error handling request %s %s", *asked, exc_info=error, extra=known)
        else:
            caller = address[0] if address else ""
            self.log.warning(f"Invalid request from ip={caller}: {refusal.detail}", extra=known)  # noqa: G004
        with suppress(OSError):
            client.settimeout(SIGN_OF_LIFE_EVERY_S)
            client.sendall(refusal.response(request.path if request else "", request_id))
            _close_after_reading(client)


def _close_after_reading(client: Any) -> None:
    # Closing a connection with unread bytes resets it, and the answer is lost.
    close_graceful(client, timeout=SIGN_OF_LIFE_EVERY_S)
