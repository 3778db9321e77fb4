"""A profile that a test gets from an earlier one has nothing of it."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.guard import Guard
from tests.browser.profiles import Kind, Profiles
from tests.browser.screens import DESKTOP, PHONE

pytestmark = pytest.mark.usefixtures("new_profiles")
STORE = "localStorage.setItem('kept', 'here'), sessionStorage.setItem('kept', 'here'), document.cookie = 'kept=here'"
STORED = "[localStorage.getItem('kept'), sessionStorage.getItem('kept'), document.cookie]"


def visit(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/")
    return page


def test_profile__borrowed_after_another_test__is_the_same_and_has_nothing_stored(
    profiles: Profiles, guard: Guard
) -> None:
    kind = Kind(guard.origin, DESKTOP, scripts=True)
    with profiles.borrowed(kind, guard) as first:
        visit(first).evaluate(STORE)
        assert visit(first).evaluate(STORED) == ["here", None, "kept=here"]

    with profiles.borrowed(kind, guard) as second:
        assert second is first
        assert visit(second).evaluate(STORED) == [None, None, ""]


def test_profiles__borrowed_at_once_or_for_another_screen__are_different(profiles: Profiles, guard: Guard) -> None:
    kind, other = (Kind(guard.origin, screen, scripts=True) for screen in (DESKTOP, PHONE))
    with profiles.borrowed(kind, guard) as first, profiles.borrowed(kind, guard) as second:
        visit(first).evaluate(STORE)
        assert visit(second).evaluate(STORED) == [None, None, ""]

    with profiles.borrowed(other, guard) as third:
        assert visit(third).viewport_size == PHONE.size


def test_guard__of_an_earlier_test__has_left_the_profile(profiles: Profiles, guard: Guard) -> None:
    kind, earlier = Kind(guard.origin, DESKTOP, scripts=True), Guard(guard.origin)
    with profiles.borrowed(kind, earlier) as first:
        visit(first)

    with profiles.borrowed(kind, guard) as second:
        assert second is first
        page = visit(second)
        page.evaluate("console.error('something is wrong')")
        page.evaluate("0")  # lets the event come in

    assert earlier.complaints == []
    assert guard.complaints == ["console: something is wrong"]
    guard.complaints.clear()
