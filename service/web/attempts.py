"""Attempts at actions, as far as HTTP knows more of them than their bodies say."""

from dataclasses import replace

from service.usecases.resolve_action import Attempt
from service.web.safe_retries import retry_id


def retried(attempt: Attempt, part: int = 0) -> Attempt:
    """The attempt, so told of its retries that they can take the draw that it names once more."""
    if attempt.draw is None:
        return attempt
    return replace(attempt, draw=replace(attempt.draw, retry_id=retry_id(part)))
