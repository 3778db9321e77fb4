"""What the examples of an operation need besides their bodies: a state of the service, headers, names in the path."""

from collections.abc import Callable
from typing import Final

from flask import Flask

from service.operators.roles import Role
from tests.builders.recorded import counted_app, recorded_app
from tests.builders.tuned import emptied_app, tuned_app
from tests.fakes.app import make_app
from tests.fakes.operators import AS, AS_ANN
from tests.openapi import Operation

STATES: Final[dict[str, Callable[[], Flask]]] = {
    "/v1/admin/tuning": tuned_app,
    "/v1/admin/tuning/restore": tuned_app,
    "/v1/admin/tuning/adopt": emptied_app,
    "/v1/admin/tuning/diff": tuned_app,
    "/v1/admin/tuning/revisions": tuned_app,
    "/v1/admin/tuning/revisions/{revision}": tuned_app,
    "/v1/admin/insights": counted_app,
    "/v1/resolutions": recorded_app,
    "/v1/resolutions/{resolution_id}": recorded_app,
}
"""The service in the state that the examples of a path need, if that is not its state at the first start."""


def state_for(operation: Operation) -> Callable[[], Flask]:
    """The application that the operation's examples are about."""
    return STATES.get(operation.path, make_app)


def headers_for(operation: Operation) -> dict[str, str]:
    """An operator's token where it is asked for, and the example of each header that has to be there."""
    token = AS[Role.ADMIN] if Role.ADMIN in operation.roles else AS_ANN if operation.for_admins else {}
    return {**token, **_examples_of(operation, "header")}


def names_for(operation: Operation) -> dict[str, str]:
    """The example of each name in the path."""
    return _examples_of(operation, "path")


def _examples_of(operation: Operation, place: str) -> dict[str, str]:
    wanted = [one for one in operation.parameters if one["in"] == place and one.get("required")]
    return {one["name"]: str(one["example"]) for one in wanted}
