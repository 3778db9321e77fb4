"""Expensive work of a request: the caller is charged what it costs, and takes turns with the others."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from service.auth.rate_limit import LimitRate
from service.auth.require import charge, current_caller
from service.system.turns import Turns


@dataclass(frozen=True, slots=True)
class TakeCallersTurn:
    """Charges the caller of the current request, and makes its work wait for a turn."""

    turns: Turns
    limit_rate: LimitRate | None
    """None: no limit, so nothing is charged."""

    def __call__(self, units: int) -> AbstractContextManager[None]:
        """Raises `TooMuchWaiting`, and `TooManyRequests` where the caller does not have enough units left."""
        if units == 1:
            return nullcontext()  # charged on arrival, as every request is
        caller = current_caller()
        self.turns.require_room(caller, units)  # before it is charged
        if self.limit_rate:
            charge(self.limit_rate, units, charged=1)
        return self.turns.hold(caller, units)
