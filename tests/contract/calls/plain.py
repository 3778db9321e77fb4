"""The calls of operations that take nothing: the catalogue, tables, health, and the contract itself."""

from service.settings import Settings
from service.store.condition import StoreState
from tests.contract.calls.call import Call
from tests.fakes.app import AS_ADMIN, make_app
from tests.fakes.store_health import FakeStoreHealth

DOCUMENTS = (
    *("/", "/openapi.yaml", "/postman.json", "/favicon.ico", "/problems"),
    *("/docs", "/docs/schemas", "/docs/search.json", "/verify", "/console"),
)
NAMED_DOCUMENTS = {
    "/docs/reference/{operation}": {"operation": "resolveAction"},
    "/docs/guides/{guide}": {"guide": "idempotency"},
    "/problems/{slug}": {"slug": "stale-revision"},
    "/docs/assets/{version}/{name}": {"version": "any", "name": "pages.css"},
    "/console/assets/{version}/{folder}/{name}": {"version": "any", "folder": "styles", "name": "console.css"},
}
TUPLE = "/v1/tuples/{position}/{hand_type}/{primary_rank}/{secondary_rank}"
FRONT_TENS = {"position": "front", "hand_type": "4", "primary_rank": "10", "secondary_rank": "4"}
WHOAMI = "/v1/admin/whoami"
UNKNOWN_PARAMETER = {"query_string": {"dry_run": "true"}}
SEEN_BEFORE = {"headers": {"If-None-Match": "*", "Accept": "text/html"}}

CALLS = (
    Call("GET", "/v1/catalogue", 200),
    Call("GET", "/v1/catalogue", 304, SEEN_BEFORE),
    Call("GET", "/v1/catalogue", 422, UNKNOWN_PARAMETER),
    Call("GET", "/v1/piecepacks/rankings", 422, UNKNOWN_PARAMETER),
    Call("GET", "/v1/tuples", 304, SEEN_BEFORE),
    Call("GET", TUPLE, 304, SEEN_BEFORE, FRONT_TENS),
    Call("GET", TUPLE, 422, UNKNOWN_PARAMETER, FRONT_TENS),
    *(Call("GET", path, 422, UNKNOWN_PARAMETER) for path in ("/health/live", "/health/ready", "/version", "/metrics")),
    Call("GET", "/v1/piecepacks/rankings", 200),
    Call("GET", "/v1/tuples", 200),
    Call("GET", "/v1/tuples", 422, {"query_string": {"limit": "0"}}),
    Call("GET", TUPLE, 200, names=FRONT_TENS),
    Call("GET", TUPLE, 404, names={**FRONT_TENS, "hand_type": "3"}),
    Call("GET", "/health/live", 200),
    Call("GET", "/health/ready", 200),
    Call("GET", "/health/ready", 503, app=lambda: make_app(store_health=FakeStoreHealth(StoreState.DOWN))),
    Call("GET", "/version", 200),
    Call("GET", "/metrics", 200),
    Call("GET", WHOAMI, 200, {"headers": AS_ADMIN}),
    Call("GET", WHOAMI, 403, app=lambda: make_app(Settings())),
    Call("GET", WHOAMI, 422, {**UNKNOWN_PARAMETER, "headers": AS_ADMIN}),
    Call("GET", "/metrics", 401, app=lambda: make_app(Settings(api_tokens=("api-token-of-the-tests",)))),
    *(Call("GET", path, 200) for path in DOCUMENTS),
    *(Call("GET", path, 304, SEEN_BEFORE) for path in DOCUMENTS),
    *(Call("GET", path, 422, UNKNOWN_PARAMETER) for path in DOCUMENTS),
    *(Call("GET", path, 422, UNKNOWN_PARAMETER, names) for path, names in NAMED_DOCUMENTS.items()),
    *(Call("GET", path, 200, names=names) for path, names in NAMED_DOCUMENTS.items()),
    *(Call("GET", path, 304, SEEN_BEFORE, names) for path, names in NAMED_DOCUMENTS.items()),
    *(Call("GET", path, 404, names=dict.fromkeys(names, "x")) for path, names in NAMED_DOCUMENTS.items()),
)
