"""Requests that are refused: for each operation, every documented error that a caller can provoke at will."""

from collections.abc import Iterator
from typing import Final

from service.documentation.contract import Contract, Operation
from tools.postman import answers
from tools.postman.good import request_examples
from tools.postman.item import ADMIN, NO_TOKEN, Draft, bearer, chained, draft, raw

PROVOKED: Final = frozenset({400, 401, 404, 409, 412, 415, 422, 428})
"""The others need megabytes (413), or a service closed to admins (403), busy (429) or without its store (503)."""
UNKNOWN: Final = {
    "character_id": "nobody-{{$guid}}",
    "effect": "no_such_effect",
    "resolution_id": "01930000-0000-7000-8000-000000000000",
    "revision": "999999999",
    "hand_type": "3",
    "operation": "noSuchOperation",
    "guide": "no-such-guide",
    "name": "no-such-file",
    "slug": "no-such-problem",
}
_SKIP_WHERE_OPEN: Final = (
    "// Without API tokens the game's routes are open, and no token is wrong.",
    'if (!pm.variables.get("apiToken")) { pm.execution.skipRequest(); }',
)


def provoked(contract: Contract, one: Operation) -> set[int]:
    """The error statuses that these requests provoke."""
    documented = {int(status) for status, _ in contract.responses(one)}
    if not _takes_key(contract, one):
        documented -= {409}  # it means a revision or a record that cannot be read
    return documented & PROVOKED


def refused_calls(contract: Contract, one: Operation) -> Iterator[Draft]:
    """The requests, by status."""
    for status in sorted(provoked(contract, one)):
        made = _spoiled(contract, one, status)
        made.tests = answers.problem_tests(status)
        yield made


def _takes_key(contract: Contract, one: Operation) -> bool:
    return any(parameter["name"] == "Idempotency-Key" for parameter in contract.parameters(one))


def _spoiled(contract: Contract, one: Operation, status: int) -> Draft:
    bodies = [value for _, value in request_examples(contract, one).values()] or [None]
    made = draft(contract, one, "", bodies[0])
    match status:
        case 400 if made.body is not None:
            why, made.body = "a body that ends too early", "{"
        case 401:
            why = _without_token(made)
        case 404:
            why = "an unknown id"
            made.path |= {name: UNKNOWN[name] for name in made.path if name in UNKNOWN}
        case 409:
            other = {"requests": bodies[0]["requests"][:1]} if len(bodies) == 1 else bodies[1]
            why, made.body, made.before = "a key that another request has used", raw(chained(other, {})), []
            made.headers["Idempotency-Key"] = f"{{{{{one.name}Key}}}}"
        case 412:
            why, made.headers["If-Match"] = "a revision that is no longer the newest", '"0"'
        case 415:
            why, made.headers["Content-Type"] = "a body that is not JSON", "text/plain"
        case 428:
            why = "no If-Match header"
            del made.headers["If-Match"]
        case _ if made.body is not None:
            why, made.body = "an unknown field", raw({"no_such_field": True})
        case _:
            why = _bad_value(contract, one, made)
    made.name = f"{status} {one.summary}: {why}"
    return made


def _without_token(made: Draft) -> str:
    if made.auth == ADMIN:
        made.auth = NO_TOKEN
        return "no token"
    made.auth = bearer("not-a-token-of-this-service")
    made.before += _SKIP_WHERE_OPEN
    return "a wrong token"


def _bad_value(contract: Contract, one: Operation, made: Draft) -> str:
    """Set an invalid query parameter or path parameter, or an unknown query parameter if there is neither."""
    values = {"limit": "0", "days": "0", "records": "maybe"}
    names = [each["name"] for each in contract.parameters(one)]
    for name in names:
        if name in values:
            made.query = {name: values[name]}
            return f"a wrong {name}"
    if "character_id" in names:
        made.path["character_id"] = "two%20words"
        return "an id with a space"
    made.query = {"no_such_parameter": "1"}
    return "an unknown query parameter"
