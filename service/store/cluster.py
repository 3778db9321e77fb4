"""A client of a cluster: redis-py's own, which connects on first use and is as patient as the client of one server."""

from collections.abc import Sequence
from math import inf
from threading import RLock
from time import monotonic
from typing import Any, Final

import redis
from redis import exceptions
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import BlockingConnectionPool, parse_url
from redis.retry import Retry

from service.store.url import ClusterUrl

_OF_ONE_SERVER: Final = ("host", "port")
_BROKEN: Final = (redis.ConnectionError, redis.TimeoutError)
ELSEWHERE: Final = (exceptions.AskError, exceptions.TryAgainError)  # MovedError is an AskError
"""The replies of a server that does not have the key, or has it in part."""

_LOOK_EVERY_S: Final = 0.1
_KEY_AT: Final = {"EVALSHA": 3, "GET": 1, "SET": 1, "HGET": 1, "HGETALL": 1, "HDEL": 1}
"""Where the key is in the commands that requests cost most often."""


class ClusterClient(RedisCluster):
    """Sends each command to the server that has its key.

    redis-py's own client connects when it is made, so a service could not start before its store. This one does so
    when anything is first asked of it.
    """

    def __init__(self, url: ClusterUrl, options: dict[str, Any]) -> None:
        self.encoder = BlockingConnectionPool().get_encoder()  # type: ignore[no-untyped-call]  # scripts are made with it
        self._url = url
        self._options = options
        self._connects = RLock()
        self._looked_at = -inf
        self._is_connecting = self._is_connected = False

    def __getattr__(self, name: str) -> Any:
        """Connect, as an attribute is missing that redis-py sets then; raises if no server of the cluster answers."""
        if name.startswith("__"):
            raise AttributeError(name)
        with self._connects:
            if not self._is_connected:
                if self._is_connecting:  # with --preload, this lock does not keep other greenlets out
                    raise redis.ConnectionError("The client is still connecting.")
                self._is_connecting = True
                try:
                    self._connect()
                    self._is_connected = True
                finally:
                    self._is_connecting = False
        return object.__getattribute__(self, name)

    def _connect(self) -> None:
        (host, port), *others = self._url.servers
        super().__init__(
            # With a URL, redis-py makes pools of the class that it is given, so that requests wait for a connection.
            url=f"redis://{f'[{host}]' if ':' in host else host}:{port}",
            startup_nodes=[ClusterNode(*other) for other in others],  # type: ignore[no-untyped-call]
            connection_pool_class=self.new_pool,
            maint_notifications_config=self._options["maint_notifications_config"],
            retry=Retry(NoBackoff(), 1),
        )

    def new_pool(self, **of_one_server: Any) -> BlockingConnectionPool:
        """Return a pool with our options and those of the URL; redis-py would pass on only some of them."""
        parsed = parse_url(self._url.store_url)  # type: ignore[no-untyped-call]
        given = {name: value for name, value in parsed.items() if name not in _OF_ONE_SERVER}
        options = {**self._options, **given, **of_one_server}
        return BlockingConnectionPool(**options)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Close all connections, if there are any."""
        if "nodes_manager" in vars(self):
            super().close()

    def owner(self, key: str) -> redis.Redis:
        """Return a client of the server that has this key, as far as this client knows."""
        node = self.get_node_from_key(key)  # type: ignore[no-untyped-call]
        if node is None:
            raise exceptions.SlotNotCoveredError(key)
        return self.get_redis_connection(node)

    def look_again(self) -> None:
        """Ask the cluster which server has which keys, unless that was done a moment ago.

        It takes a millisecond of CPU, and redis-py then replaces connections that work. So not each request that fails
        while a server is away may do it.
        """
        now = monotonic()
        if now - self._looked_at >= _LOOK_EVERY_S:
            self._looked_at = now
            self.nodes_manager.initialize()

    def follow(self, moved: exceptions.MovedError) -> None:
        """Note where a server says that a key is."""
        self.nodes_manager.move_slot(moved)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command for one key straight to its server: redis-py's own way costs half as much again.

        After a connection has failed, it is sent once more to the server that then has the key.
        """
        place = _KEY_AT.get(args[0])
        if place is None or "target_nodes" in options:
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        key = args[place]
        try:
            return self._sent(key, args, options)
        except _BROKEN:
            self.look_again()
        return self._sent(key, args, options)

    def _sent(self, key: str, args: Sequence[Any], options: dict[str, Any]) -> Any:
        try:
            return self.owner(key).execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except ELSEWHERE:
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
