"""Queries, read as strictly as bodies."""

from typing import Any

import pytest
from flask import Flask
from marshmallow import ValidationError

from service.web.query import BooleanText, IntegerText, with_query
from service.web.schema import QuerySchema


class PageSchema(QuerySchema):
    """A page of something."""

    limit = IntegerText(minimum=1, maximum=100)
    reachable = BooleanText()


@with_query(PageSchema())
def _seen(page: Any) -> Any:
    return page


def read(query: str) -> Any:
    with Flask(__name__).test_request_context(f"/?{query}"):
        return _seen()


def test_query__of_known_parameters__is_read() -> None:
    assert read("limit=20&reachable=false") == {"limit": 20, "reachable": False}
    assert read("") == {}


@pytest.mark.parametrize(
    ("query", "mistakes"),
    [
        ("limit=1&limit=2", {"limit": ["Must appear only once."]}),
        *(
            (f"limit={text}", {"limit": ["Must be a whole number from 1 to 100."]})
            for text in ("", "0", "101", "1.0", "-1", "1_0", "%C2%B2", "x", "9" * 5000)
        ),
        ("reachable=True", {"reachable": ["Must be true or false."]}),
        ("page=1", {"page": ["Unknown parameter. Allowed: limit or reachable."]}),
    ],
)
def test_query__that_is_wrong__is_refused_by_name(query: str, mistakes: dict[str, list[str]]) -> None:
    with pytest.raises(ValidationError) as refused:
        read(query)
    assert refused.value.messages == mistakes
