"""docs/operators/roles.md: the table of its roles by route is that of the routes."""

import re
from typing import Final

from service.operators.request import needed_by
from service.operators.roles import LOWEST_ROLE, Role
from tests.fakes.app import make_app
from tests.figures import DOCS

PAGE: Final = (DOCS / "operators/roles.md").read_text("utf-8")
ROWS: Final = re.findall(r"^\| `([A-Z]+) (/v1/[^`]+)` \| (.+) \|$", PAGE, re.MULTILINE)


def test_table__of_the_page__has_every_route_that_needs_a_role_and_who_has_it() -> None:
    app = make_app()
    routes = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)): LOWEST_ROLE[right]
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1/") and (right := needed_by(app.view_functions[rule.endpoint]))
    }

    assert {(method, path) for method, path, _ in ROWS} == routes.keys()
    for method, path, cells in ROWS:
        said = dict(zip(Role, cells.split(" | "), strict=True))
        assert [role for role, may in said.items() if may == "yes"] == [*Role][[*Role].index(routes[method, path]) :]
