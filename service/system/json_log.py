"""The log: one JSON object a line, all of them on standard output."""

import logging
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import orjson

STANDARD_OUTPUT: Final = 1
_REQUEST: Final = {"level": "info", "logger": "service.requests", "message": "request"}
_OPTIONS: Final = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
_AS_SENT: Final = re.compile(r"b?['\"].*|\?\S*", re.DOTALL)
"""Where gunicorn repeats what was sent: quoted, or in the query of a path."""


class JsonFormatter(logging.Formatter):
    """A record of the logging module as a JSON object; a traceback is one of its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, without the end of the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _printable(record.getMessage()),
            "pid": record.process,
        }
        if request_id := getattr(record, "request_id", None):
            line["request_id"] = request_id
        if record.exc_info:
            line["exception"] = _printable(self.formatException(record.exc_info))
        return orjson.dumps(line, option=orjson.OPT_UTC_Z).decode()


class RedactingFilter(logging.Filter):
    """Keeps what callers send out of gunicorn's lines, which repeat a request that cannot be read, token and all."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the record pass, with less in it."""
        if record.args or str(record.msg).startswith("Invalid request"):
            record.msg, record.args = _AS_SENT.sub("(not shown)", record.getMessage()), None
        return True


class RequestLines:
    """The lines of requests. They go past the logging module, whose own way takes three times as long."""

    def __init__(self, descriptor: int = STANDARD_OUTPUT) -> None:
        self._descriptor = descriptor

    def write(self, line: Mapping[str, object]) -> None:
        """Write a line; a request is answered even if nobody can read the log."""
        whole = {"time": datetime.now(UTC), **_REQUEST, "pid": os.getpid(), **line}
        with suppress(OSError):
            os.write(self._descriptor, orjson.dumps(whole, option=_OPTIONS))


class NoLines:
    """For a log that begins above the level of requests."""

    def write(self, line: Mapping[str, object]) -> None:
        """Write nothing."""


def log_configuration(level: str) -> dict[str, Any]:
    """What the logging module has to know, for gunicorn's lines as for ours."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonFormatter}},
        "filters": {"redacting": {"()": RedactingFilter}},
        "handlers": {
            "output": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "json"},
        },
        "root": {"level": level.upper(), "handlers": ["output"]},
        "loggers": {
            "gunicorn.error": {"handlers": ["output"], "filters": ["redacting"], "propagate": False},
        },
    }


def _printable(text: str) -> str:
    # A file name that is no UTF-8 has characters in it that JSON has not.
    return text.encode(errors="backslashreplace").decode()
