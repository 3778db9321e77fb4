"""The settings that operators read about are those that the service reads, and nothing else reads the environment."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import VARIABLES, Settings
from tools.settings import EXAMPLE, example_env

PROJECT = Path(__file__).parent.parent.parent
ENTRY_POINTS = {
    "service/wsgi.py",
    "service/documentation/make.py",
    "service/check_store.py",
    "service/make_run.py",
    "config/gunicorn.conf.py",
}
WITHOUT_SETTINGS = {
    "service/cli/__main__.py": "run(sys.argv[1:], os.environ,",
    "service/move/__main__.py": "main(os.environ)",
}
"""Commands with two variables of their own: a client, and the move from one store to another."""
SOURCES = sorted(path for folder in ("service", "config") for path in (PROJECT / folder).rglob("*.py"))


def example() -> dict[str, str]:
    lines = (PROJECT / "config" / "example.env").read_text().splitlines()
    return dict(line.split("=", maxsplit=1) for line in lines if line and not line.startswith("#"))


def test_example_env__compared_with_the_declarations__is_fresh() -> None:
    assert EXAMPLE.read_text("utf-8") == example_env(), "run make settings"
    assert list(example()) == list(VARIABLES)


def test_variables__compared_with_the_fields__set_each_but_the_warnings() -> None:
    assert len(VARIABLES) == len(fields(Settings)) - 1


def test_example_env__used_as_it_is__gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)

    assert Settings.from_env(example()) == Settings.from_env({})


def environment_uses(tree: ast.AST) -> Iterator[ast.AST]:
    """Where the environment is read; to set a variable for a library is another matter."""
    names = {"environ", "environb", "getenv", "getenvb"}
    subscripts = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    set_here = [node.value for node in subscripts if isinstance(node.ctx, ast.Store)]
    for node in ast.walk(tree):
        if node in set_here:
            continue
        if isinstance(node, ast.Attribute) and node.attr in names and ast.unparse(node.value) == "os":
            yield node
        if isinstance(node, ast.ImportFrom) and node.module == "os" and names & {alias.name for alias in node.names}:
            yield node


def test_modules__that_read_the_environment__are_entry_points_that_hand_it_to_the_settings() -> None:
    readers = set()
    for path in SOURCES:
        source = path.read_text()
        # No name for the environment can be used without standing in the text; few files need to be parsed.
        if re.search(r"environ|getenv", source) and (uses := list(environment_uses(ast.parse(source)))):
            readers.add(path.relative_to(PROJECT).as_posix())
            hands_on = WITHOUT_SETTINGS.get(path.relative_to(PROJECT).as_posix(), "from_env(os.environ)")
            assert len(uses) == source.count(hands_on) == 1, path

    assert readers == {*ENTRY_POINTS, *WITHOUT_SETTINGS}
