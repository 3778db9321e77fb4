"""Where the reader is: what was chosen stays chosen, the focus goes where the work is, and small screens show both."""

import re

from playwright.sync_api import Page, expect

from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.screens import PHONE


def screen(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Screens").get_by_role("link", name=name).click()


def test_entry__chosen__is_still_so_after_another_screen(open_console: OpenConsole) -> None:
    page = open_console("#/tune/skills/stealth")
    screen(page, "Review")
    screen(page, "Tune")
    expect(page.locator(".form h2")).to_have_text("Stealth")


def test_entry__chosen_by_keyboard__has_the_focus_in_its_form(open_console: OpenConsole) -> None:
    page = open_console()
    link = page.get_by_role("navigation", name="Catalogue").get_by_role("link", name="Train heist")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Train heist", exact=True)).to_be_focused()
    page.get_by_role("navigation", name="Catalogue").get_by_role("link", name="Burglary").click()
    expect(page.get_by_role("heading", name="Burglary", exact=True)).not_to_be_focused()


def test_threshold__used_from_the_answer__is_said_and_keeps_the_focus(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_role("tab", name="What it takes").click()
    find = page.get_by_role("button", name="Find it")
    find.focus()
    page.keyboard.press("Enter")
    nearer = page.get_by_role("button", name="Use 183.69 for Bank robbery")
    expect(nearer).to_be_visible()
    expect(find).to_be_focused()
    nearer.click()
    expect(page.get_by_label("Threshold", exact=True)).to_have_value("183.69")
    expect(page.locator(".notice")).to_contain_text("The threshold of Bank robbery is 183.69 in your draft.")


def test_odds__on_a_phone__are_one_step_away_and_show_their_difference(open_console: OpenConsole) -> None:
    page = open_console(screen=PHONE)
    page.get_by_label("Threshold", exact=True).fill("150")
    page.get_by_role("button", name="To the odds").click()
    expect(page.locator(".panels")).to_be_focused()
    page.get_by_role("tab", name="All challenges").click()
    points = page.locator("tr.moved td").nth(3)
    expect(points).to_have_text(re.compile(r"^\+"))
    box = points.bounding_box()
    assert box
    assert box["x"] + box["width"] <= PHONE.size["width"]
    screen(page, "Review")
    expect(page.locator(".hint").first).to_be_visible()


def test_review__of_a_curve__shows_each_duel_before_and_after(open_console: OpenConsole) -> None:
    page = open_console("#/tune/skill_curve")
    page.get_by_label("Highest level", exact=True).fill("20")
    expect(page.locator("#curve .summary")).to_contain_text("at level 20")
    expect(page.locator("#curve .summary")).not_to_contain_text("at level 100")
    screen(page, "Review")
    duels = page.get_by_role("region", name="Chance that the row wins")
    expect(duels.locator("td:not(.nothing)").first).to_contain_text(re.compile(r"\d+\.\d\d\s% → \d+\.\d\d\s%"))


def test_review__of_what_nobody_notices__neither_counts_nor_shades_it(open_console: OpenConsole) -> None:
    page = open_console("#/tune/hand_rank_scores")
    page.get_by_label("Royal flush").fill("10")
    page.get_by_role("tab", name="All challenges").click()
    expect(page.locator("#panel .headline")).to_have_text(re.compile("the draft moves nothing"))
    expect(page.locator("tr.moved")).to_have_count(0)
    screen(page, "Review")
    expect(page.get_by_text("0 chances of 104 at crimes and checks")).to_contain_text("others by less than 0.01 points")
    expect(page.locator(".heat")).to_have_count(0)


def test_link_to_a_draft__declined__leaves_the_address(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    page.get_by_label("Threshold", exact=True).fill("250")
    expect(page.locator(".count")).to_have_text("1")
    page.goto(f"/console#/review?base={api.live['tuning_revision']}&draft=eyJjcml0aWNhbF9tYXJnaW4iOjkwfQ")
    page.get_by_role("button", name="Keep mine").click()
    expect(page).to_have_url(re.compile("#/review$"))
    page.reload()
    expect(page.locator(".diff .after")).to_have_text(["250"])
