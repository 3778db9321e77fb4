"""The routes without a row of their own among the most expensive requests, and why they have none."""

from collections.abc import Mapping
from typing import Final

_A_PAGE: Final = "One page or file, which is made and compressed before."
_FIXED: Final = "The same few bytes, or a few figures, whatever is asked."
_ONE_TABLE: Final = "One table of at most six players, whose bodies stay below a few KiB."
_FEW_TILES: Final = "At most twenty players, whose hands are looked up in a table."
_ONE_KEY: Final = "One key of the store."
_ONE_TUPLE: Final = "One tuple, where the list has a thousand."
_AS_RESTORED: Final = "As expensive as restore, and it needs a store that was replaced: once in the life of that."

CHEAP_ROUTES: Final[Mapping[str, str]] = {
    "POST /v1/draws": "Makes and keeps one seed.",
    "GET /verify": _A_PAGE,
    "DELETE /v1/characters/{character_id}": "Its keys, and the records in its list: 200 at most.",
    "DELETE /v1/characters/{character_id}/effects/{effect}": _ONE_KEY,
    "GET /v1/resolutions/{resolution_id}": "One of the records that a page has a hundred of.",
    "POST /v1/admin/tuning/adopt": _AS_RESTORED,
    "GET /v1/admin/tuning/schema": "The same for every caller, and far shorter than a full catalogue.",
    "DELETE /v1/admin/insights": "A few keys for each of the days that GET reads.",
    "GET /v1/admin/insights/resets": "A page of short lines, one for each reset.",
    "GET /v1/admin/whoami": _FIXED,
    "POST /v1/pyramid/deal": _ONE_TABLE,
    "POST /v1/pyramid/evaluate": "One hand of at most seventeen cards.",
    "POST /v1/pyramid/validate": _ONE_TABLE,
    "POST /v1/pyramid/score": _ONE_TABLE,
    "POST /v1/pyramid/settle": _ONE_TABLE,
    "GET /v1/tuples/{position}/{hand_type}/{primary_rank}/{secondary_rank}": _ONE_TUPLE,
    "POST /v1/tuples/lookup": _ONE_TUPLE,
    "GET /v1/piecepacks/rankings": "The same for every caller, made once.",
    "POST /v1/piecepacks/deal": _FEW_TILES,
    "POST /v1/piecepacks/evaluate": _FEW_TILES,
    "POST /v1/piecepacks/showdown": _FEW_TILES,
    "GET /health/live": _FIXED,
    "GET /health/ready": _FIXED,
    "GET /version": _FIXED,
    "GET /": _FIXED,
    "GET /docs": _A_PAGE,
    "GET /docs/reference/{operation}": _A_PAGE,
    "GET /docs/guides/{guide}": _A_PAGE,
    "GET /docs/assets/{version}/{name}": _A_PAGE,
    "GET /favicon.ico": _A_PAGE,
    "GET /problems": _A_PAGE,
    "GET /problems/{slug}": _A_PAGE,
    "GET /console": _A_PAGE,
    "GET /console/assets/{version}/{folder}/{name}": _A_PAGE,
}
