"""The service, whose workers note the switches of their greenlets."""

from benchmarks.switches import note_switches
from service.wsgi import app

__all__ = ["app"]

note_switches()
