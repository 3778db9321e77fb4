"""A real browser, services for it to visit, and a guard over every page."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from service.draws.answers import Json
from tests.browser.finding import NoBrowser, arguments, find_browser, is_required
from tests.browser.functions import FunctionsRun
from tests.browser.guard import Guard
from tests.browser.verifying import answered
from tests.patience import PATIENCE_S
from tests.smoke.running_service import AS_IN_THE_IMAGE, RunningService, free_port

ADMIN_TOKEN: Final = "admin-token-of-the-browser"  # noqa: S105
API_TOKEN: Final = "api-token-of-the-browser"  # noqa: S105

expect.set_options(timeout=PATIENCE_S * 1000)
OpenPage = Callable[..., Page]
"""Opens a page of the service: `open_page("/docs", screen)`."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What somebody looks at the pages with."""

    name: str
    size: ViewportSize
    scheme: str = "light"
    touched: bool = False

    def __str__(self) -> str:
        return self.name


NARROW: Final = Screen("narrow phone", {"width": 360, "height": 740}, touched=True)
PHONE: Final = Screen("phone", {"width": 390, "height": 844}, touched=True)
PHONE_DARK: Final = Screen("phone, dark", {"width": 390, "height": 844}, "dark", touched=True)
TABLET: Final = Screen("tablet", {"width": 768, "height": 1024}, touched=True)
DESKTOP: Final = Screen("desktop", {"width": 1440, "height": 900})
DESKTOP_DARK: Final = Screen("desktop, dark", {"width": 1440, "height": 900}, "dark")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that is found; without one the tests are skipped, or fail where one is required."""
    with sync_playwright() as playwright:
        try:
            program = find_browser(os.environ, Path(playwright.chromium.executable_path))
        except NoBrowser as missing:
            if is_required(os.environ):
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        launched = playwright.chromium.launch(executable_path=program, args=arguments())
        yield launched
        launched.close()


def served(**settings: str) -> Iterator[RunningService]:
    """A service with these settings, ended after its tests."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        # With its pages made before the workers are forked, as all of them are asked for.
        command = (*AS_IN_THE_IMAGE[:-1], "tests.smoke.cold_app:app")
        service = RunningService(Path(folder) / "var", free_port(), Path(folder) / "output", command, **settings)
        try:
            service.wait_until_ready()
            yield service
        finally:
            service.end()


@pytest.fixture(scope="session")
def open_service() -> Iterator[RunningService]:
    """A service as `make run` starts it: the game's routes are open, the admin's have a token."""
    yield from served(DESTINY_ADMIN_TOKEN=ADMIN_TOKEN)


@pytest.fixture(scope="session")
def closed_service() -> Iterator[RunningService]:
    """A service whose game routes need a token too."""
    yield from served(DESTINY_ADMIN_TOKEN=ADMIN_TOKEN, DESTINY_API_TOKENS=API_TOKEN)


@pytest.fixture
def service(open_service: RunningService) -> RunningService:
    """The service that `open_page` visits; a module or a class may choose another."""
    return open_service


@pytest.fixture
def guard(service: RunningService) -> Iterator[Guard]:
    """What is wrong with the pages of this test, held against it in the end."""
    watching = Guard(f"http://127.0.0.1:{service.port}")
    yield watching
    assert watching.complaints == []


@pytest.fixture
def functions() -> FunctionsRun | None:
    """What counts the functions that run on the pages of a test; none unless a folder asks for it."""
    return None


@pytest.fixture
def open_page(browser: Browser, guard: Guard, functions: FunctionsRun | None) -> Iterator[OpenPage]:
    """Opens pages, each in its own profile and under guard."""
    contexts: list[BrowserContext] = []

    def open_in_a_new_profile(path: str, screen: Screen = DESKTOP, *, scripts: bool = True) -> Page:
        context = browser.new_context(
            base_url=guard.origin,
            viewport=screen.size,
            color_scheme="dark" if screen.scheme == "dark" else "light",
            is_mobile=screen.touched,
            has_touch=screen.touched,
            java_script_enabled=scripts,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_S * 1000)
        guard.watch(context)
        page = context.new_page()
        if functions:
            functions.begin(page)
        page.goto(path)
        return page

    yield open_in_a_new_profile
    if functions:
        functions.end()
    for context in contexts:
        context.close()


@pytest.fixture
def duel(service: RunningService) -> Json:
    """The answer to a duel with a promised draw."""
    body = {"action_type": "pvp", "actor": {"skills": {"brawling": 20}}, "target": {"npc": "elite"}}
    return answered(service, "/v1/resolve", body)
