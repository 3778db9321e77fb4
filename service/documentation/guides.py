"""Finds the guides: every Markdown file under docs/, with its page name and its group in the list."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

INDEX: Final = "README"
_READERS: Final = ("api", "designers", "operators", "developers")
"""Folders that do not appear in addresses, so that a guide keeps its address when it moves between them."""
_GROUPS: Final = {
    "": "Guides",
    "api": "API callers",
    "designers": "Designers",
    "operators": "Operators",
    "developers": "Developers",
    "developers/algorithms": "Algorithms",
    "adr": "Decisions",
    "rules": "Rules",
}
"""Titles of the folders, in the order of the list. Other folders follow under their own names."""
FORMER_NAMES: Final = {
    "safe-retries": "idempotency",
    "api-clients": "clients",
    "adr-0009-kept-before-told": "adr-0009-keep-before-sending",
}
"""Page names of earlier releases, with their current names. Both work."""
_LINK: Final = re.compile(r"\]\(([^)#:]+\.md)")


@dataclass(frozen=True, slots=True)
class Guide:
    """One Markdown file and its place among the pages."""

    file: str
    """The path below docs/."""
    group: str
    title: str
    body: str
    """The text without the title."""

    @property
    def folder(self) -> str:
        """The folder below docs/."""
        return posixpath.dirname(self.file)

    @property
    def name(self) -> str:
        """The page name: the path without the reader's folder, README and the extension, joined by hyphens."""
        *folders, file = self.file.removesuffix(".md").split("/")
        parts = [*folders, file] if file != INDEX else folders
        if len(parts) > 1 and parts[0] in _READERS:
            parts = parts[1:]
        return "-".join(parts).lower() or "start"

    @property
    def address(self) -> str:
        return f"/docs/guides/{self.name}"

    def link_target(self, link: str) -> str:
        """Where a link in this guide leads, as a path from the project's root, fragment included."""
        path, hash_mark, fragment = link.partition("#")
        joined = posixpath.normpath(posixpath.join("docs", self.folder, path))
        return (joined if path else f"docs/{self.file}") + hash_mark + fragment


def read_guides(folder: Path) -> tuple[Guide, ...]:
    """All guides by group: first the group's index, then what it links to in that order, then the rest by title."""
    guides = list(_read(folder))
    listed = {guide.folder: _links(guide) for guide in guides if guide.file.endswith(f"{INDEX}.md")}
    order = list(_GROUPS)

    def place(guide: Guide) -> tuple[int, str, int, str]:
        group = order.index(guide.folder) if guide.folder in order else len(order)
        links = listed.get(guide.folder, [])
        return group, guide.folder, links.index(guide.file) if guide.file in links else len(links), guide.title

    return tuple(sorted(guides, key=place))


def _read(folder: Path) -> Iterator[Guide]:
    for path in folder.rglob("*.md"):
        name = path.relative_to(folder).as_posix()
        within = posixpath.dirname(name)
        group = _GROUPS.get(within, within.replace("-", " ").replace("/", ": ").capitalize())
        title, _, body = path.read_text("utf-8").partition("\n")
        yield Guide(name, group, title.removeprefix("# "), body)


def _links(index: Guide) -> list[str]:
    """The index itself and the files that it links to, as paths below docs/."""
    linked = (posixpath.normpath(posixpath.join(index.folder, link)) for link in _LINK.findall(index.body))
    return [index.file, *linked]
