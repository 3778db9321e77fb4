"""The service without warming up: that takes seconds of every worker, and one test alone waits for it."""

from service.app import WARM_UP
from service.wsgi import app

__all__ = ["app"]

app.extensions[WARM_UP] = lambda: None
