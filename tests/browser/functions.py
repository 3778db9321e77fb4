"""Which functions of the pages' own scripts have run, as the browser counts them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page

Function = tuple[str, str, int]
"""The path of its script, its name, and where it begins in the script."""


@dataclass
class FunctionsRun:
    """Counts calls in the scripts under one path, over all pages that it is given."""

    under: str
    leaving_out: str
    """Scripts of others."""
    calls: dict[Function, int] = field(default_factory=dict)
    _pages: list[CDPSession] = field(default_factory=list)

    def begin(self, page: Page) -> None:
        """Count from now on, across all documents that the page will show."""
        session = page.context.new_cdp_session(page)
        session.send("Profiler.enable")
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        self._pages.append(session)

    def end(self) -> None:
        """Add up what the pages have counted; they are about to be closed."""
        for session in self._pages:
            for function, calls in self._counted(session):
                self.calls[function] = self.calls.get(function, 0) + calls
        self._pages.clear()

    def never_run(self) -> list[str]:
        """The functions that no page has called."""
        return sorted(f"{path}: {name} at {start}" for (path, name, start), calls in self.calls.items() if not calls)

    def _counted(self, session: CDPSession) -> Iterator[tuple[Function, int]]:
        for script in session.send("Profiler.takePreciseCoverage")["result"]:
            path = urlsplit(script["url"]).path
            if path.startswith(self.under) and self.leaving_out not in path:
                for function in script["functions"]:
                    whole = function["ranges"][0]
                    yield (path, function["functionName"] or "(unnamed)", whole["startOffset"]), whole["count"]
