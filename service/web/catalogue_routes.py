"""The route that shows the catalogue."""

import orjson
from flask import Blueprint, Response

from service.usecases.ports import TuningStore
from service.usecases.tuning_revisions import TuningRevision
from service.web.answers.catalogue import catalogue_answer
from service.web.json_answer import told_answer
from service.web.preconditions import tagged_by_content


class CatalogueText:
    """The catalogue as JSON text, written once for each revision: a large one takes milliseconds."""

    def __init__(self) -> None:
        self._last: tuple[TuningRevision, bytes] | None = None

    def of(self, revision: TuningRevision) -> bytes:
        """The text for this revision."""
        # By identity: where a store has lost revisions, another one may have the same number.
        if self._last is None or self._last[0] is not revision:
            self._last = revision, orjson.dumps(catalogue_answer(revision))
        return self._last[1]


def catalogue_routes(tunings: TuningStore) -> Blueprint:
    """The route, over this store."""
    routes = Blueprint("catalogue", __name__, url_prefix="/v1")
    text = CatalogueText()

    @routes.get("/catalogue")
    def catalogue() -> Response:
        return tagged_by_content(told_answer(text.of(tunings.current())))

    return routes
