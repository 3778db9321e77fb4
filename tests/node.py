"""Programs of Node's that checks run: each folder locks its own."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

OLDEST_NODE: Final = 20
"""The oldest major version that all of the programs run on."""


def usable_node() -> bool:
    """Whether the machine has a Node that the programs run on."""
    if not (node := shutil.which("node")) or not shutil.which("npm"):
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return int(version.lstrip("v").partition(".")[0]) >= OLDEST_NODE


def install(folder: Path) -> None:
    """What the folder's lock file names, checked by its hashes; nothing of it runs while it is installed."""
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run(["npm", "ci", "--loglevel=error"], cwd=folder, check=True)
        done.touch()
