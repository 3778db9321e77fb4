"""Builds the collection and its environment from the contract, with one folder for each tag."""

from pathlib import Path
from typing import Final

from service.documentation.contract import Contract, Group, Json, Operation
from tools.postman.chains import FOLDER_ORDER, MOVED, PROMISE, PURPOSES
from tools.postman.good import good_calls
from tools.postman.item import Draft, bearer, raw
from tools.postman.refused import refused_calls

PROJECT: Final = Path(__file__).resolve().parents[2]
CONTRACT_FILE: Final = PROJECT / "openapi.yaml"
FOLDER: Final = PROJECT / "docs" / "api" / "postman"
COLLECTION_FILE: Final = FOLDER / "collection.json"
ENVIRONMENT_FILE: Final = FOLDER / "environment.json"
FORMAT: Final = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
DESCRIPTION: Final = """\
Every operation with each of its examples, and the requests that it refuses. Made from the contract by `make postman`.

Set `baseUrl`, and `adminToken` to the token that `make run` prints. `apiToken` is needed where the operator has set
`DESTINY_API_TOKENS`. Run the whole collection: requests take ids, cursors and ETags from earlier answers. A request
with an `Idempotency-Key` uses a new key each time it is sent.

Do not run it on a service that players use: the folder *Tuning* changes the tuning and puts it back, *Insight* forgets
what was counted."""
_PREPARE: Final = (
    "// Each run has its own character, which its folder deletes at the end.",
    'if (!pm.collectionVariables.get("characterId")) {',
    '  pm.collectionVariables.set("characterId", pm.variables.replaceIn("postman-{{$guid}}"));',
    "}",
)


def collection(contract: Contract) -> Json:
    info = {"name": contract.info["title"], "description": DESCRIPTION, "schema": FORMAT}
    script = {"type": "text/javascript", "exec": [*_PREPARE]}
    return {
        "info": info,
        "item": [_folder(contract, group) for group in contract.groups],
        "auth": bearer("{{apiToken}}"),
        "event": [{"listen": "prerequest", "script": script}],
        "variable": [{"key": "baseUrl", "value": contract.server}],
    }


def environment(contract: Contract) -> Json:
    values = {"baseUrl": contract.server, "adminToken": "", "apiToken": ""}
    secrets = {"adminToken", "apiToken"}
    return {
        "name": f"{contract.info['title']}: on this machine",
        "values": [
            {"key": key, "value": value, "type": "secret" if key in secrets else "default", "enabled": True}
            for key, value in values.items()
        ],
        "_postman_variable_scope": "environment",
    }


def _folder(contract: Contract, group: Group) -> Json:
    ordered = sorted(group.operations, key=lambda one: FOLDER_ORDER.get(one.name, 0))
    good = [made for one in ordered for made in _in_order(contract, one)]
    refused = [made for one in ordered for made in refused_calls(contract, one)]
    items = [made.as_json for made in good]
    if refused:
        items.append({"name": "Refused", "item": [made.as_json for made in refused]})
    return {"name": group.name, "description": group.description.strip(), "item": items}


def _in_order(contract: Contract, one: Operation) -> list[Draft]:
    """The operation's requests, without those moved elsewhere and with those moved here."""
    made: list[Draft] = []
    for name, each in good_calls(contract, one):
        if (one.name, name) in MOVED:
            continue
        if "{{drawId}}" in (each.body or "") and one.name != "verifyDraw":
            made.append(_promise(contract, each))
        made.append(each)
        for (operation, example), after in MOVED.items():
            if after == (one.name, name) and "again" not in each.name:
                made += _by_name(contract, operation, example)
    return made


def _promise(contract: Contract, needed: Draft) -> Draft:
    """A promised draw for this request alone, since a promised draw can be used only once."""
    (made, *_) = _by_name(contract, *PROMISE)
    made.body = raw({"for": PURPOSES[needed.operation.name]})
    made.name = f"{made.operation.summary}: for the next request, {needed.name}"
    made.tests = [line for line in made.tests if f"{made.operation.name}Key" not in line]
    made.tests = [line for line in made.tests if f"{made.operation.name}Answer" not in line]
    return made


def _by_name(contract: Contract, operation: str, example: str) -> list[Draft]:
    (one,) = (each for each in contract.operations if each.name == operation)
    return [each for name, each in good_calls(contract, one) if name == example]
