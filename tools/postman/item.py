"""One request of the collection."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from service.documentation.contract import Contract, Json, Operation
from tools.postman.chains import BODY_FIELDS, FIELDS, HEADERS, PATH

JSON_TYPE: Final = "application/json"
FRESH_KEY: Final = (
    "// A new key each time it is sent; a retry would use the old one.",
    'pm.variables.set("idempotencyKey", pm.variables.replaceIn("{{$guid}}"));',
)
NO_TOKEN: Final[Json] = {"type": "noauth"}


def bearer(token: str) -> Json:
    return {"type": "bearer", "bearer": [{"key": "token", "value": token, "type": "string"}]}


ADMIN: Final = bearer("{{adminToken}}")
_TOKENS: Final = {"admin": ADMIN, "none": NO_TOKEN}
"""Other operations use the collection's setting, the API token."""


@dataclass(slots=True)
class Draft:
    """A request under construction, which starts as the contract describes it."""

    operation: Operation
    name: str
    tests: list[str]
    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    auth: Json | None = None
    before: list[str] = field(default_factory=list)

    @property
    def as_json(self) -> Json:
        """The request in Postman's format."""
        steps = [
            self.path.get(step[1:-1], step) if step[:1] == "{" else step for step in self.operation.path.split("/")[1:]
        ]
        url: Json = {"raw": "", "host": ["{{baseUrl}}"], "path": steps}
        asked = [{"key": name, "value": value} for name, value in self.query.items()]
        if asked:
            url["query"] = asked
        query = "&".join(f"{name}={value}" for name, value in self.query.items())
        url["raw"] = "{{baseUrl}}/" + "/".join(steps) + (f"?{query}" if query else "")
        request: Json = {
            "method": self.operation.method,
            "description": f"{self.operation.summary}\n\n{{{{baseUrl}}}}/docs/reference/{self.operation.name}",
            "header": [{"key": name, "value": value} for name, value in self.headers.items()],
            "url": url,
        }
        if self.body is not None:
            request["body"] = {"mode": "raw", "raw": self.body, "options": {"raw": {"language": "json"}}}
        if self.auth is not None:
            request["auth"] = self.auth
        return {"name": self.name, "event": [*_script("prerequest", self.before), *_script("test", self.tests)]} | {
            "request": request
        }


def draft(contract: Contract, operation: Operation, name: str, body: Any = None) -> Draft:
    """A request as the contract describes it: every required parameter, with ids and ETags from earlier responses."""
    made = Draft(operation, name, [], auth=None if _any_token(operation) else _TOKENS.get(contract.tokens(operation)))
    for parameter in contract.parameters(operation):
        known = parameter["name"]
        if parameter["in"] == "path":
            made.path[known] = PATH.get(known) or quote(str(parameter["example"]), safe="")
        elif parameter["in"] == "header" and known in HEADERS:
            made.headers[known] = HEADERS[known]
        elif parameter.get("required"):
            raise ValueError(f"{operation.name}: no value for {known}")
    if "Idempotency-Key" in made.headers:
        made.before = [*FRESH_KEY]
    if body is not None:
        made.headers["Content-Type"] = JSON_TYPE
        made.body = raw(chained(body, BODY_FIELDS.get(operation.name, {})))
    return made


def chained(value: Any, numbers: Mapping[str, str]) -> Any:
    """A body with ids from earlier responses in place of the example's."""
    if isinstance(value, list):
        return [chained(each, numbers) for each in value]
    if not isinstance(value, dict):
        return value
    ids = {**FIELDS, **numbers}
    return {name: ids[name] if name in ids else chained(each, numbers) for name, each in value.items()}


def raw(value: Any) -> str:
    """The text of a body. A variable that holds a number is not quoted."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    numbers = {each for fields in BODY_FIELDS.values() for each in fields.values()}
    return re.sub(r'"(\{\{\w+\}\})"', lambda found: found[1] if found[1] in numbers else found[0], text)


def _any_token(operation: Operation) -> bool:
    return {"apiToken": []} in operation.content.get("security", [])


def _script(event: str, lines: Iterable[str]) -> list[Json]:
    code = [*lines]
    return [{"listen": event, "script": {"type": "text/javascript", "exec": code}}] if code else []
