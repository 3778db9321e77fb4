"""A store that is in trouble: one that is not there, and one whose answers get lost."""

from collections.abc import Iterator

import pytest
import redis

from service.adapters.redis_client import connect
from tests.adapters.lossy_link import LossyLink


@pytest.fixture
def no_store() -> Iterator[redis.Redis]:
    """A client of a store that is not there."""
    with connect("unix:///nowhere/store.sock", timeout_s=0.25) as client:
        yield client


@pytest.fixture
def link(store_url: str) -> Iterator[LossyLink]:
    """A link to the real store that can lose an answer."""
    link = LossyLink(store_url)
    yield link
    link.close()


@pytest.fixture
def lossy_store(store: redis.Redis, link: LossyLink) -> Iterator[redis.Redis]:
    """A client of the real store by that link; the store is empty at first."""
    assert store.dbsize() == 0
    with connect(link.url, timeout_s=5) as client:
        yield client
