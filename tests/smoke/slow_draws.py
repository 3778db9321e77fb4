"""The service with a dealer that can be watched and held up, and with leases as long as the test wants them."""

import os
import time
from dataclasses import replace
from pathlib import Path

from service.app import WARM_UP, create_app
from service.engines.draws import Hand
from service.idempotency.redis import RedisIdempotencyStore
from service.settings import Settings
from service.store.client import connect
from service.system.entropy import SystemDealer
from service.wiring import build_dependencies, build_service

DRAWS = Path(os.environ["SLOW_DRAWS_FOLDER"]) / "draws"
"""A line for every draw, with the process id of the worker."""
HOLD = Path(os.environ["SLOW_DRAWS_FOLDER"]) / "hold"
"""As long as it is there, no draw ends."""
LEASE_S = float(os.environ["SLOW_DRAWS_LEASE_S"])


class SlowDealer(SystemDealer):
    """Says that it draws, and deals when nothing holds it up."""

    def deal(self, hands: int) -> list[Hand]:
        with DRAWS.open("a") as draws:
            draws.write(f"{os.getpid()}\n")
        while HOLD.exists():
            time.sleep(0.02)
        return super().deal(hands)


settings = Settings.from_env({name: value for name, value in os.environ.items() if name.startswith("DESTINY_")})
assert settings.redis_url
idempotency = RedisIdempotencyStore(
    connect(settings.redis_url, settings.store_timeout_s), settings.idempotency_bytes, lease_s=LEASE_S
)
dependencies = replace(build_dependencies(settings), dealer=SlowDealer(), idempotency=idempotency)
app = create_app(settings, build_service(settings, dependencies))
app.extensions[WARM_UP] = lambda: None  # that takes seconds of every worker
