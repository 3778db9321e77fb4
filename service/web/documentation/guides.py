"""The guides: every Markdown file under docs/, each with the name of its page and the group that it is listed in."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

INDEX: Final = "README"
_GROUPS: Final = {"": "Guides", "rules": "Rules", "algorithms": "Algorithms", "adr": "Decisions"}
"""Folders in the order in which they are listed; others come after them under their own names."""
_NUMBERED: Final = "Decisions"


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
    def name(self) -> str:
        """The name of its page: the path without folders' index and ending."""
        path = self.file.removesuffix(".md").removesuffix(f"/{INDEX}")
        return path.replace("/", "-").lower()

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/docs/guides/{self.name}"

    def link_target(self, link: str) -> str:
        """The path from the project's root that a link in this guide leads to, with its fragment."""
        path, hash_mark, fragment = link.partition("#")
        joined = posixpath.normpath(posixpath.join("docs", posixpath.dirname(self.file), path))
        return (joined if path else f"docs/{self.file}") + hash_mark + fragment


def read_guides(folder: Path) -> tuple[Guide, ...]:
    """All guides, group by group, and in each by title."""
    order = list(_GROUPS.values())
    guides = sorted(_read(folder), key=_place_in_group)
    return tuple(sorted(guides, key=lambda guide: order.index(guide.group) if guide.group in order else len(order)))


def _read(folder: Path) -> Iterator[Guide]:
    for path in folder.rglob("*.md"):
        name = path.relative_to(folder).as_posix()
        within = name.partition("/")[0] if "/" in name else ""
        group = _GROUPS.get(within, within.replace("-", " ").capitalize())
        title, _, body = path.read_text("utf-8").partition("\n")
        yield Guide(name, group, title.removeprefix("# "), body)


def _place_in_group(guide: Guide) -> tuple[str, bool, str]:
    is_index = guide.file.endswith(f"{INDEX}.md")
    return guide.group, not is_index, guide.file if guide.group == _NUMBERED else guide.title
