"""Copies the data of one store to an empty one: FROM=redis://... TO=redis+cluster://... python -m service.move.

The addresses are like DESTINY_REDIS_URL. They are not arguments, because every user of a machine sees those.
"""

import os
import sys
from collections.abc import Mapping

import redis

from service.errors import StoreUnavailable
from service.move.move import CannotMove, Move
from service.store.client import Client, store_client
from service.store.condition import StoreState
from service.store.failures import translating_redis_errors
from service.store.health import RedisStoreHealth
from service.store.url import WrongPart, address, checked_store_url

_TIMEOUT_S = 30


def main(environment: Mapping[str, str]) -> int | str:
    """The exit status 0, or the message for an exit status of 1."""
    try:
        source, target = (_store(name, environment.get(name, "")) for name in ("FROM", "TO"))
        with translating_redis_errors():
            copied = Move(source, target)()
    except CannotMove as error:
        return f"destiny: {error}"
    except (StoreUnavailable, redis.ResponseError) as error:
        return f"destiny: A store has failed: {error} Run this again once it works."
    for what, number in copied.items():
        print(f"{number:>9} {what}")  # noqa: T201
    print("Everything is copied, and compared.")  # noqa: T201
    return 0


def _store(name: str, url: str) -> Client:
    try:
        client = store_client(checked_store_url(url), _TIMEOUT_S)
    except WrongPart as error:
        raise CannotMove(f"{name} is an address {error}.") from None
    except ValueError:
        raise CannotMove(f"{name} must be the address of a store, like DESTINY_REDIS_URL.") from None
    condition = RedisStoreHealth(client).condition()
    if condition.state is not StoreState.UP:
        reason = " ".join(filter(None, (condition.detail, condition.connection)))
        raise CannotMove(f"{name}, the store at {address(url)}, cannot be used. {reason}")
    for warning in condition.warnings:
        print(f"{name}: {warning}", file=sys.stderr)  # noqa: T201
    return client


if __name__ == "__main__":
    sys.exit(main(os.environ))
