"""What gunicorn serves."""

import os

from service.app import create_app
from service.settings import Settings
from service.wiring import collaborators

app = create_app(collaborators(Settings.from_env(os.environ)))
