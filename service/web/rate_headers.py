"""Keeping a caller to its rate, and telling it how it stands (draft-ietf-httpapi-ratelimit-headers-11)."""

from math import ceil

from flask import Response, after_this_request

from service.usecases.limit_rate import LimitRate, TooManyRequests


def keep_to_the_rate(limit_rate: LimitRate, caller: str) -> None:
    """Count the request; `TooManyRequests` where it is one too many. The answer tells what is left in either case."""
    allowance = limit_rate(caller)
    if allowance is None:
        return
    next_in_s = ceil(allowance.next_in_s)  # whole seconds, and never too early

    @after_this_request
    def tell(response: Response) -> Response:
        response.headers["RateLimit-Policy"] = f'"caller";q={limit_rate.a_minute};w=60'
        response.headers["RateLimit"] = f'"caller";r={allowance.remaining};t={next_in_s}'
        return response

    if not allowance.allowed:
        raise TooManyRequests(next_in_s)
