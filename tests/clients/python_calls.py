"""Imports every module of the generated client and makes the calls of a plan with it. Writes what goes wrong.

Run by tests/clients with the Python that the generator is installed in; it knows nothing of the service's code.
"""

import importlib
import json
import pkgutil
import sys
from datetime import datetime
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args, get_type_hints

sys.path.insert(0, str(Path.cwd()))
PLAN = json.loads(Path(sys.argv[1]).read_text("utf-8"))
PACKAGE = importlib.import_module(PLAN["package"])


def modules() -> dict[str, ModuleType]:
    """Every module of the client, imported."""
    found = pkgutil.walk_packages(PACKAGE.__path__, f"{PACKAGE.__name__}.")
    return {each.name: importlib.import_module(each.name) for each in found}


def body_from(function: Any, value: Any) -> Any:
    """The value as one of the classes that the call takes for its body; the one that says the same again."""
    hint = get_type_hints(function)["body"]
    classes = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    for one in classes:
        try:
            body = one.from_dict(value)
        except (AttributeError, KeyError, TypeError, ValueError):
            continue
        if same(body.to_dict(), value):
            return body
    raise ValueError("no class takes the example")


def plain(parsed: Any) -> Any:
    """What the client has understood, as JSON again."""
    return [each.to_dict() for each in parsed] if isinstance(parsed, list) else parsed.to_dict()


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; times may be spelled in two ways."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, str) and isinstance(other, str) and one != other:
        return moment(one) == moment(other) is not None
    return bool(one == other)


def moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def complaint_about(call: dict[str, Any], function: Any, client: Any) -> str | None:
    """What is wrong with one call, if anything is."""
    arguments = dict(call["arguments"])
    if call["body"] is not None:
        arguments["body"] = body_from(function, call["body"])
    response = function(client=client, **arguments)
    if response.status_code >= 500:
        return f"the service answered {response.status_code}"
    if not call["json"] and response.status_code < 400:
        return None
    if response.parsed is None:
        return f"the answer {response.status_code} was not understood"
    if not same(plain(response.parsed), json.loads(response.content)):
        return f"the answer {response.status_code} lost something: {type(response.parsed).__name__}"
    return None


def main() -> None:
    known = modules()
    models = known[f"{PACKAGE.__name__}.models"]
    wrong = [f"{name}: no such class" for name in PLAN["classes"] if not hasattr(models, name)]
    with PACKAGE.AuthenticatedClient(PLAN["url"], token=PLAN["token"], timeout=20) as client:
        for call in PLAN["calls"]:
            try:
                complaint = complaint_about(call, known[call["module"]].__dict__["sync_detailed"], client)
            except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
                complaint = repr(error)
            if complaint:
                wrong.append(f"{call['module']}: {complaint}")
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.exit(bool(wrong))


main()
