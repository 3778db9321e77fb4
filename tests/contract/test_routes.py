"""Routes and paths match both ways."""

import re

from tests.fakes.app import make_app
from tests.openapi import operations


def test_routes__of_the_application__are_those_of_the_contract() -> None:
    routes = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in make_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(one.method, one.path) for one in operations()}
