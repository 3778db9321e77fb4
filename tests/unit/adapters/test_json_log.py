"""Lines of the log: JSON objects, with nothing in them that callers send in confidence."""

import json
import logging
import os
import sys
from typing import Any

import pytest

from service.system.json_log import JsonFormatter, NoLines, RedactingFilter, RequestLines, log_configuration


def record(message: str, *args: object, level: int = logging.INFO, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord("some.logger", level, __file__, 1, message, args, more.pop("exc_info", None))
    vars(made).update(more)
    return made


def formatted(one: logging.LogRecord) -> dict[str, Any]:
    text = JsonFormatter().format(one)
    assert "\n" not in text
    line: dict[str, Any] = json.loads(text)
    return line


def test_formatter__any_record__is_one_json_object() -> None:
    line = formatted(record("%s of\n%d", "one", 2, created=0.25, process=7))

    assert line == {
        "time": "1970-01-01T00:00:00.250000Z",
        "level": "info",
        "logger": "some.logger",
        "message": "one of\n2",
        "pid": 7,
    }


def test_formatter__record_of_a_request__names_it() -> None:
    assert formatted(record("Trouble", request_id="abc"))["request_id"] == "abc"


def test_formatter__exception__is_a_field_with_its_traceback() -> None:
    try:
        raise LookupError("Nothing here")  # noqa: TRY301
    except LookupError:
        line = formatted(record("Trouble", level=logging.ERROR, exc_info=sys.exc_info()))

    assert line["level"] == "error"
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("\nLookupError: Nothing here")


def test_formatter__text_that_json_cannot_have__is_still_written() -> None:
    assert formatted(record("file \udcff"))["message"] == "file \\udcff"


@pytest.mark.parametrize(
    ("message", "args", "left"),
    [
        # As gunicorn words them.
        (
            "Invalid request from ip=::1: Invalid HTTP Header: 'Authorization Bearer hush'",
            (),
            "Invalid request from ip=::1: Invalid HTTP Header: (not shown)",
        ),
        (
            'Invalid request from ip=::1: Invalid HTTP request line: "GET /?\'hush"',
            (),
            "Invalid request from ip=::1: Invalid HTTP request line: (not shown)",
        ),
        (
            "Ignored premature client disconnection. %s",
            ("No more data after: b'POST / HTTP/1.1\\nhush'",),
            "Ignored premature client disconnection. No more data after: (not shown)",
        ),
        ("Error handling request %s %s", ("GET", "/a?hush=1"), "Error handling request GET /a(not shown)"),
        ("Booting worker with pid: %s", (7,), "Booting worker with pid: 7"),
        ("What 'we' say, and ask?", (), "What 'we' say, and ask?"),
    ],
)
def test_redacting_filter__what_callers_sent__is_left_out(message: str, args: tuple[object, ...], left: str) -> None:
    one = record(message, *args)

    assert RedactingFilter().filter(one)
    assert one.getMessage() == left


def test_request_lines__each__is_one_object_in_one_line() -> None:
    reader, writer = os.pipe()
    lines = RequestLines(writer)
    lines.write({"path": "/a\nb", "status": 200})
    lines.write({"path": "/", "bytes": None})
    os.close(writer)
    with os.fdopen(reader) as pipe:
        first, second = map(json.loads, pipe)

    times = [first.pop("time"), second.pop("time")]
    assert times == sorted(times)
    head = {"level": "info", "logger": "service.requests", "message": "request", "pid": os.getpid()}
    assert first == {**head, "path": "/a\nb", "status": 200}
    assert second == {**head, "path": "/", "bytes": None}


def test_request_lines__without_a_reader__are_no_trouble() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    RequestLines(writer).write({})
    os.close(writer)
    RequestLines(writer).write({})


def test_no_lines__written__go_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    NoLines().write({"path": "/"})
    assert capfd.readouterr() == ("", "")


def test_configuration__of_a_level__writes_what_is_at_least_that_grave_to_standard_output() -> None:
    configuration = log_configuration("warning")

    assert configuration["root"] == {"level": "WARNING", "handlers": ["output"]}
    assert configuration["handlers"]["output"]["stream"] == "ext://sys.stdout"
    assert not configuration["disable_existing_loggers"]
