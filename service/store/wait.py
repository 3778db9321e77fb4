"""What the settings say of replicas, apart from redis-py: gunicorn's master must not load it before gevent patches."""

from typing import Final, NamedTuple


class Wait(NamedTuple):
    """How many replicas must have a write before it counts, and how long they may take; 0 replicas: none must."""

    replicas: int = 0
    ms: int = 0


NO_WAIT: Final = Wait()
