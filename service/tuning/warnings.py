"""What a tuning may be and probably should not be: such a change has to be forced."""

from collections.abc import Iterator
from itertools import pairwise

from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake


def warnings_about(tuning: Tuning) -> Iterator[Mistake]:
    """Where a stronger hand would score less than a weaker one; between neighbours, so that each is reported once."""
    scores = tuning.hand_rank_scores
    for stronger, weaker in pairwise(HAND_RANKS):
        if scores[stronger] < scores[weaker]:
            message = f"Would be worth less than {weaker}, a weaker hand; send force: true if that is meant."
            yield Mistake(("hand_rank_scores", stronger), message)


def new_warnings(tuning: Tuning, before: Tuning | None) -> list[Mistake]:
    """The warnings that the tuning before did not give: a change that was forced once is not warned about again."""
    known = set(warnings_about(before)) if before else set()
    return [warning for warning in warnings_about(tuning) if warning not in known]
