"""config/gunicorn.conf.py without what takes a second of each start, and which only tests of it need.

The pages of the documentation are made by the first worker that is asked for one. Rules, tables and schemas, which
hold no lock and no connection, are imported once, before the workers are forked.
"""

import importlib
import pkgutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import flask  # noqa: F401
import marshmallow  # noqa: F401
import yaml  # noqa: F401

import service.actions.schemas
import service.engines

_file = Path(__file__).parents[2] / "config" / "gunicorn.conf.py"
_spec = spec_from_file_location("gunicorn_conf", _file)
assert _spec
assert _spec.loader
_shipped = module_from_spec(_spec)
_spec.loader.exec_module(_shipped)
globals().update({name: value for name, value in vars(_shipped).items() if not name.startswith("_")})


def when_ready(_server: Any) -> None:
    """In the master, before any worker."""
    for module in pkgutil.walk_packages(service.engines.__path__, "service.engines."):
        importlib.import_module(module.name)
