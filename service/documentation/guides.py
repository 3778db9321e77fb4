"""The guides: every Markdown file under docs/, each with the name of its page and the group that it is listed in."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

INDEX: Final = "README"
_READERS: Final = ("api", "designers", "operators", "developers")
"""Folders that no address names, so that a guide keeps its address when it moves from one to another."""
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
"""Folders in the order in which they are listed; others come after them under their own names."""
FORMER_NAMES: Final = {
    "safe-retries": "idempotency",
    "api-clients": "clients",
    "adr-0009-kept-before-told": "adr-0009-keep-before-sending",
}
"""Names that pages had in earlier releases, each with the name it has now. Both work."""
_LINK: Final = re.compile(r"\]\(([^)#:]+\.md)")


@dataclass(frozen=True, slots=True)
class Guide:
    """One file, and where it is on the pages."""

    file: str
    """Its path below docs/, as links name it."""
    group: str
    title: str
    body: str
    """The text without its title."""

    @property
    def folder(self) -> str:
        """Where its file is, below docs/."""
        return posixpath.dirname(self.file)

    @property
    def name(self) -> str:
        """The name of its page: the path without the reader's folder, an index's file name and the ending."""
        *folders, file = self.file.removesuffix(".md").split("/")
        parts = [*folders, file] if file != INDEX else folders
        if len(parts) > 1 and parts[0] in _READERS:
            parts = parts[1:]
        return "-".join(parts).lower() or "start"

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/docs/guides/{self.name}"

    def link_target(self, link: str) -> str:
        """The path from the project's root that a link in this guide leads to, with its fragment."""
        path, hash_mark, fragment = link.partition("#")
        joined = posixpath.normpath(posixpath.join("docs", self.folder, path))
        return (joined if path else f"docs/{self.file}") + hash_mark + fragment


def read_guides(folder: Path) -> tuple[Guide, ...]:
    """All guides, group by group: the index of each, what it links to in that order, and the others by title."""
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
