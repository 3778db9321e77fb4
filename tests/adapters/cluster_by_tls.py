"""A real cluster behind TLS, and a user who may do what the service needs and no more."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote, urlencode

from service.store.client import connect
from tests.tls import Authority, TlsLinks
from tools.cluster.topology import Cluster
from tools.servers.group import client_of

_USER: Final = "destiny"
_OPENED_BY: Final = "p@ss/word"
_COMMANDS: Final = ("+@all", "-@dangerous", "+info", "+command", "+cluster|slots")
"""As docs/operators says."""


@dataclass(frozen=True)
class ByTls:
    """The cluster, and who is trusted in it."""

    topology: Cluster
    authority: Authority

    def url(self, user: str = f"{_USER}:{quote(_OPENED_BY, safe='')}", **options: str) -> str:
        """For DESTINY_REDIS_URL; options replace those that are right."""
        return self._url("rediss", f"{user}@", {"ssl_ca_certs": str(self.authority.certificate), **options})

    @property
    def url_without_tls(self) -> str:
        """The same with the wrong scheme."""
        return self._url("redis", "", {})

    def _url(self, scheme: str, user: str, options: Mapping[str, str]) -> str:
        addresses = self.topology.url.partition("://")[2]
        return f"{scheme}+cluster://{user}{addresses}?{urlencode(options)}"

    def empty(self) -> None:
        """Remove what tests have left, which the user may not."""
        for port in self.topology.ports:
            with client_of(port) as server:
                server.flushall()


@contextmanager
def running_by_tls() -> Iterator[ByTls]:
    """Run it as long as the block does."""
    with ExitStack() as stack:
        certificates, data = (Path(stack.enter_context(TemporaryDirectory(prefix="destiny-"))) for _ in range(2))
        authority = Authority(certificates)
        links = stack.enter_context(TlsLinks(authority.signed("store")).running())
        topology = stack.enter_context(Cluster(data, links.to, replicas=0))
        for port in topology.ports:
            with connect(f"redis://127.0.0.1:{port}", timeout_s=5) as server:
                server.acl_setuser(
                    _USER, enabled=True, passwords=[f"+{_OPENED_BY}"], keys=["destiny:*"], commands=_COMMANDS
                )
        yield ByTls(topology, authority)
