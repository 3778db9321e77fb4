"""The benchmark of the most expensive requests leaves no operation out unsaid."""

from benchmarks.cheap_routes import CHEAP_ROUTES
from benchmarks.expensive_requests import expensive_requests
from tests.openapi import operation_of, operations


def measured() -> set[str]:
    """The operations with a row, by method and path; a request that no operation takes is one by itself."""
    found = set()
    for one in expensive_requests():
        operation = operation_of(one.method, one.target.partition("?")[0])
        found.add(f"{one.method} {operation.path}" if operation else f"unknown: {one.route}")
    return found


def test_expensive_requests__every_operation__is_measured_or_said_to_be_cheap() -> None:
    assert sorted([*measured(), *CHEAP_ROUTES]) == sorted(f"{one.method} {one.path}" for one in operations())
