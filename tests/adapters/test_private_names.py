"""Names of other libraries that are not public: there, in the versions that we have pinned, and what to do if not.

Where one is gone, or the version has changed: read the advice, try what it says, then note the version here.
"""

import inspect
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

import pytest
import redis


class Private(NamedTuple):
    """What is used, of which library and version."""

    library: str
    written_for: str
    found: Callable[[], bool]
    advice: str


def _named(path: str) -> Any:
    """What has this name, as module:name.of.it; None where it is gone."""
    module, _, names = path.partition(":")
    try:
        found: Any = import_module(module)
    except ImportError:
        return None
    for name in names.split("."):
        found = getattr(found, name, None)
    return found


def _parser_has_its_socket_and_its_reader() -> bool:
    parser = _named("redis._parsers:_HiredisParser")
    return parser is not None and all(f"self.{name} = " in inspect.getsource(parser) for name in ("_sock", "_reader"))


def _errors_are_made_of_replies() -> bool:
    make = _named("redis._parsers.base:BaseParser.parse_error")
    return make is not None and type(make("OOM command not allowed")) is redis.exceptions.OutOfMemoryError


def _builders_are_compiled_by_a_method() -> bool:
    compiler = _named("werkzeug.routing:Rule._compile_builder")
    return compiler is not None and list(inspect.signature(compiler).parameters) == ["self", "append_unknown"]


def _gunicorn_has_what_is_extended() -> bool:
    names = (
        "gunicorn.workers.base:Worker.handle_exit",
        "gunicorn.workers.base:Worker.load_wsgi",
        "gunicorn.http.unreader:SocketUnreader.chunk",
        "gunicorn.http.parser:RequestParser.finish_body",
        "gunicorn.util:close_graceful",
    )
    return None not in map(_named, names)


NAMES = {
    "redis._parsers._HiredisParser, with _sock and _reader": Private(
        "redis",
        "8.1",
        _parser_has_its_socket_and_its_reader,
        "service/store/client.py: drop parser_class there. Redis-py's own parser works too; it costs a turn of the "
        "event loop before each command, so compare the cost of the store in make bench.",
    ),
    "redis._parsers.base.BaseParser.parse_error": Private(
        "redis",
        "8.1",
        _errors_are_made_of_replies,
        "service/store/failures.py, error_of: make redis.ResponseError of the reply, and add the replies that have "
        "classes (OOM, READONLY, LOADING, NOPERM) to _WORDS.",
    ),
    "werkzeug.routing.Rule._compile_builder": Private(
        "werkzeug",
        "3.1",
        _builders_are_compiled_by_a_method,
        "service/web/api_flask.py: drop LazyRule. Only making an application takes longer.",
    ),
    "gunicorn's Worker.handle_exit and load_wsgi, SocketUnreader.chunk, RequestParser.finish_body": Private(
        "gunicorn",
        "27.0",
        _gunicorn_has_what_is_extended,
        "service/server/ extends them; docs/adr/0013-worker-of-our-own.md says what for. Compare it with the new "
        "version's workers/ggevent.py, then run tests/smoke/test_stops.py and tests/smoke/test_broken_requests.py.",
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_private_name__in_the_pinned_version__is_as_it_was(name: str) -> None:
    private = NAMES[name]
    installed = version(private.library)

    assert private.found(), f"{private.library} {installed} has it no more. {private.advice}"
    assert installed.startswith(private.written_for + "."), (
        f"{private.library} is {installed}, and {name} was last looked at in {private.written_for}. {private.advice}"
    )
