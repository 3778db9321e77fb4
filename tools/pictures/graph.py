"""Reads the imports between the packages of the service from the code."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
Edge = tuple[str, str]
_GAMES = ("destiny", "piecepacks", "pyramid")


@dataclass(frozen=True, slots=True)
class Graph:
    """Packages and their imports, without cycles."""

    nodes: frozenset[str]
    edges: frozenset[Edge]

    def below(self) -> Mapping[str, frozenset[str]]:
        """The packages that each package imports."""
        return {node: frozenset(to for of, to in self.edges if of == node) for node in self.nodes}

    def reduced(self) -> "Graph":
        """The graph without imports that others imply: a package that imports the tuning also reaches the engines."""
        below = self.below()

        @cache
        def reached(node: str) -> frozenset[str]:
            return below[node].union(*(reached(next_one) for next_one in below[node]))

        def follows(edge: Edge) -> bool:
            of, to = edge
            return any(to in reached(between) for between in below[of] - {to})

        return Graph(self.nodes, frozenset(edge for edge in self.edges if not follows(edge)))

    def heights(self) -> Mapping[str, int]:
        """For each package, the length of its longest chain of imports; 0 without imports."""
        below = self.below()

        @cache
        def height(node: str) -> int:
            return 1 + max(map(height, below[node]), default=-1)

        return {node: height(node) for node in self.nodes}


def read_exceptions(pyproject: Path = ROOT / "pyproject.toml") -> frozenset[Edge]:
    """Imports between modules that the project's import contracts list as exceptions."""
    contracts = tomllib.loads(pyproject.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    named = (line.split(" -> ") for contract in contracts for line in contract.get("ignore_imports", []))
    return frozenset((of, to) for of, to in named)


def read_graph(exceptions: Iterable[Edge]) -> Graph:
    """The packages of `service`, without the imports named as exceptions."""
    found = grimp.build_graph("service", cache_dir=None)
    imports = {
        (module, imported)
        for module in found.modules
        for imported in found.find_modules_directly_imported_by(module)
        if (module, imported) not in exceptions
    }
    named = {(package_of(of), package_of(to)) for of, to in imports}
    nodes = frozenset(package_of(module) for module in found.modules) - {""}
    return Graph(nodes, frozenset((of, to) for of, to in named if of != to and of and to))


def package_of(module: str) -> str:
    """The package of the service that a module is in. Each game of the engines counts as a package."""
    _, *parts = module.split(".")
    if parts[:1] == ["engines"] and len(parts) > 1 and parts[1] in _GAMES:
        return f"engines/{parts[1]}"
    return parts[0] if parts else ""
