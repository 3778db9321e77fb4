"""config/gunicorn.conf.py without the pages: the first worker that is asked for one makes them.

Making them takes a second of each start, and only tests of the pages need them.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

_file = Path(__file__).parents[2] / "config" / "gunicorn.conf.py"
_spec = spec_from_file_location("gunicorn_conf", _file)
assert _spec
assert _spec.loader
_shipped = module_from_spec(_spec)
_spec.loader.exec_module(_shipped)
globals().update({name: value for name, value in vars(_shipped).items() if not name.startswith("_")})


def when_ready(_server: Any) -> None:
    """In the master, before any worker."""
