"""Which browser the tests drive: one that is on the machine, as nothing is downloaded for them."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

CHOSEN: Final = "TEST_BROWSER"
"""Names the program of a Chromium, before all others. Not DESTINY_...: those are settings of the service."""
REQUIRED: Final = "TEST_BROWSER_REQUIRED"
"""With 1, or where CI is true, tests without a browser fail instead of being skipped."""
NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
"""The first has the pages without the windows around them, and takes 60 % of the time that a whole browser does."""
ON_A_MAC: Final = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
HOW_TO_GET_ONE: Final = (
    "No browser to test with. Install one (on Debian: sudo apt-get install chromium-headless-shell; elsewhere: "
    f".venv/bin/playwright install chromium), or name the program of a Chromium in {CHOSEN}."
)
PLAIN_HOST: Final = "plain.test"
"""A name of this machine. Browsers give pages there, over plain HTTP, less than those of 127.0.0.1."""
QUIET: Final = (
    "--disable-gpu",
    "--process-per-site",  # the pages of a profile share one, and what it has compiled: a fifth of the work of a page
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1",
)


class NoBrowser(Exception):
    """There is none, or not the one that was named."""


def find_browser(environment: Mapping[str, str], own: Path) -> Path:
    """The program of a Chromium: the one that is named, else one of the system, else Playwright's own."""
    if named := environment.get(CHOSEN):
        if found := shutil.which(named, path=environment.get("PATH")):
            return Path(found)
        raise NoBrowser(f"{CHOSEN} is {named!r}, and that is no program.")
    on_the_path = (shutil.which(name, path=environment.get("PATH")) for name in NAMES)
    for program in (*(Path(path) for path in on_the_path if path), ON_A_MAC, own):
        if program.exists():
            return program
    raise NoBrowser(HOW_TO_GET_ONE)


def is_required(environment: Mapping[str, str]) -> bool:
    """Whether tests fail without a browser."""
    asked = environment.get(REQUIRED, "")
    return asked == "1" if asked else environment.get("CI", "").lower() == "true"


def arguments() -> list[str]:
    """How the program is started."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, *(["--no-sandbox"] if as_root else [])]
