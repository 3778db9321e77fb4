"""Checks the URL of a store, and formats it without its password."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

SCHEMES: Final = ("redis", "rediss", "unix")
SENTINEL_SCHEMES: Final = ("redis+sentinel", "rediss+sentinel")
CLUSTER_SCHEMES: Final = ("redis+cluster", "rediss+cluster")
OPTIONS: Final = ("db", "username", "password", "client_name", "health_check_interval", "max_connections")
TCP_OPTIONS: Final = ("socket_connect_timeout", "socket_keepalive", "socket_timeout")
TLS_OPTIONS: Final = (
    "ssl_ca_certs",
    "ssl_ca_path",
    "ssl_cert_reqs",
    "ssl_certfile",
    "ssl_check_hostname",
    "ssl_ciphers",
    "ssl_keyfile",
    "ssl_password",
)
TLS_FILES: Final = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
CERTIFICATES: Final = ("required", "optional", "none")
"""What `ssl_cert_reqs` may be."""
SENTINEL_OPTIONS: Final = ("sentinel_username", "sentinel_password")
HIGHEST_DATABASE: Final = 1 << 20
DEFAULT_PORT: Final = 6379
DEFAULT_SENTINEL_PORT: Final = 26379
_HOST_AND_PORT: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?")


class WrongPart(ValueError):
    """A part of the URL is wrong. The message says which part, and shows nothing of it: it may be a secret."""


class UnknownOption(WrongPart):
    """The URL has an option that the client does not know, and that would break every connection."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        # The message omits the name of the option: it may be part of a password that was not quoted.
        near = get_close_matches(name, known, n=1, cutoff=0.6)
        meant = f", did you mean {near[0]}?" if near else ","
        super().__init__(f"with an option after ? that is not known{meant} allowed: {', '.join(known)}")


def checked_store_url(text: str) -> str:
    """Return the URL unchanged; raises ValueError if it cannot be right."""
    if is_sentinel_url(text):
        sentinel_url(text)
        return text
    if is_cluster_url(text):
        cluster_url(text)
        return text
    parts = urlsplit(text)
    named = parts.path if parts.scheme == "unix" else parts.hostname
    # Reading an invalid port raises ValueError.
    if parts.scheme not in SCHEMES or not named or parts.port == 0:
        raise ValueError(text)
    database = parts.path.removeprefix("/") if parts.scheme != "unix" else ""
    database = _checked_options(parts.scheme, parts.query).get("db", database)
    if not _is_database(database):
        raise ValueError(text)
    return text


def known_options(scheme: str) -> tuple[str, ...]:
    """Return the options allowed after the question mark."""
    options = OPTIONS + (TCP_OPTIONS if scheme != "unix" else ())
    options += TLS_OPTIONS if scheme.startswith("rediss") else ()
    if scheme in CLUSTER_SCHEMES:
        return tuple(option for option in options if option != "db")
    return options + (SENTINEL_OPTIONS if scheme in SENTINEL_SCHEMES else ())


def _checked_options(scheme: str, query: str) -> dict[str, str]:
    known, options = known_options(scheme), dict[str, str]()
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            raise UnknownOption(name, known)
        options[name] = value
    if options.get("ssl_cert_reqs", CERTIFICATES[0]) not in CERTIFICATES:
        raise WrongPart(f"with ssl_cert_reqs that is none of {', '.join(CERTIFICATES)}")
    if options.get("db") == "":
        options["db"] = "none"
    return options


def tls_files(url: str) -> dict[str, str]:
    """Return the files and folders that the options for TLS name, by option."""
    return {name: value for name, value in parse_qsl(url.partition("?")[2]) if name in TLS_FILES}


def _is_database(text: str) -> bool:
    # The client would use database 0 for anything that is not a number.
    return not text or (re.fullmatch("[0-9]{1,7}", text) is not None and int(text) <= HIGHEST_DATABASE)


def is_sentinel_url(url: str) -> bool:
    """Return whether Sentinels say where the store is."""
    return url.partition("://")[0] in SENTINEL_SCHEMES


def is_cluster_url(url: str) -> bool:
    """Return whether the store is a cluster."""
    return url.partition("://")[0] in CLUSTER_SCHEMES


@dataclass(frozen=True, slots=True, repr=False)
class SentinelUrl:
    """The parts of the URL of a store that Sentinels watch."""

    sentinels: tuple[tuple[str, int], ...]
    primary: str
    """The name by which the Sentinels know the primary."""
    credentials: dict[str, str]
    """The user and the password for the Sentinels themselves, as far as they are given."""
    store_url: str
    """What is for the servers behind the Sentinels, as the URL of one server; its host means nothing."""

    @property
    def tls(self) -> bool:
        """Whether the Sentinels and the servers are reached over TLS."""
        return self.store_url.startswith("rediss")


@dataclass(frozen=True, slots=True, repr=False)
class ClusterUrl:
    """The parts of the URL of a cluster."""

    servers: tuple[tuple[str, int], ...]
    """Some of its servers: each of them knows the others."""
    store_url: str
    """What is for all servers, as the URL of one; its host means nothing."""


@dataclass(frozen=True, slots=True)
class _SeveralHosts:
    """A URL with several hosts; the standard parser knows only one."""

    scheme: str
    user: str
    """With the @ after it."""
    hosts: tuple[str, ...]
    path: str
    options: dict[str, str]

    def for_one(self, kind: str, database: str) -> str:
        """Return the URL of one server, without what is not for servers."""
        return f"{self.scheme.removesuffix(kind)}://{self.user}store/{database}?{urlencode(self.options)}"


def _several_hosts(text: str) -> _SeveralHosts:
    scheme, _, rest = text.partition("://")
    before, _, query = rest.partition("?")
    authority, _, path = before.partition("/")
    user, at, hosts = authority.rpartition("@")
    if "#" in text:
        raise WrongPart("with a # in it; write %23")
    return _SeveralHosts(scheme, user + at, tuple(hosts.split(",")), path, _checked_options(scheme, query))


def sentinel_url(text: str) -> SentinelUrl:
    """Take the URL apart; raises `WrongPart`."""
    parts = _several_hosts(text)
    sentinels = _addresses(parts.hosts, "Sentinel address", DEFAULT_SENTINEL_PORT)
    name, _, database = parts.path.partition("/")
    if not re.fullmatch("[A-Za-z0-9._-]+", name):
        raise WrongPart(
            "without the name of the primary after the addresses: /<name>, as in the Sentinels' own configuration, of "
            "letters, digits and ._-"
        )
    if not _is_database(parts.options.get("db", database)):
        raise WrongPart("with a database that is not a number")
    credentials = {option.removeprefix("sentinel_"): parts.options.pop(option, "") for option in SENTINEL_OPTIONS}
    given = {option: value for option, value in credentials.items() if value}
    return SentinelUrl(sentinels, name, given, parts.for_one("+sentinel", database))


def cluster_url(text: str) -> ClusterUrl:
    """Take the URL apart; raises `WrongPart`."""
    parts = _several_hosts(text)
    servers = _addresses(parts.hosts, "address", DEFAULT_PORT)
    if parts.path not in ("", "0"):
        raise WrongPart("with a path that is not /0: a cluster has only the database 0, and no name")
    return ClusterUrl(servers, parts.for_one("+cluster", ""))


def _addresses(hosts: tuple[str, ...], called: str, default_port: int) -> tuple[tuple[str, int], ...]:
    return tuple(_host_and_port(host, f"{called} {place}", default_port) for place, host in enumerate(hosts, 1))


def _host_and_port(text: str, called: str, default_port: int) -> tuple[str, int]:
    found = _HOST_AND_PORT.fullmatch(text)
    port = int(found[3] or default_port) if found else 0
    if not found or not 1 <= port <= 65_535:
        raise WrongPart(
            f"with {called} that is not host:port; several have commas between them, and "
            "@ / ? # , in a user or password are written %40 %2F %3F %23 %2C"
        )
    return found[1] or found[2], port


def address(url: str) -> str:
    """Return the store's address for messages, without user, password and options."""
    if is_sentinel_url(url):
        parsed = sentinel_url(url)
        return f"{parsed.primary} (Sentinels {', '.join(_joined(*one) for one in parsed.sentinels)})"
    if is_cluster_url(url):
        return f"{', '.join(_joined(*one) for one in cluster_url(url).servers)} (cluster)"
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    return _joined(parts.hostname or "", parts.port or DEFAULT_PORT)


def _joined(host: str, port: int) -> str:
    return f"{f'[{host}]' if ':' in host else host}:{port}"
