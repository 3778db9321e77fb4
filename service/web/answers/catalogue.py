"""The catalogue as JSON values: what the ids in a request may be, and what they do now."""

from typing import Any

from service.rules.cards import SUIT_SYMBOLS, SUITS
from service.rules.destiny.hands import HAND_RANKS
from service.rules.destiny.suit_meanings import SUIT_MEANINGS
from service.rules.destiny.tuning_document import CATALOGUE
from service.usecases.tuning_revisions import TuningRevision


def catalogue_answer(revision: TuningRevision) -> dict[str, Any]:
    """What `catalogue` answers."""
    scores = revision.document["hand_rank_scores"]
    return {
        "tuning_revision": revision.number,
        "hand_ranks": [{"hand_rank": rank, "base_score": scores[rank]} for rank in HAND_RANKS],
        "suits": {suit.value: {"symbol": SUIT_SYMBOLS[suit], "meaning": SUIT_MEANINGS[suit]} for suit in SUITS},
        **{part: revision.document[part] for part in CATALOGUE},
    }
