"""What the first calls of a process still have to work out: `python -m tests.first_calls [warm]`.

With `warm`, the process warms up first. Prints, as JSON, how many entries each cache of the Pyramid engine had to be
filled with by the calls.
"""

import json
import sys
from typing import Any, Final

from service.app import WARM_UP
from tests.builders.pyramid_table import NOTHING, SEVENTEEN
from tests.fakes.app import make_app

CALLS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *(("/v1/pyramid/arrange", {"cards": SEVENTEEN[:size], "alternatives": 1, "players": 4}) for size in range(13, 18)),
    ("/v1/pyramid/arrange", {"cards": NOTHING, "objective": "net_points"}),
    ("/v1/pyramid/evaluate", {"cards": ["10h", "10d", "W"], "position": "front"}),
    ("/v1/pyramid/automatics", {"cards": SEVENTEEN}),
    ("/v1/pyramid/arrange", {"cards": SEVENTEEN, "players": 4, "variant": "standard"}),
    ("/v1/pyramid/decide", {"cards": NOTHING, "players": 2, "samples": 2}),
    ("/v1/pyramid/decide", {"cards": NOTHING, "players": 2, "samples": 2, "surrender_rate": 0.5, "declare": True}),
    ("/v1/tuples/lookup", {"cards": ["10h", "10d", "W"], "position": "front"}),
)
BY_CARDS: Final = ("_best_runs", "runs")
"""Caches of what little depends on the cards: they go on being filled."""


def caches() -> dict[str, int]:
    """How many entries each cache of the engine has had to make so far."""
    modules = [module for name, module in sys.modules.items() if name.startswith("service.") and "pyramid" in name]
    found = {
        f"{one.__module__}.{one.__name__}": one.cache_info().misses
        for module in modules
        for one in vars(module).values()
        if hasattr(type(one), "cache_info") and one.__name__ not in BY_CARDS
    }
    return dict(sorted(found.items()))


def main(*, warm: bool) -> None:
    """Make the calls, and say what they had to fill."""
    app = make_app()
    if warm:
        app.extensions[WARM_UP]()
    before = caches()
    client = app.test_client()
    for path, body in CALLS:
        if client.post(path, json=body).status_code != 200:
            raise AssertionError(path)
    filled = {name: made - before.get(name, 0) for name, made in caches().items()}
    sys.stdout.write(json.dumps(filled))


if __name__ == "__main__":
    main(warm="warm" in sys.argv)
