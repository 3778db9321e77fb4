"""The service, whose workers note how long their greenlets hold the event loop."""

import os
from pathlib import Path

from benchmarks.stretches import LongestStretch
from service.wsgi import app

__all__ = ["app"]

LongestStretch.made(Path(os.environ["DESTINY_DATA_DIR"]), os.getpid()).watch()
