"""What gunicorn serves."""

import os

from service.app import create_app
from service.settings import Settings
from service.wiring import collaborators

_settings = Settings.from_env(os.environ)
app = create_app(_settings, collaborators(_settings))
