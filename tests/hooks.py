"""Servers that take messages of the webhook, each with its own manners."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class Hook:
    """A server on this machine, and what it has got."""

    port: int = 0
    path: str = "/hook"
    got: list[tuple[str, Message, bytes]] = field(default_factory=list)
    """The path, the headers and the body of each message."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"


Manners = Callable[[Hook, BaseHTTPRequestHandler], None]
"""How to answer a message, the newest in `got`."""


def with_status(*statuses: int) -> Manners:
    """Answers with each of these in turn, and goes on with the last."""

    def answer(hook: Hook, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(statuses[min(len(hook.got), len(statuses)) - 1])
        handler.send_header("Location", hook.url)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


@contextmanager
def listening(manners: Manners, port: int = 0) -> Iterator[Hook]:
    """A server that answers so, for as long as the block runs."""
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hook.got.append((self.path, self.headers, body))
            manners(hook, self)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        hook.port = server.server_port
        serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        serving.start()
        try:
            yield hook
        finally:
            server.shutdown()
            serving.join()
