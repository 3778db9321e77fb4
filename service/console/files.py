"""The page of the console and the files that it loads: those of this folder, without comments and indentation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from service.web.resources import Resource, read_styles

FOLDER: Final = Path(__file__).parent
VENDOR: Final = "vendor"
"""Scripts of others, sent as they came: their comments name their licences."""
ASSETS: Final = ("charts", "core", "screens", "styles", "tune", VENDOR)
ADDRESS: Final = "/console/assets"
TYPES: Final = {".css": "text/css", ".js": "text/javascript"}


@dataclass(frozen=True, slots=True)
class ConsoleFiles:
    page: Resource
    assets: Mapping[tuple[str, str], Resource]
    """Scripts and styles by folder and name."""
    version: str
    """Part of the assets' addresses: it changes when one of them does, so they may be cached forever."""


@cache
def console_files() -> ConsoleFiles:
    """The files, read once: gunicorn's master calls this before it forks the workers."""
    return read_files(FOLDER)


def read_files(folder: Path) -> ConsoleFiles:
    contents = {
        (part, path.name): path.read_bytes() if part == VENDOR else shortened(_text(path)).encode()
        for part in ASSETS
        for path in sorted((folder / part).iterdir())
        if path.suffix in TYPES
    }
    digest = sha256()
    for (part, name), content in contents.items():
        digest.update(f"{part}/{name} {len(content)}\n".encode() + content)
    version = digest.hexdigest()[:12]
    page = (folder / "console.html").read_text()
    page = page.replace("{preload}", "\n".join(_preloads(contents))).replace("{assets}", f"{ADDRESS}/{version}")
    assets = {at: Resource.of(TYPES[Path(at[1]).suffix], content) for at, content in contents.items()}
    return ConsoleFiles(Resource.of("text/html", page), assets, version)


def _text(path: Path) -> str:
    return read_styles(path) if path.suffix == ".css" else path.read_text("utf-8")


def shortened(text: str) -> str:
    """A script or a style sheet without blank lines, indentation, and comments that have their lines to themselves."""
    kept = []
    inside = False
    for line in map(str.strip, text.splitlines()):
        inside = inside or line.startswith("/*")
        if line and not inside and not line.startswith("//"):
            kept.append(line)
        inside = inside and "*/" not in line
    return "\n".join(kept) + "\n"


def _preloads(contents: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Links for all scripts, which the browser would else find one import after the other."""
    for part, name in contents:
        if name.endswith(".js"):
            yield f'<link rel="modulepreload" href="{{assets}}/{part}/{name}">'
