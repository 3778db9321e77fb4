"""The console while the service is slow, failing or out of reach: it says so, and goes on once that is over."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.guard import NO_ANSWER, Guard

API = "**/v1/**"
STORE = '{"type": "/problems/store-unavailable", "title": "Store unavailable", "status": 503, "detail": "No store."}'
SCREENS = {
    "#/history": ".revisions li",
    "#/revision/0": "h1",
    "#/insights?view=day": "section",
    "#/support": ".records, main > p",
}


def failing(route: Route) -> None:
    route.fulfill(status=500, body="<h1>Internal Server Error</h1>", content_type="text/html")


def without_store(route: Route) -> None:
    route.fulfill(status=503, body=STORE, content_type="application/problem+json")


def out_of_reach(route: Route) -> None:
    route.abort()


TROUBLE: dict[Callable[[Route], None], tuple[int, str]] = {
    failing: (500, "The service failed to answer."),
    without_store: (503, "Store unavailable"),
    out_of_reach: (NO_ANSWER, "The service cannot be reached."),
}


@pytest.mark.parametrize("trouble", TROUBLE, ids=lambda trouble: trouble.__name__)
def test_screens__in_trouble__say_so_and_try_again_when_asked(
    open_console: OpenConsole, api: Api, guard: Guard, trouble: Callable[[Route], None]
) -> None:
    status, text = TROUBLE[trouble]
    guard.expected.add(status)
    page = open_console()
    page.get_by_label("Threshold", exact=True).fill("250")
    after = api.chance("bank_robbery", 30, {"crimes": {"bank_robbery": {"threshold": 250}}})
    expect(page.locator(".headline strong")).to_have_text(after)

    page.route(API, trouble)
    page.get_by_label("in", exact=True).select_option("frontera")
    expect(page.locator("#panel").get_by_role("alert")).to_contain_text(text)
    expect(page.locator('#panel[aria-busy="true"]')).to_be_visible()
    page.unroute(API)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator('#panel[aria-busy="false"]')).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)

    for where, what in ({"#/review": ".heat"} | SCREENS).items():
        page.route(API, trouble)
        page.goto(f"/console{where}")
        expect(page.get_by_role("alert").first).to_contain_text(text)
        page.unroute(API)
        page.get_by_role("button", name="Try again").first.click()
        expect(page.locator(what).first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("trouble", TROUBLE, ids=lambda trouble: trouble.__name__)
def test_entrance__in_trouble__keeps_the_token_and_the_draft_and_tries_again_when_asked(
    open_console: OpenConsole, guard: Guard, trouble: Callable[[Route], None]
) -> None:
    status, text = TROUBLE[trouble]
    guard.expected.add(status)
    page = open_console()
    page.get_by_label("Threshold", exact=True).fill("250")
    expect(page.locator(".count")).to_have_text("1")
    page.route(API, trouble)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(text)
    expect(page.get_by_text("Your draft of 1 change is still here.")).to_be_visible()
    page.unroute(API)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".count")).to_have_text("1")


def test_entrance__of_a_tab_with_a_token__takes_another_one(open_console: OpenConsole, guard: Guard) -> None:
    guard.expected.add(503)
    page = open_console()
    page.route(API, without_store)
    page.reload()
    page.get_by_role("button", name="Use another token").click()
    expect(page.get_by_label("Your token")).to_be_editable()


def test_answers__that_take_their_time__show_that_they_are_awaited(open_console: OpenConsole) -> None:
    page = open_console()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(API, hold)
    page.reload()
    expect(page.get_by_text("Entering…")).to_be_visible()
    expect(page.get_by_label("Your token")).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute(API)
    expect(page.locator(".headline strong")).to_be_visible()


def test_page__whose_scripts_do_not_arrive__offers_to_load_again(open_page: OpenPage, guard: Guard) -> None:
    guard.expected.add(NO_ANSWER)
    page = open_page("/console")
    page.route("**/core/app.js", out_of_reach)
    page.reload()
    expect(page.get_by_role("link", name="Load it again")).to_be_visible()
    page.unroute("**/core/app.js")
    page.get_by_role("link", name="Load it again").click()
    expect(page.get_by_label("Your token")).to_be_visible()
    expect(page.locator(".loading, .late")).to_have_count(0)


@pytest.mark.usefixtures("new_profiles")
def test_page__loaded_for_the_first_time__is_small_without_its_charts_library(open_page: OpenPage) -> None:
    page = open_page("/console")
    expect(page.get_by_label("Your token")).to_be_visible()
    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map((one) => [one.name, one.encodedBodySize])"
    )
    own = {name: size for name, size in sizes if not re.search(r"/vendor/d3-|/v1/|/favicon", name)}
    assert len(own) > 30
    assert sum(own.values()) < 60 * 1024
