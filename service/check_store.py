"""Checks the store of DESTINY_REDIS_URL as the service does before it starts: python -m service.check_store.

Prints one warning a line to standard output. Exits with 1 and a message if waiting would not make the store usable.
"""

import os
import sys
from collections.abc import Iterable

from service.settings import InvalidSettings, Settings
from service.store.client import store_client
from service.store.condition import PASSING, StoreCondition, StoreState
from service.store.embedded.server import embedded_url
from service.store.health import RISKS, RedisStoreHealth
from service.store.url import address, tls_files


class UnusableStore(Exception):
    """The service cannot use this store, and waiting would not help."""


def check_store(settings: Settings) -> Iterable[str]:
    """Return the warnings; raise `UnusableStore` if the service should not start."""
    url = settings.redis_url or embedded_url(settings.data_dir)
    where = address(url)
    for option, path in tls_files(url).items():
        if not os.access(path, os.R_OK):  # the client would say only that it cannot connect
            raise UnusableStore(f"DESTINY_REDIS_URL: {option} names a file that is not there or cannot be read.")
    try:
        client = store_client(url, settings.store_timeout_s)
        condition = RedisStoreHealth(client, wait=settings.replica_wait).condition()
    except (TypeError, ValueError) as error:
        # The client fails in several ways on a wrong option: a word for a number, a file that does not match another.
        raise UnusableStore(f"DESTINY_REDIS_URL: cannot create the client for {where}: {error}") from None
    return _judged(where, condition, unsafe=settings.store_unsafe)


def _judged(where: str, condition: StoreCondition, *, unsafe: bool) -> Iterable[str]:
    if condition.state in PASSING:
        reason = condition.connection or condition.detail
        return [f"The store at {where} cannot be used yet ({condition.state}); the service starts without it. {reason}"]
    if condition.state is not StoreState.UP:
        reason = f" {condition.connection}" if condition.state is StoreState.TLS else ""
        raise UnusableStore(f"The store at {where} cannot be used. {condition.detail}{reason}")
    risks = [warning for warning in condition.warnings if warning.startswith(RISKS)]
    if risks and not unsafe:
        allow = "To start anyway, set DESTINY_STORE_UNSAFE=1."
        raise UnusableStore(f"The store at {where} may lose data. {' '.join(risks)} {allow}")
    return [f"The store at {where}: {warning}" for warning in condition.warnings]


def main() -> int | str:
    """The exit status 0, or the message for an exit status of 1."""
    try:
        warnings = check_store(Settings.from_env(os.environ))
    except (InvalidSettings, UnusableStore) as error:
        return f"destiny: {error}"
    for warning in warnings:
        sys.stdout.write(f"{warning}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
