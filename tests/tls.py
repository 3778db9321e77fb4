"""TLS in front of servers that have none, as the server of the tests is built without it."""

import asyncio
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from tools.servers.group import free_ports

_CHUNK: Final = 65_536


class Certificate(NamedTuple):
    """A certificate and its key, as files."""

    certificate: Path
    key: Path


class Authority:
    """Signs certificates, as a certificate authority does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = Certificate(folder / "ca.pem", folder / "ca.key")
        self._make(self._own, "/CN=authority", "-x509", "-days", "2")

    @property
    def certificate(self) -> Path:
        """For `ssl_ca_certs`."""
        return self._own.certificate

    def signed(self, name: str, alternative: str = "IP:127.0.0.1") -> Certificate:
        """A certificate for a server, or a client, of this name."""
        made = Certificate(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        signing = ("-CA", str(self._own.certificate), "-CAkey", str(self._own.key), "-days", "2")
        self._make(made, f"/CN={name}", "-x509", *signing, "-addext", f"subjectAltName={alternative}")
        return made

    def _make(self, made: Certificate, subject: str, *options: str) -> None:
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(made.key))
        subprocess.run(
            ["openssl", "req", *key, "-subj", subject, *options, "-out", str(made.certificate)],
            check=True,
            capture_output=True,
        )


class TlsLinks:
    """Takes TLS connections for servers on this machine, and passes on to them what they contain."""

    def __init__(self, certificate: Certificate, clients_of: Path | None = None) -> None:
        """With `clients_of`, clients need a certificate of this authority."""
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(certificate.certificate, certificate.key)
        if clients_of is not None:
            self._context.load_verify_locations(clients_of)
            self._context.verify_mode = ssl.CERT_REQUIRED
        self._loop = asyncio.new_event_loop()
        self._servers = list[asyncio.Server]()
        self._writers = list[asyncio.StreamWriter]()

    def to(self, port: int) -> int:
        """The port of a new link to this one."""
        (own,) = free_ports(1)
        asyncio.run_coroutine_threadsafe(self._listen(own, port), self._loop).result()
        return own

    @contextmanager
    def running(self) -> Iterator["TlsLinks"]:
        """Pass on what comes, as long as the block runs."""
        thread = Thread(target=self._loop.run_forever)
        thread.start()
        try:
            yield self
        finally:
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    async def _listen(self, own: int, port: int) -> None:
        async def link(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
                self._writers += (writer, to_server)
                with suppress(asyncio.CancelledError):
                    await asyncio.gather(_pass_on(reader, to_server), _pass_on(from_server, writer))

        self._servers.append(await asyncio.start_server(link, "127.0.0.1", own, ssl=self._context))

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        for writer in self._writers:
            with suppress(AttributeError):  # Python before 3.11.3, where the other side has closed the connection
                writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(_CHUNK):
            target.write(data)
            await target.drain()
    target.close()
