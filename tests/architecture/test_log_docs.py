"""docs/operators/operating.md lists every warning and error that the service writes to the log."""

import ast
import re
from collections.abc import Iterator

from tests.dockerfile import PROJECT
from tests.figures import page

LEVELS = {"warning", "error", "exception"}
WRITTEN_IN = [*sorted((PROJECT / "service").rglob("*.py")), PROJECT / "config" / "gunicorn.conf.py"]


def messages() -> Iterator[str]:
    """The texts of all such calls of a logger, and what the supervisor of the embedded store reports."""
    for path in WRITTEN_IN:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            logs = node.func.attr in LEVELS and ast.unparse(node.func.value).endswith("log")
            if logs or node.func.attr == "_report":
                yield from _texts(node.args[0])


def _texts(argument: ast.expr) -> Iterator[str]:
    """The longest fixed part of a message."""
    if isinstance(argument, ast.JoinedStr):
        yield max((str(part.value) for part in argument.values if isinstance(part, ast.Constant)), key=len)
    elif isinstance(argument, ast.Constant):
        yield max(re.split(r"%[-.\w]", str(argument.value)), key=len)


def test_log__every_warning_and_error_of_fixed_text__is_on_the_page() -> None:
    text = page("operators/operating.md")
    found = {message.strip(" :.") for message in messages()} - {""}

    assert len(found) > 15
    assert {message for message in found if message not in text} == set()
