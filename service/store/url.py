"""Checks the URL of a store, and formats it without its password."""

import re
from difflib import get_close_matches
from typing import Final
from urllib.parse import parse_qsl, urlsplit

SCHEMES: Final = ("redis", "rediss", "unix")
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
HIGHEST_DATABASE: Final = 1 << 20
DEFAULT_PORT: Final = 6379


class UnknownOption(ValueError):
    """The URL has an option that the client does not know, and that would break every connection."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        # The message omits the name of the option: it may be part of a password that was not quoted.
        near = get_close_matches(name, known, n=1, cutoff=0.6)
        meant = f", did you mean {near[0]}?" if near else ","
        super().__init__(f"with an option after ? that is not known{meant} allowed: {', '.join(known)}")


def checked_store_url(text: str) -> str:
    """Return the URL unchanged; raises ValueError if it cannot be right."""
    parts = urlsplit(text)
    named = parts.path if parts.scheme == "unix" else parts.hostname
    # Reading an invalid port raises ValueError.
    if parts.scheme not in SCHEMES or not named or parts.port == 0:
        raise ValueError(text)
    database = parts.path.removeprefix("/") if parts.scheme != "unix" else ""
    options = parse_qsl(parts.query, keep_blank_values=True)
    known = known_options(parts.scheme)
    for name, value in options:
        if name not in known:
            raise UnknownOption(name, known)
        if name == "db":
            database = value or "none"
    # The client would use database 0 for anything that is not a number.
    if database and not (re.fullmatch("[0-9]{1,7}", database) and int(database) <= HIGHEST_DATABASE):
        raise ValueError(text)
    return text


def known_options(scheme: str) -> tuple[str, ...]:
    """Return the options allowed after the question mark."""
    return OPTIONS + (TCP_OPTIONS if scheme != "unix" else ()) + (TLS_OPTIONS if scheme == "rediss" else ())


def address(url: str) -> str:
    """Return the store's address for messages, without user, password and options."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    host = parts.hostname or ""
    return f"{f'[{host}]' if ':' in host else host}:{parts.port or DEFAULT_PORT}"
