"""What a tuning may be and hardly should: a change to it has to be forced."""

from collections.abc import Iterator
from itertools import pairwise

from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake


def doubts(tuning: Tuning) -> Iterator[Mistake]:
    """Where a stronger hand would score less than a weaker one; between neighbours, so that each is told once."""
    scores = tuning.hand_rank_scores
    for stronger, weaker in pairwise(HAND_RANKS):
        if scores[stronger] < scores[weaker]:
            message = f"Would be worth less than {weaker}, a weaker hand; send force: true if that is meant."
            yield Mistake(("hand_rank_scores", stronger), message)


def new_doubts(tuning: Tuning, before: Tuning | None) -> list[Mistake]:
    """The doubts that the tuning before did not give rise to; what was forced once is not asked for again."""
    known = set(doubts(before)) if before else set()
    return [doubt for doubt in doubts(tuning) if doubt not in known]
