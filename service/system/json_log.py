"""Logs one JSON object per line to standard output."""

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
"""How gunicorn repeats what was sent: quoted, or as the query of a path."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object; a traceback is one of its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object, without a newline."""
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
    """Removes what callers send from gunicorn's lines, which repeat an unreadable request, token included."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, redacted."""
        if record.args or str(record.msg).startswith("Invalid request"):
            record.msg, record.args = _AS_SENT.sub("(not shown)", record.getMessage()), None
        return True


class RequestLines:
    """Writes the log lines of requests without the logging module, which takes three times as long."""

    def __init__(self, descriptor: int = STANDARD_OUTPUT) -> None:
        self._descriptor = descriptor

    def write(self, line: Mapping[str, object]) -> None:
        """Write a line; an OSError is ignored, since a request must be answered even if its line is lost."""
        whole = {"time": datetime.now(UTC), **_REQUEST, "pid": os.getpid(), **line}
        with suppress(OSError):
            os.write(self._descriptor, orjson.dumps(whole, option=_OPTIONS))


class NoLines:
    """For a log level above that of requests."""

    def write(self, line: Mapping[str, object]) -> None:
        """Write nothing."""


def log_configuration(level: str) -> dict[str, Any]:
    """Return the logging configuration, for gunicorn's lines and ours."""
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
    # A file name that is not UTF-8 contains characters that JSON cannot represent.
    return text.encode(errors="backslashreplace").decode()
