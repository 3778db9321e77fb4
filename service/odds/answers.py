"""Distributions of totals as JSON values."""

from typing import Any

from service.actions.answers import character
from service.engines.draws import HAND_COUNT
from service.engines.points import as_number
from service.odds.totals import CountedTotals

Json = dict[str, Any]


def totals_answer(counted: CountedTotals) -> Json:
    answer: Json = {
        "tuning_revision": counted.tuning_revision,
        "hands": HAND_COUNT,
        "totals": [as_number(total) for total in counted.totals],
        "counts": counted.hands,
    }
    if counted.participant.character_id is not None:
        answer["characters"] = [character(counted.participant)]
    return answer
