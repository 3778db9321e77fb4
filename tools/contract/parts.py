"""The parts of the contract, one with each feature, and the file that they make together."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from service import VERSION
from service.web.problem_types import PROBLEM_TYPES

Json = dict[str, Any]
ROOT: Final = Path(__file__).resolve().parents[2]
CONTRACT_FILE: Final = ROOT / "openapi.yaml"
PART: Final = "openapi.yaml"
ORDER: Final = (
    *(".", "actions", "odds", "draws", "verification", "characters", "records", "catalogue", "tuning"),
    *(
        "insights",
        "operators",
        "pyramid",
        "piecepacks",
        "operations",
        "metrics",
        "documentation",
        "console",
        "idempotency",
    ),
    *("auth", "web"),
)
"""The order of the features in the contract; a feature that is not named here comes after those that are."""
KINDS: Final = ("requestBodies", "parameters", "securitySchemes", "headers", "responses", "schemas", "examples")
_FROM_CODE: Final = {
    "$VERSION": VERSION,
    "$PROBLEM_TYPES": "\n    ".join(
        f"| `{one.slug}` | {one.status.value} | {one.when} |" for one in PROBLEM_TYPES.values()
    ),
}
"""What the first part takes from the code, so that it is written down once."""
Blocks = dict[str, str]
"""Entries by their names, each as it is written: comments, folding and all."""


def part_files(service: Path = ROOT / "service") -> list[Path]:
    """Every part, in the order of the contract."""
    found = {str(path.parent.relative_to(service)): path for path in service.rglob(PART)}
    ordered = [name for name in ORDER if name in found]
    return [found[name] for name in (*ordered, *sorted(set(found) - set(ordered)))]


def read(text: str) -> Json:
    """A document as data."""
    document: Json = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return document


def merged(texts: Iterable[str]) -> str:
    """One document of all parts. What two of them define is an error."""
    head, paths = "", Blocks()
    components = {kind: Blocks() for kind in KINDS}
    for text in texts:
        for key, block in _blocks(text, 0):
            if key == "paths":
                _add(paths, _blocks(block, 2))
            elif key == "components":
                for kind, entries in _blocks(block, 2):
                    _add(components[kind], _blocks(entries, 4))
            else:
                head += block
    kinds = (f"  {kind}:\n{''.join(blocks.values())}" for kind, blocks in components.items() if blocks)
    for name, text in _FROM_CODE.items():
        head = head.replace(name, text)
    return f"{head}paths:\n{''.join(paths.values())}components:\n{''.join(kinds)}"


def with_examples(text: str, written: Mapping[str, str]) -> str:
    """The document with these examples for its own."""
    before, found, _ = text.partition("\n  examples:\n")
    return before + found + "".join(written.values()) if found else text


def _add(blocks: Blocks, more: Iterable[tuple[str, str]]) -> None:
    for name, block in more:
        if name in blocks:
            raise ValueError(f"Two parts of the contract define {name}.")
        blocks[name] = block


def _blocks(text: str, indent: int) -> Iterator[tuple[str, str]]:
    """What has a key at this indentation, and all its lines, comments before it included."""
    key, lines = "", list[str]()
    waiting = list[str]()
    for line in text.splitlines(keepends=True):
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth == indent and line.lstrip().startswith("#"):
            waiting.append(line)
        elif line.strip() and depth == indent:
            if key:
                yield key, "".join(lines)
            key, lines, waiting = (
                line.strip().partition(": " if ": " in line else ":")[0].strip("'\""),
                [*waiting, line],
                [],
            )
        elif key:
            lines += [*waiting, line]
            waiting = []
    if key:
        yield key, "".join(lines)
