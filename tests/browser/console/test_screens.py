"""Every screen: what it shows, on every size, in both themes, and to a screen reader."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.guard import Guard
from tests.browser.screens import DESKTOP, DESKTOP_DARK, PHONE, PHONE_DARK, TABLET, Screen
from tests.smoke.running_service import RunningService

AXE: Final = Path(__file__).parents[1] / "vendor/axe.min.js"
SCREENS: Final = {
    "tune": ("#/tune/crimes/bank_robbery", "#curve svg"),
    "skill curve": ("#/tune/skill_curve", "table.rows"),
    "review": ("#/review?base=0&draft=eyJjcml0aWNhbF9tYXJnaW4iOjkwfQ", ".diff"),
    "history": ("#/history", ".revisions li"),
    "revision": ("#/revision/0", "h1"),
    "insights": ("#/insights?view=hands", "#hand-ranks svg"),
    "support": ("#/support", ".records"),
}
SYMBOLS: Final = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}


def see(page: Page, name: str) -> None:
    where, what = SCREENS[name]
    page.goto(f"/console{where}")
    expect(page.locator(what).first).to_be_visible()
    expect(page.locator(".busy:visible")).to_have_count(0)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE_DARK], ids=str)
@pytest.mark.usefixtures("played")
def test_screens__examined_by_axe__have_no_findings(open_console: OpenConsole, screen: Screen) -> None:
    page = open_console(screen=screen)
    page.evaluate(AXE.read_text())
    for name in SCREENS:
        see(page, name)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        findings = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]
        assert (name, findings) == (name, [])


@pytest.mark.parametrize("screen", [PHONE, TABLET, DESKTOP_DARK], ids=str)
@pytest.mark.usefixtures("played")
def test_screens__at_every_size__fit_its_width(open_console: OpenConsole, screen: Screen) -> None:
    page = open_console(SCREENS["tune"][0], screen)
    for name in SCREENS:
        see(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen.size["width"], name


def test_resolution__looked_up_by_support__is_explained(open_console: OpenConsole, played: str) -> None:
    page = open_console("#/support", operator="sam")
    page.get_by_label("A resolution or a character").fill(played)
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bank robbery")
    expect(page.get_by_text("It had a chance of")).to_be_visible()
    expect(page.get_by_text("The draw matches its promise.")).to_be_visible()
    page.get_by_label("Lucky ace charm").check()
    expect(page.get_by_text("With the same cards")).to_be_visible()
    page.locator("#total-0").get_by_text("As a table").click()
    expect(page.locator("#total-0 tbody tr").last).to_contain_text("Total")


def test_resolution__with_a_skill_for_each_suit__names_those_behind_its_points(
    open_console: OpenConsole, service: RunningService
) -> None:
    skills = {"lockpicking": 30, "charisma": 30, "brawling": 30, "mining": 30}  # every hand has a suit of one
    sent = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": skills}}
    answer = service.ask("POST", "/v1/resolve", sent).document
    suit = next(name for name, cards in answer["actor"]["suit_counts"].items() if cards)
    behind = dict(zip(("spades", "hearts", "clubs", "diamonds"), skills, strict=True))[suit]
    page = open_console(f"#/support/{answer['resolution_id']}", operator="sam")
    points = f"{answer['actor']['suit_counts'][suit]} {SYMBOLS[suit]} × {answer['actor']['suit_bonuses'][suit]:g}"
    expect(page.locator(".suits li").first).to_have_text(f"{points}: {behind} 30")


def test_draw__that_was_promised__is_checked_without_us_in_one_step(open_console: OpenConsole, played: str) -> None:
    page = open_console(f"#/support/{played}", operator="sam")
    page.get_by_role("link", name="check it without us").click()
    expect(page).to_have_title(re.compile("Verify"))
    expect(page.locator("#verdict")).to_contain_text("The server seed has the hash in the answer.")


@pytest.mark.usefixtures("played")
def test_draw__that_was_not_promised__says_why_there_is_nothing_to_check(open_console: OpenConsole) -> None:
    page = open_console("#/support?character=ada", operator="sam")
    page.locator(".records tr", has_text="Duel").get_by_role("link").click()
    expect(page.get_by_text("There is nothing to check: the game asked for no promise")).to_be_visible()
    expect(page.get_by_role("link", name="check it without us")).to_have_count(0)
    suits = page.locator(".participant", has_text="Target").locator(".suits li")
    expect(suits.first).to_contain_text(re.compile(r"\d [♠♥♣♦] × [\d.]+: rookie"))


@pytest.mark.usefixtures("played")
def test_character__looked_up_by_support__lists_what_it_did(open_console: OpenConsole) -> None:
    page = open_console("#/support?character=ada", operator="sam")
    expect(page.get_by_role("heading", name="The newest of ada")).to_be_visible()
    page.locator(".records tr", has_text="Duel").get_by_role("link").click()
    expect(page.locator(".participant")).to_have_count(2)


def test_resolution__that_is_not_on_record__says_so(open_console: OpenConsole, guard: Guard) -> None:
    guard.expected.add(404)  # no such character
    page = open_console("#/support")
    page.get_by_label("A resolution or a character").fill("a-name-without-records")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_text("There are none on record.")).to_be_visible()


@pytest.mark.usefixtures("played")
def test_insights__in_each_view__show_what_was_played(open_console: OpenConsole) -> None:
    page = open_console("#/insights")
    for view in ("crime", "revision", "hands", "bonuses", "duels", "day"):
        page.get_by_label("View").select_option(view)
        expect(page.locator(f'main [data-view="{view}"]')).to_be_visible()
        expect(page.locator("main svg, main table").first).to_be_visible()
        expect(page.locator(".box.bad")).to_have_count(0)


@pytest.mark.usefixtures("played")
def test_chart__saved_as_csv__has_every_row(open_console: OpenConsole) -> None:
    page = open_console()
    page.locator("#curve").get_by_text("As a table").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    lines = download.value.path().read_text().splitlines()
    assert lines[0] == '"Level","Live"'
    assert len(lines) == 102


def test_history__filtered_and_compared__shows_who_changed_what(open_console: OpenConsole, api: Api) -> None:
    number = api.change({"crimes": {"train_heist": {"threshold": 340}}}, "Trains.")
    page = open_console("#/history")
    page.get_by_label("Value").fill("train heist")
    page.get_by_label("Author").fill("bob")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".revisions li q").first).to_have_text("Trains.")
    expect(page.get_by_label("Value")).to_have_value("Crimes › Train heist")
    page.get_by_label("Compare").fill("shipped")
    page.get_by_label("with").fill("live")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".box .diff .after")).to_have_text(["340"])
    page.get_by_role("link", name=f"Revision {number}").click()
    expect(page.locator("blockquote")).to_have_text("Trains.")
