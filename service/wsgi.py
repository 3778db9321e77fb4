"""What gunicorn serves."""

import os
import sys

from service.app import create_app
from service.settings import Settings
from service.tuning.file import InvalidTuningFile
from service.wiring import collaborators

_settings = Settings.from_env(os.environ)
try:
    app = create_app(_settings, collaborators(_settings))
except InvalidTuningFile as mistake:
    sys.exit(f"destiny: {mistake}")
