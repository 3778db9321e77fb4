"""Watches a page for what no page of ours may do, whatever a test is about."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

_FAILED = re.compile(r"Failed to load resource: (?:the server responded with a status of (\d{3})|net::ERR_)")
NO_ANSWER = 0
"""In place of a status, for requests that get no answer."""
TELL_OF_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violation: ${event.effectiveDirective} refused ${event.blockedURI}`));
"""


@dataclass
class Guard:
    """Collects policy violations, errors on the console, uncaught errors, and requests to anywhere but the service."""

    origin: str
    expected: set[int] = field(default_factory=set)
    """Statuses of errors that a test provokes; the browser writes a line to the console for each."""
    complaints: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Watch all pages of this context, those of today and those to come."""
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("page", self._page)

    def leave(self, context: BrowserContext) -> None:
        """Watch no further pages of this context."""
        context.remove_listener("console", self._console)
        context.remove_listener("weberror", self._error)
        context.remove_listener("request", self._request)
        context.remove_listener("page", self._page)

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def _page(self, page: Page) -> None:
        page.on("crash", lambda _: self.complaints.append("the page crashed"))

    def _console(self, message: ConsoleMessage) -> None:
        failed = _FAILED.match(message.text)
        if failed and int(failed[1] or NO_ANSWER) in self.expected:
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and f"{parts.scheme}://{parts.netloc}" != self.origin:
            self.complaints.append(f"request to elsewhere: {request.url}")
