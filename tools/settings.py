"""`make settings`: writes config/example.env from the declarations in service/settings.py."""

from pathlib import Path
from textwrap import fill
from typing import Final

from service.settings import VARIABLES

EXAMPLE: Final = Path(__file__).parents[1] / "config" / "example.env"
_WIDTH: Final = 120
_HEAD: Final = """\
# Every setting of the service, with its default. Copy it, change what you need, and hand it to the process:
#   set -a; . ./my.env; set +a; gunicorn -c config/gunicorn.conf.py service.wsgi:app
# An empty value counts as unset. A value that is not allowed, or a DESTINY_ name not listed here, ends the start with
# a message. Paths may be relative to the folder that the service is started in.
# Made by `make settings` from service/settings.py; change it there.
"""


def example_env() -> str:
    """The text of the file, from the declarations."""
    parts = [_HEAD]
    for variable in VARIABLES.values():
        about = fill(
            variable.about,
            _WIDTH,
            initial_indent="# ",
            subsequent_indent="# ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        parts.append(f"{about}\n{variable.name}={variable.default}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    EXAMPLE.write_text(example_env(), "utf-8")
