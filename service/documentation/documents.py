"""What is served under /docs, however it was made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.web.resources import Resource


@dataclass(frozen=True, slots=True)
class Site:
    """All documents of the documentation."""

    welcome: Resource
    start: Resource
    schemas: Resource
    search: Resource
    operations: Mapping[str, Resource]
    guides: Mapping[str, Resource]
    problem_list: Resource
    problems: Mapping[str, Resource]
    """The page of each problem type, by slug."""
    assets: Mapping[str, Resource]
    """What the pages load: styles, scripts, and the pictures of the guides."""
    assets_version: str
    """Part of the assets' addresses: it changes when they do, so assets may be cached forever."""
    contract: Resource
    postman: Resource
    """The Postman collection, which `make postman` makes from the contract."""
    about: Mapping[str, Any]
    """The JSON answer of `GET /`."""
