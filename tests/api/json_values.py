"""Arbitrary JSON, and bodies that are right but for one place, for property tests."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from tests.builders.actions import BATCH, GANG_WAR, ODDS, PVE, PVP, RESOLVE, SCORE, SKILL_CHECK, Json, scored

Path = tuple[str | int, ...]

_RICH: Json = {
    **PVE,
    "location": "frontera",
    "actor": {
        "skills": {"lockpicking": 50},
        "modifiers": [{"source": "map", "flat": 2.5, "suits": {"clubs": -1}, "hand_ranks": {"pair": 10}}],
        "items": ["lucky_ace_charm"],
        "effects": ["whiskey"],
    },
}
_ACTIONS: list[Json] = [
    _RICH,
    SKILL_CHECK,
    {**PVP, "defense_bonus": 15},
    {**GANG_WAR, "method": "best_three", "defense_bonus": 0.5},
]
_WHAT_IF: Json = {
    "tuning_revision": 0,
    "tuning": {"critical_margin": 150, "skills": {"golf": ["hearts"]}, "npcs": {"rookie": {"avg_suit_bonus": 8}}},
}
GOOD: dict[str, list[Json]] = {
    RESOLVE: _ACTIONS,
    BATCH: [{"requests": _ACTIONS}],
    ODDS: [{**action, **_WHAT_IF} for action in _ACTIONS],
    SCORE: [{**scored(action), **_WHAT_IF} for action in _ACTIONS],
}
"""Bodies that each route takes, with every field there is."""


def paths_in(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value inside a JSON value, itself included."""
    yield path
    if isinstance(value, dict):
        for name, below in value.items():
            yield from paths_in(below, (*path, name))
    if isinstance(value, list):
        for index, below in enumerate(value):
            yield from paths_in(below, (*path, index))


def value_at(body: Any, path: Path) -> Any:
    """The value there."""
    for step in path:
        body = body[step]
    return body


def _names(value: Any) -> set[str]:
    return {step for path in paths_in(value) for step in path if isinstance(step, str)}


_WORDS = sorted(
    {name for bodies in GOOD.values() for name in _names(bodies)}
    | {"_schema", "__proto__", "", "a/b~c", "pve", "skill_check", "pvp", "gang_war", "average", "A♠", "Kd", "rookie"}
    | {"W", "front", "back", "play", "surrender", "dragon", "auto", "standard", "points"}
)
texts = st.sampled_from(_WORDS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=70)
numbers = (
    st.integers(-(2**70), 2**70)
    | st.integers(-2, 110)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(-100_001, 100_001, places=2).map(float)
    | st.sampled_from([0.001, -0.0, 12.0, 100_000, 100_000.01, 2.345, 5e-324, 1.7976931348623157e308])
)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(texts, inner, max_size=6),
    max_leaves=20,
)


@st.composite
def spoilt(draw: st.DrawFn, bodies: Sequence[Json]) -> Any:
    """One of these bodies that a route takes, with anything in one place of it, or a field too many or too few."""
    body: Any = deepcopy(draw(st.sampled_from(bodies)))
    way = draw(st.sampled_from(list(paths_in(body))))
    if not way:
        return draw(values)
    holder, last = value_at(body, way[:-1]), way[-1]
    doubled = [*holder, value_at(body, way)] if isinstance(holder, list) else None
    match draw(st.sampled_from(["replace", "remove", "add", "double"])):
        case "remove":
            del holder[last]
        case "add" if isinstance(holder, dict):
            holder[draw(texts)] = draw(values)
        case "double" if doubled:
            holder[:] = doubled
        case _:
            holder[last] = draw(values)
    return body
