"""The calls that read records and insight."""

from flask import Flask

from service.records.ports import Record
from tests.builders.recorded import ROBBERY_ID, counted_app, recorded_app
from tests.contract.calls.call import Call
from tests.contract.calls.tuning import closed_app
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.ledger import InMemoryLedger

ALL = "/v1/resolutions"
ONE = f"{ALL}/{{resolution_id}}"
INSIGHTS = "/v1/admin/insights"
RESETS = f"{INSIGHTS}/resets"
ON_INSIGHTS = (("GET", INSIGHTS), ("DELETE", INSIGHTS), ("GET", RESETS))
ROBBERY = {"resolution_id": ROBBERY_ID}


def without_ledger() -> Flask:
    """The application while the ledger does not answer."""
    return make_app(ledger=InMemoryLedger(unavailable=True))


def of_a_later_release() -> Flask:
    """The application with a record that a later release has written."""
    ledger = InMemoryLedger()
    ledger.write([Record(ROBBERY_ID, b'{"record_version":2,"resolution":"in another form"}')])
    return make_app(ledger=ledger)


def without_insight() -> Flask:
    """The application while the store of counts does not answer."""
    return make_app(insight=InMemoryInsightStore(unavailable=True))


CALLS = (
    Call("GET", ALL, 200, app=recorded_app),
    Call("GET", ALL, 422, {"query_string": {"limit": "101"}}),
    Call("GET", ALL, 503, app=without_ledger),
    Call("GET", ONE, 200, names=ROBBERY, app=recorded_app),
    Call("GET", ONE, 404, names={"resolution_id": "unknown"}, app=recorded_app),
    Call("GET", ONE, 422, {"query_string": {"limit": "1"}}, ROBBERY, recorded_app),
    Call("GET", ONE, 409, names=ROBBERY, app=of_a_later_release),
    Call("GET", ONE, 503, names=ROBBERY, app=without_ledger),
    Call("GET", INSIGHTS, 200, {"headers": AS_ADMIN}, app=counted_app),
    *(
        Call("GET", INSIGHTS, 200, {"headers": AS_ADMIN, "query_string": {"by": by}}, app=counted_app)
        for by in ("day", "revision", "crime")
    ),
    *(
        Call("GET", INSIGHTS, 422, {"headers": AS_ADMIN, "query_string": query})
        for query in ({"days": "31"}, {"from": "2025-01-01"}, {"by": "day", "limit": "5"})
    ),
    Call("DELETE", INSIGHTS, 422, {"headers": AS_ADMIN, "query_string": {"days": "7"}}, app=counted_app),
    Call("DELETE", INSIGHTS, 204, {"headers": AS_ADMIN}, app=counted_app),
    Call("GET", RESETS, 200, {"headers": AS_ADMIN}),
    Call("GET", RESETS, 422, {"headers": AS_ADMIN, "query_string": {"limit": "101"}}),
    *(Call(method, path, 403, app=closed_app) for method, path in ON_INSIGHTS),
    *(Call(method, path, 503, {"headers": AS_ADMIN}, app=without_insight) for method, path in ON_INSIGHTS),
    *(
        Call("GET", INSIGHTS, 503, {"headers": AS_ADMIN, "query_string": {"by": by}}, app=without_insight)
        for by in ("day", "revision", "crime")
    ),
)
