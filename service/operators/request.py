"""What a request needs an operator to be allowed, and which operator has sent it."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import current_app, request

from service.operators.roles import Operator, Right

View = TypeVar("View", bound=Callable[..., Any])
_NEEDS: Final = "needs_right"
_OPERATOR: Final = "destiny.operator"
"""Key of the operator in the WSGI environment."""


def needs(right: Right) -> Callable[[View], View]:
    """Declare the right that a view needs of an operator. `require_right` reads it."""

    def declare(view: View) -> View:
        setattr(view, _NEEDS, right)
        return view

    return declare


def right_needed() -> Right | None:
    """The right that this request needs of an operator; None if its view declares none."""
    return needed_by(current_app.view_functions.get(request.endpoint or ""))


def needed_by(view: object) -> Right | None:
    """The right that a view has declared, if it has."""
    found: Right | None = getattr(view, _NEEDS, None)
    return found


def set_operator(operator: Operator) -> None:
    request.environ[_OPERATOR] = operator


def current_operator() -> Operator:
    """The operator who has sent this request. Only in admin routes is there always one."""
    operator: Operator = request.environ[_OPERATOR]
    return operator
