"""The service, except that it sends the store a `PING` before each answer: a round trip, and nothing else."""

import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from service.settings import Settings
from service.store.client import servers, store_client
from service.store.embedded.server import embedded_url
from service.store.round_trip import round_trip
from service.wsgi import app as service

_settings = Settings.from_env(os.environ)
(_server,) = servers(store_client(_settings.redis_url or embedded_url(_settings.data_dir), _settings.store_timeout_s))


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Wait for the store, and answer."""
    round_trip(_server, ("PING",))
    return service(environ, start_response)
