"""A real browser, services for it to visit, and a guard over every page."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from service.draws.answers import Json
from tests.browser.finding import NoBrowser, arguments, find_browser, is_required
from tests.browser.functions import FunctionsRun
from tests.browser.guard import Guard
from tests.browser.profiles import Kind, Profiles
from tests.browser.screens import DESKTOP, Screen
from tests.browser.verifying import answered
from tests.patience import PATIENCE_S
from tests.smoke.running_service import AS_IN_THE_IMAGE, RunningService, free_port

ADMIN_TOKEN: Final = "admin-token-of-the-browser"  # noqa: S105
API_TOKEN: Final = "api-token-of-the-browser"  # noqa: S105

expect.set_options(timeout=PATIENCE_S * 1000)
OpenPage = Callable[..., Page]
"""Opens a page of the service: `open_page("/docs", screen)`."""


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


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def new_profiles(profiles: Profiles) -> Iterator[None]:
    """For a test whose profiles no other test may use, before it or after it."""
    profiles.forget()
    yield
    profiles.forget()


@pytest.fixture
def open_page(profiles: Profiles, guard: Guard, functions: FunctionsRun | None) -> Iterator[OpenPage]:
    """Opens pages, each in its own profile and under guard."""
    with ExitStack() as until_the_end:

        def open_in_its_own_profile(path: str, screen: Screen = DESKTOP, *, scripts: bool = True) -> Page:
            context = until_the_end.enter_context(profiles.borrowed(Kind(guard.origin, screen, scripts), guard))
            page = context.new_page()
            if functions:
                functions.begin(page)
            page.goto(path)
            return page

        yield open_in_its_own_profile
        if functions:
            functions.end()


@pytest.fixture
def duel(service: RunningService) -> Json:
    """The answer to a duel with a promised draw."""
    body = {"action_type": "pvp", "actor": {"skills": {"brawling": 20}}, "target": {"npc": "elite"}}
    return answered(service, "/v1/resolve", body)
