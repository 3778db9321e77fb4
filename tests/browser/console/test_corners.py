"""The frame around the screens, long lists, and what is seldom needed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.guard import Guard
from tests.browser.screens import DESKTOP
from tests.smoke.running_service import RunningService


def screen(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Screens").get_by_role("link", name=name).click()


def draft(page: Page, threshold: str = "250") -> None:
    page.get_by_label("Threshold", exact=True).fill(threshold)
    expect(page.locator(".count")).to_have_text("1")


def test_bar__used_throughout__leads_in_and_out(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    draft(page)
    screen(page, "Review")
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".notice:visible")).to_have_count(0)
    page.set_viewport_size({"width": 700, "height": 700})
    expect(page.locator(".diff")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_label("Your token")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('destiny.token')") is None


@pytest.mark.usefixtures("new_profiles")  # one whose clock has been replaced keeps that clock
def test_page__left_open__says_when_somebody_has_published(open_console: OpenConsole, api: Api) -> None:
    page = open_console("#/history")
    page.clock.install()
    page.reload()
    expect(page.locator(".revisions li").first).to_be_visible()
    number = api.change({"crimes": {"train_heist": {"threshold": 341}}})
    page.clock.run_for(16_000)
    expect(page.locator(".notice")).to_contain_text(f"Revision {number} is live now.")


def test_draft__discarded__is_gone_only_once_that_was_confirmed(open_console: OpenConsole) -> None:
    page = open_console()
    draft(page)
    screen(page, "Review")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Discard the draft").click()
    expect(page.locator(".diff .after")).to_have_text(["250"])
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard the draft").click()
    expect(page.get_by_text("Your draft is empty.")).to_be_visible()


def test_link_to_a_draft__opened_over_a_draft__asks_which_one(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    draft(page)
    base = api.live["tuning_revision"]
    link = f"/console#/review?base={base}&draft=eyJjcml0aWNhbF9tYXJnaW4iOjkwfQ"
    page.goto(link)
    expect(page.get_by_text("you have one of your own with 1 change.")).to_be_visible()
    page.get_by_role("button", name="Keep mine").click()
    expect(page.locator(".diff .after")).to_have_text(["250"])
    page.goto("/console#/history")
    page.goto(link)
    page.get_by_role("button", name="Replace mine by the link's").click()
    expect(page.locator(".diff .after")).to_have_text(["90"])
    page.goto("/console#/review?base=0&draft=bm90IGpzb24")
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged.")


def test_history__longer_than_a_page__goes_on(open_console: OpenConsole, api: Api) -> None:
    for step in range(21):
        api.change({"critical_margin": 101 + step}, f"Step {step}.")
    page = open_console("#/history")
    expect(page.locator(".revisions li")).to_have_count(20)
    page.get_by_role("button", name="Older").click()
    expect(page.locator(".revisions li q", has_text="Step 0.")).to_be_visible()


def test_history__filtered_by_what_is_no_value__says_so_in_words(open_console: OpenConsole) -> None:
    page = open_console("#/history")
    value = page.get_by_label("Value")
    value.fill("the weather")
    page.get_by_role("button", name="Filter").click()
    expect(page.get_by_role("alert")).to_contain_text("No value is called “the weather”.")
    expect(value).to_have_attribute("aria-invalid", "true")
    value.fill("Skill curve › Highest level")
    page.get_by_role("button", name="Filter").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "pointer=%2Fmax_skill_level" in page.url
    page.goto("/console#/history?pointer=/crimes/long_gone")
    expect(value).to_have_value("Crimes › Long gone")


def test_insights__narrowed_down__keep_their_view(open_console: OpenConsole, api: Api, played: str) -> None:
    assert played
    number = api.change({"crimes": {"train_heist": {"threshold": 342}}})
    page = open_console("#/insights?view=day")
    page.get_by_label("Of", exact=True).select_option("skill_check")
    expect(page.get_by_text("Nothing has been decided")).to_be_visible()
    page.get_by_label("Of", exact=True).select_option("pvp")
    page.get_by_label("Window").select_option("30")
    expect(page.locator("main svg")).to_be_visible()
    assert "days=30" in page.url
    page.get_by_role("button", name="Read again").click()
    expect(page.locator("main td a", has_text=str(number)).first).to_be_visible()
    page.get_by_label("View").select_option("crime")
    page.get_by_label("Challenge").select_option("pve/bank_robbery")
    expect(page.locator("#by-revision h3")).to_contain_text("Bank robbery")
    page.get_by_label("View").select_option("bonuses")
    page.locator("#suit-bonuses .plot").hover()
    expect(page.locator("#suit-bonuses .reading")).to_contain_text("Points")


def test_records__of_every_kind__have_names_and_go_on(
    open_console: OpenConsole, service: RunningService, played: str
) -> None:
    assert played
    check = {"action_type": "skill_check", "actor": {"skills": {"stealth": 9}}, "difficulty": "hard"}
    assert service.ask("POST", "/v1/resolve/batch", {"requests": [check] * 21}).status == 200
    page = open_console("#/support", operator="sam")
    expect(page.locator(".records tbody tr")).to_have_count(20)
    expect(page.locator(".records tbody tr").first).to_contain_text("Check: Hard")
    page.get_by_role("button", name="Older").click()
    expect(page.locator(".records tr", has_text="Gang war")).to_be_visible()
    page.locator(".records tr", has_text="Gang war").get_by_role("link").click()
    expect(page.locator(".participant h2")).to_have_text(["Attacker 1", "Attacker 2", "Defender 1"])
    page.get_by_label("Iron horseshoe, attacker 1").check()
    expect(page.get_by_text("With the same cards")).to_be_visible()


def test_character__with_skills__is_listed_with_its_best_first(
    open_console: OpenConsole, service: RunningService
) -> None:
    skills = {"stealth": 10, "lockpicking": 50, "medicine": 30}
    assert service.ask("PUT", "/v1/characters/bea", {"skills": skills}).status < 300
    page = open_console("#/support?character=bea", DESKTOP, "sam")
    expect(page.locator(".box")).to_have_text("bea has Lockpicking 50, Medicine 30, Stealth 10.")


def test_resolution__whose_odds_and_draw_cannot_be_asked_for__is_shown_all_the_same(
    open_console: OpenConsole, guard: Guard, played: str
) -> None:
    guard.expected.add(503)
    page = open_console("#/support", operator="sam")
    problem = '{"type": "/problems/overloaded", "title": "Overloaded", "status": 503, "detail": "Try again later."}'
    for path in ("**/v1/odds", "**/v1/draws/verify", "**/v1/admin/tuning/revisions/*"):
        page.route(path, lambda route: route.fulfill(status=503, body=problem, content_type="application/problem+json"))
    page.goto(f"/console#/support/{played}")
    expect(page.get_by_text("Its odds cannot be counted: Try again later.")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Overloaded")
