"""What gunicorn serves."""

import os
import sys

from service.app import create_app
from service.settings import Settings
from service.tuning.files import InvalidTuningFile
from service.wiring import build_dependencies, build_service

_settings = Settings.from_env(os.environ)
try:
    app = create_app(_settings, build_service(_settings, build_dependencies(_settings)))
except InvalidTuningFile as mistake:
    sys.exit(f"destiny: {mistake}")
