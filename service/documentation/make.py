"""Makes the pages for the workers of a service, and writes them to the open file of this number."""

import logging.config
import os
import sys
from typing import Final

from service.documentation.made import write
from service.documentation.site import of_this_project
from service.settings import Settings
from service.system.json_log import log_configuration

BEHIND_REQUESTS: Final = 5
"""How much nicer this process is than the workers. With more, a busy machine would keep callers waiting for a page."""


def main() -> None:
    os.nice(BEHIND_REQUESTS)
    logging.config.dictConfig(log_configuration(Settings.from_env(os.environ).log_level))
    try:
        write(of_this_project(), int(sys.argv[1]))
    except Exception:
        # The status stays 0: gunicorn would report any other as that of a worker.
        logging.getLogger(__name__).exception("The pages could not be made, and stay as they were.")


if __name__ == "__main__":
    main()
