"""Profiles of the browser: emptied after each test, and kept for the next that wants one like it.

A kept profile has the scripts of our pages, compiled. Loading and compiling them is half the work of a page.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext

from tests.browser.guard import TELL_OF_VIOLATIONS, Guard
from tests.browser.screens import Screen
from tests.patience import PATIENCE_S


@dataclass(frozen=True, slots=True)
class Kind:
    """What cannot change in a profile."""

    origin: str
    screen: Screen
    scripts: bool


class Profiles:
    """Those of one browser that no test has at the moment."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[Kind, BrowserContext]] = []

    @contextmanager
    def borrowed(self, kind: Kind, guard: Guard) -> Iterator[BrowserContext]:
        """One under guard, without anything that an earlier page has stored."""
        context = self._kept(kind) or self._new(kind)
        guard.watch(context)
        yield context
        _empty(context, kind.origin)
        guard.leave(context)
        self._free.append((kind, context))

    def forget(self) -> None:
        """Close them all, so that those that are borrowed later are new."""
        while self._free:
            self._free.pop()[1].close()

    def _kept(self, kind: Kind) -> BrowserContext | None:
        found = next((number for number, (of, _) in enumerate(self._free) if of == kind), None)
        return None if found is None else self._free.pop(found)[1]

    def _new(self, kind: Kind) -> BrowserContext:
        screen = kind.screen
        context = self._browser.new_context(
            base_url=kind.origin,
            viewport=screen.size,
            color_scheme="dark" if screen.scheme == "dark" else "light",
            is_mobile=screen.touched,
            has_touch=screen.touched,
            java_script_enabled=kind.scripts,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        context.add_init_script(TELL_OF_VIOLATIONS)
        # Stays: a page shares the process of the others of its origin, and with the last of them its scripts are gone.
        context.new_page().goto("/health/live")
        return context


def _empty(context: BrowserContext, origin: str) -> None:
    """Delete what the pages of a test have stored, and close them, as each tab has a storage of its own."""
    context.set_offline(offline=False)
    stays, *pages = context.pages
    browser_itself = context.new_cdp_session(stays)
    for stored_by in {origin, *(page.url for page in pages if page.url.startswith("http"))}:
        browser_itself.send("Storage.clearDataForOrigin", {"origin": stored_by, "storageTypes": "all"})
    browser_itself.detach()
    for page in pages:
        page.close()
