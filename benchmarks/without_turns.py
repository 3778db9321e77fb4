"""The service, whose workers note the switches of their greenlets, except that expensive work waits for no turn."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from benchmarks.switches import note_switches
from service.app import create_app
from service.settings import Settings
from service.system.clock import yield_to_event_loop
from service.system.turns import Turns
from service.wiring import build_dependencies, build_service


class TurnsAtOnce(Turns):
    """Turns for everybody at once."""

    def require_room(self, caller: str, units: int) -> None:
        """There is always room."""
        del caller, units

    @contextmanager
    def hold(self, caller: str, units: int) -> Iterator[None]:
        """Begin."""
        del caller, units
        yield


_settings = Settings.from_env(os.environ)
_parts = replace(build_dependencies(_settings), turns=TurnsAtOnce(yield_to_event_loop))
app = create_app(_settings, build_service(_settings, _parts))

note_switches()
