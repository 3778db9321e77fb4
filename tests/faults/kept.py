"""What campaigns leave on the disk: a line for each run, so that one table can be made of several campaigns."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.faults.promises import Broken
from tests.faults.run import Run, Served
from tests.faults.stores import StoreKind


@dataclass(frozen=True)
class Unfinished:
    """A run in which something did not come back, so that nothing could be counted."""

    fault: str
    store: StoreKind
    seed: int
    failed: str
    """What it waited for."""


@dataclass
class Kept:
    """What came of one campaign, or of several."""

    runs: list[Run] = field(default_factory=list)
    unfinished: list[Unfinished] = field(default_factory=list)

    @classmethod
    def read(cls, files: Iterable[Path]) -> Self:
        found = cls()
        for file in files:
            for line in file.read_text("utf-8").splitlines():
                found.note(_read(json.loads(line)))
        return found

    def note(self, one: Run | Unfinished) -> None:
        if isinstance(one, Run):
            self.runs.append(one)
        else:
            self.unfinished.append(one)


def keep(one: Run | Unfinished, file: Path) -> None:
    """Add it to those of its campaign."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(one)) + "\n")


def _read(document: dict[str, Any]) -> Run | Unfinished:
    known = {**document, "store": StoreKind(document["store"])}
    if "failed" in document:
        return Unfinished(**known)
    fared = {name: Served(**group) for name, group in document["served"].items()}
    return Run(**{**known, "broken": Broken(**document["broken"]), "served": fared})
