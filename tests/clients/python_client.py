"""openapi-python-client's client, and calls with it to a running service."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.clients.guide import ADDRESS, code_in_the_guide
from tests.dockerfile import PROJECT
from tests.openapi import CONTRACT_FILE, Json, Operation, component, contract, examples, operations

HERE: Final = Path(__file__).parent
BIN: Final = PROJECT / ".venv-clients" / "bin"
PACKAGE: Final = "destiny_client"
NOT_JSON: Final = re.compile(r"Unsupported content_type (application/yaml|image/vnd\.microsoft\.icon)\b")
"""The generator makes nothing of these answers, which are files."""


def generate(folder: Path) -> list[str]:
    """Generate the client into a folder; what the generator complains of, but for answers that are files."""
    command: list[str | Path] = [
        *(BIN / "openapi-python-client", "generate", "--path", CONTRACT_FILE, "--meta", "none", "--overwrite"),
        *("--config", HERE / "generator.yaml", "--output-path", folder / PACKAGE),
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    words = done.stdout + done.stderr
    complaints = [
        line
        for line in words.splitlines()
        if re.match(r"Unable|Attempted|Error|Cannot", line) and not NOT_JSON.search(line)
    ]
    return complaints if done.returncode == 0 else [f"The generator failed.\n{words}"]


def objects() -> list[str]:
    """The components that must be classes of the client."""
    schemas: dict[str, Json] = contract()["components"]["schemas"]
    return [name for name, schema in schemas.items() if "properties" in schema]


def calls() -> Iterator[Json]:
    """A call of every operation for each of its examples, by the names that the generator gives to things."""
    for one in operations():
        media = one.request_media
        bodies: list[Any] = [*examples(media).values()] if media else [None]
        for body in bodies:
            yield {
                "module": f"{PACKAGE}.api.{tag_of(one)}.{snake(one.content['operationId'])}",
                "arguments": dict(arguments_of(one)),
                "body": body,
                "json": any(where == str(one.success) for where, _ in one.json_media()),
            }


def arguments_of(one: Operation) -> Iterator[tuple[str, Any]]:
    for parameter in one.parameters:
        if parameter.get("required"):
            yield snake(parameter["name"].lower()), parameter["example"]


def tag_of(one: Operation) -> str:
    tag = one.content["tags"][0]
    return snake(f"tag{tag}" if tag[0].isdigit() else tag)


def snake(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "_", text).lower()


def follow_the_guide(folder: Path, port: int) -> list[str]:
    """What goes wrong when the code of the guide runs unchanged, except for the address."""
    script = folder / "guide.py"
    script.write_text(code_in_the_guide("python").replace(ADDRESS, f"http://127.0.0.1:{port}"), "utf-8")
    command: list[str | Path] = [BIN / "python", "-W", "error", script]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != 3 or lines[0] not in component("Degree")["enum"]:
        return [f"the Python of the guide does not run: {done.stdout}{done.stderr}"]
    return []


def call(folder: Path, port: int, token: str) -> list[str]:
    """What goes wrong when the generated client is imported whole and calls the service."""
    plan = {
        "package": PACKAGE,
        "url": f"http://127.0.0.1:{port}",
        "token": token,
        "classes": objects(),
        "calls": [*calls()],
    }
    (folder / "plan.json").write_text(json.dumps(plan), "utf-8")
    command: list[str | Path] = [BIN / "python", "-W", "error", HERE / "python_calls.py", folder / "plan.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    wrong = done.stdout.splitlines()
    if done.returncode and not wrong:
        wrong = [f"python_calls.py failed.\n{done.stderr}"]
    return wrong
