"""The catalogue as JSON values: what the ids in a request may be, and what they do now."""

from collections.abc import Mapping
from typing import Any, Final

from service.rules.cards import SUIT_SYMBOLS, SUITS
from service.rules.destiny.hands import HAND_RANKS
from service.rules.destiny.suit_meanings import SUIT_MEANINGS
from service.rules.destiny.tuning_document import CATALOGUE
from service.rules.points import as_number
from service.usecases.tuning_revisions import TuningRevision

Json = dict[str, Any]
_LOWER_CASE: Final = {"a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to"}


def catalogue_answer(revision: TuningRevision) -> Json:
    """What `catalogue` answers."""
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
    """An id in words, as a heading has them: `three_of_a_kind` is Three of a Kind."""
    first, *others = name.split("_")
    return " ".join([first.capitalize(), *(word if word in _LOWER_CASE else word.capitalize() for word in others)])
