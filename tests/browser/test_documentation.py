"""The documentation as its readers have it: on a phone and at a desk, in the light and in the dark, by its search."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.screens import DESKTOP, DESKTOP_DARK, PHONE, PHONE_DARK, TABLET, Screen
from tests.openapi import contract, operations

FIRST = operations()[0]


def width(page: Page) -> tuple[int, int]:
    """Of what there is to see, and of what can be seen at once."""
    return (
        page.evaluate("document.documentElement.scrollWidth"),
        page.evaluate("document.documentElement.clientWidth"),
    )


def brightness(page: Page) -> float:
    """Of the paper, from 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    channels = [float(channel) for channel in re.findall(r"[\d.]+", colour)[:3]]
    return sum(channels) / 3


def addresses() -> list[str]:
    """One page of each kind, and those that are likeliest to be too wide."""
    references = [f"/docs/reference/{one.content['operationId']}" for one in operations()]
    guides = [f"/docs/guides/{name}" for name in ("introduction", "errors", "glossary", "metrics", "rules-piecepacks")]
    return ["/", "/docs", "/docs/schemas", "/problems", "/problems/invalid-input", *guides, *references]


@pytest.mark.parametrize("screen", [PHONE_DARK, TABLET, DESKTOP], ids=str)
def test_overview__on_any_screen__shows_operations_at_once(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/docs", screen)

    link = page.get_by_role("main").get_by_role("link", name=FIRST.content["summary"])
    expect(link).to_be_in_viewport()
    link.click()
    expect(page.get_by_role("heading", level=1, name=FIRST.content["summary"])).to_be_in_viewport()


def test_pages__on_any_screen__are_no_wider_than_it(open_page: OpenPage) -> None:
    page = open_page("/docs", PHONE)
    for number, address in enumerate(addresses()):
        page.set_viewport_size(PHONE.size)
        page.goto(address, wait_until="domcontentloaded")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        # What fits on a phone fits on larger screens, but for a layout that only those have: a sample shows it.
        for screen in (PHONE, TABLET, DESKTOP) if number % 5 == 0 else (PHONE,):
            page.set_viewport_size(screen.size)
            whole, seen = width(page)
            assert seen == screen.size["width"]
            assert whole <= seen, (address, screen.name)


@pytest.mark.parametrize("screen", [PHONE_DARK, DESKTOP, DESKTOP_DARK], ids=str)
def test_theme__without_a_choice__is_that_of_the_system(open_page: OpenPage, screen: Screen) -> None:
    paper = brightness(open_page("/docs", screen))

    assert paper < 60 if screen.scheme == "dark" else paper > 200


def test_theme__chosen__stays(open_page: OpenPage) -> None:
    page = open_page("/docs", DESKTOP_DARK)
    button = page.get_by_role("button", name="Theme")

    button.click()
    expect(button).to_have_accessible_name("Theme: light")
    assert brightness(page) > 200
    page.goto("/docs/guides/errors")
    expect(button).to_have_accessible_name("Theme: light")
    assert brightness(page) > 200
    button.click()
    expect(button).to_have_accessible_name("Theme: dark")
    assert brightness(page) < 60


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=str)
@pytest.mark.parametrize(
    ("words", "title", "address"),
    [
        ("/v1/odds", "Get the exact odds of an action", "/docs/reference/quoteOdds"),
        ("promiseDraw", "Promise a draw", "/docs/reference/promiseDraw"),
        ("piecepacks trevor davis", "Dual Piecepacks Poker", "/docs/guides/rules-piecepacks"),
        ("SuitPoints", "SuitPoints", "/docs/schemas#SuitPoints"),
    ],
)
def test_search__for_what_is_there__leads_to_it(
    open_page: OpenPage, screen: Screen, words: str, title: str, address: str
) -> None:
    page = open_page("/docs", screen)

    page.get_by_role("combobox", name="Search").fill(words)
    first = page.get_by_role("option").first
    expect(first).to_contain_text(title)
    expect(first).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(address) + "$"))


def test_search__by_the_keyboard_alone__goes_where_the_arrows_chose(open_page: OpenPage) -> None:
    page = open_page("/docs/guides/errors")
    page.keyboard.press("/")
    page.keyboard.type("retries")
    options = page.get_by_role("option")
    expect(options.nth(1)).to_be_visible()
    second = options.nth(1).get_by_role("link").get_attribute("href")
    assert second
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(second) + "$"))


def test_search__for_what_is_not_there__says_so_and_closes(open_page: OpenPage) -> None:
    page = open_page("/docs")
    page.get_by_role("combobox", name="Search").fill("zzxqy")
    expect(page.get_by_text("No results.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_link__to_an_answer_of_an_operation__opens_it(open_page: OpenPage) -> None:
    page = open_page("/docs/reference/quoteOdds#answer-422")

    answer = page.locator("#answer-422")
    expect(answer).to_have_attribute("open", "")
    expect(answer.locator("summary").first).to_be_in_viewport()
    expect(page.locator("#contents [aria-current]")).to_be_in_viewport()


def test_link__to_a_heading__is_there_to_be_copied(open_page: OpenPage) -> None:
    page = open_page("/docs/guides/introduction")
    heading = page.get_by_role("heading", name="Safe retries")
    heading.hover()
    page.get_by_role("link", name="Link to Safe retries").click()
    expect(page).to_have_url(re.compile("/docs/guides/introduction#safe-retries$"))
    expect(heading).to_be_in_viewport()


@pytest.mark.parametrize("screen", [PHONE, PHONE_DARK], ids=str)
def test_contents__on_a_phone__open_by_a_button(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/docs", screen)
    link = page.get_by_role("navigation", name="Contents").get_by_role("link", name="Safe retries")

    expect(link).to_be_hidden()
    page.get_by_role("button", name="Contents").click()
    page.get_by_role("navigation", name="Contents").get_by_text("API callers", exact=True).click()
    link.click()
    expect(page.get_by_role("heading", level=1, name="Safe retries")).to_be_in_viewport()


def test_contents__at_a_desk__lead_to_every_operation(open_page: OpenPage) -> None:
    page = open_page("/docs")
    contents = page.get_by_role("navigation", name="Contents")
    page.get_by_text("Dual Piecepacks Poker", exact=True).first.click()
    contents.get_by_role("link", name="/v1/piecepacks/odds").click()
    expect(page).to_have_url(re.compile("/docs/reference/quotePiecepacksOdds$"))
    expect(contents.get_by_role("link", name="/v1/piecepacks/odds")).to_have_attribute("aria-current", "page")


def test_heading__of_a_long_word__on_a_phone_stays_on_few_lines(open_page: OpenPage) -> None:
    page = open_page("/docs", PHONE)
    box = page.get_by_role("main").get_by_role("heading", name="Dual Piecepacks Poker").first.bounding_box()
    assert box
    assert box["height"] < 60
    assert box["width"] > 200


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=str)
def test_root__in_a_browser__leads_to_the_documentation(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/", screen)
    page.get_by_role("link", name="Documentation", exact=True).click()
    expect(page).to_have_url(re.compile("/docs$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(contract()["info"]["title"])


def test_pages__without_scripts__can_be_read(open_page: OpenPage) -> None:
    page = open_page("/docs", PHONE, scripts=False)
    page.get_by_role("button", name="Contents").click()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="/v1/score").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score given hands")
    expect(page.get_by_text("Sending needs JavaScript.")).to_be_visible()
    expect(page.locator("#call")).to_contain_text("/v1/score")


def test_example__in_a_guide__names_the_service_that_serves_it_and_can_be_copied(open_page: OpenPage) -> None:
    page = open_page("/docs/guides/introduction")
    block = page.locator(".block").first
    origin = page.evaluate("location.origin")

    expect(block).to_contain_text(f"curl -s {origin}/v1/resolve")
    block.hover()
    block.get_by_role("button", name="Copy").click()
    expect(block.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"curl -s {origin}/v1/resolve")
    page.goto("/docs")
    expect(page.locator(".lead .block")).to_contain_text(f"curl -s {origin}/v1/resolve")
    assert ":8000" not in page.get_by_role("main").inner_text()
