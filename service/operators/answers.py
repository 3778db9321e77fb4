"""Operators as JSON values."""

from typing import Any

from service.operators.roles import Operator

Json = dict[str, Any]


def operator_answer(operator: Operator) -> Json:
    return {"name": operator.name, "role": operator.role, "rights": list(operator.rights)}
