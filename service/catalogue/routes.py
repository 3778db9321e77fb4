"""The route of the catalogue, and its JSON text."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from flask import Blueprint, Response

from service.engines.cards import SUIT_SYMBOLS, SUITS, Suit
from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.tuning import CATALOGUE
from service.engines.points import as_number
from service.tuning.ports import TuningStore
from service.tuning.revisions import TuningRevision
from service.web.conditional import tagged_by_content
from service.web.json_io import json_text_answer

SUIT_MEANINGS: Final = {
    Suit.SPADES: "Cunning, stealth and trickery: the outlaw's skills.",
    Suit.HEARTS: "Spirit, charisma and medicine: social and supernatural skills.",
    Suit.CLUBS: "Force, combat and violence: the fighter's skills.",
    Suit.DIAMONDS: "Wealth, craft and material: economic and crafting skills.",
}

Json = dict[str, Any]
_LOWER_CASE: Final = {"a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to"}


def catalogue_answer(revision: TuningRevision) -> Json:
    document, tuning = revision.document, revision.tuning
    scores = document["hand_rank_scores"]
    return {
        "tuning_revision": revision.number,
        "skill_curve": tuning.skill_curve,
        "max_skill_level": tuning.max_skill_level,
        # All skills follow one curve, so it is listed once: the bonus at level 1, at level 2, and so on.
        "skill_bonuses": [as_number(bonus) for bonus in tuning.skill_bonuses[1:]],
        "default_gang_method": tuning.default_gang_method,
        "hand_ranks": [{"hand_rank": rank, "title": title_of(rank), "base_score": scores[rank]} for rank in HAND_RANKS],
        "suits": {
            suit.value: {"title": title_of(suit), "symbol": SUIT_SYMBOLS[suit], "meaning": SUIT_MEANINGS[suit]}
            for suit in SUITS
        },
        **{part: _titled(document[part]) for part in CATALOGUE},
    }


def _titled(entries: Mapping[str, Json]) -> dict[str, Json]:
    return {name: {"title": title_of(name), **entry} for name, entry in entries.items()}


def title_of(name: str) -> str:
    """The id in title case: `three_of_a_kind` is Three of a Kind."""
    first, *others = name.split("_")
    return " ".join([first.capitalize(), *(word if word in _LOWER_CASE else word.capitalize() for word in others)])


class CatalogueText:
    """The catalogue as JSON text, serialized once per revision: a large one takes milliseconds."""

    def __init__(self) -> None:
        self._last: tuple[TuningRevision, bytes] | None = None

    def of(self, revision: TuningRevision) -> bytes:
        # Compared by identity: if the store has lost revisions, another one may have the same number.
        if self._last is None or self._last[0] is not revision:
            self._last = revision, orjson.dumps(catalogue_answer(revision))
        return self._last[1]


def catalogue_routes(tunings: TuningStore) -> Blueprint:
    routes = Blueprint("catalogue", __name__, url_prefix="/v1")
    text = CatalogueText()

    @routes.get("/catalogue")
    def catalogue() -> Response:
        return tagged_by_content(json_text_answer(text.of(tunings.current())))

    return routes
