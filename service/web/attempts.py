"""Attempts at actions and deals, as far as HTTP knows more of them than their bodies say."""

from dataclasses import replace
from typing import TypeVar

from service.usecases.deal_tiles import TilesWanted
from service.usecases.pyramid.deal_cards import DealWanted
from service.usecases.resolve_action import Attempt
from service.web.safe_retries import retry_id

Drawing = TypeVar("Drawing", Attempt, DealWanted, TilesWanted)


def retried(attempt: Drawing, part: int = 0) -> Drawing:
    """The attempt, so told of its retries that they can take the draw that it names once more."""
    if attempt.draw is None:
        return attempt
    return replace(attempt, draw=replace(attempt.draw, retry_id=retry_id(part)))
