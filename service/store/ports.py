"""What store needs from outside."""

from typing import Protocol

from service.store.condition import StoreCondition


class StoreHealth(Protocol):
    """How the store is that the service keeps its state in."""

    def reachable(self) -> bool:
        """Whether it answers; trouble is an answer here, never an exception."""

    def condition(self) -> StoreCondition:
        """What it can do of what the service needs, and what is wrong with it; never an exception either."""
