"""A designer changes the tuning: from a question to a revision, and back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.console.conftest import Api, OpenConsole, token_of
from tests.browser.guard import Guard
from tests.browser.screens import DESKTOP, PHONE, Screen
from tests.smoke.running_service import RunningService
from tests.smoke.test_hanging_store import hanging


def headline(page: Page) -> str:
    return page.locator(".headline strong").text_content() or ""


def set_threshold(page: Page, value: str) -> None:
    page.get_by_label("Threshold", exact=True).fill(value)


def review(page: Page) -> None:
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="What moves")).to_be_visible()
    expect(page.locator(".busy:visible")).to_have_count(0)


def publish(page: Page, reason: str, button: str = "Publish") -> None:
    """Give a reason, confirm the warnings if there are any, and publish."""
    page.get_by_label("Reason").fill(reason)
    confirm = page.get_by_label("I have read this")
    if confirm.count():
        confirm.check()
    page.get_by_role("button", name=button).click()


def is_live(page: Page) -> int:
    """The number of the revision that has just been published."""
    expect(page.locator(".notice.good")).to_have_text(re.compile("is live"))
    return int(re.findall(r"\d+", page.url.rsplit("/", 1)[1])[0])


def test_entrance__with_an_unknown_token__says_so_and_asks_again(open_page: OpenPage, guard: Guard) -> None:
    guard.expected.add(401)
    page = open_page("/console")
    page.get_by_label("Your token").fill("a-token-of-somebody-else")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("does not know this token")
    expect(page.get_by_role("alert")).to_contain_text("it is printed where the service was started")
    page.get_by_label("Your token").fill(token_of("vera"))
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".who")).to_contain_text("vera viewer")
    expect(page.locator(".environment.production")).to_be_visible()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=str)
def test_draft__of_a_threshold__shows_the_very_odds_of_the_api(
    open_console: OpenConsole, api: Api, screen: Screen
) -> None:
    page = open_console(screen=screen)
    expect(page.locator(".headline strong")).to_have_text(api.chance("bank_robbery", 30))
    set_threshold(page, "250")
    expect(page.locator(".headline strong")).to_have_text(
        api.chance("bank_robbery", 30, {"crimes": {"bank_robbery": {"threshold": 250}}})
    )
    page.get_by_label("at level").fill("57")
    after = api.chance("bank_robbery", 57, {"crimes": {"bank_robbery": {"threshold": 250}}})
    expect(page.locator(".headline strong")).to_have_text(after)
    page.locator("#curve").get_by_text("As a table").click()
    row = page.locator("#curve tbody tr", has=page.get_by_role("rowheader", name="57", exact=True))
    expect(row.get_by_role("cell")).to_have_text([api.chance("bank_robbery", 57), after])
    assert page.evaluate("document.documentElement.scrollWidth") <= screen.size["width"]


def test_draft__when_somebody_was_faster__is_put_on_top_with_its_conflicts_marked(
    open_console: OpenConsole, api: Api, guard: Guard
) -> None:
    guard.expected.add(412)
    page = open_console()
    set_threshold(page, "250")
    page.get_by_label("Energy cost").fill("45")
    review(page)
    expect(page.locator(".heat")).to_be_visible()
    api.change({"crimes": {"bank_robbery": {"threshold": 260}, "pickpocket": {"threshold": 90}}}, "Faster.")
    publish(page, "Banks.")
    expect(page.get_by_role("heading", name="Someone published first")).to_be_visible()
    expect(page.locator("q")).to_have_text("Faster.")
    expect(page.locator("tr.conflict")).to_have_count(1)
    page.get_by_role("button", name="Put my draft on top").click()
    expect(page.locator(".diff .before")).to_have_text(["260", "50"])
    publish(page, "Banks, once more.")
    is_live(page)
    crimes = api.live["values"]["crimes"]
    assert (crimes["bank_robbery"]["threshold"], crimes["bank_robbery"]["energy_cost"]) == (250, 45)
    assert crimes["pickpocket"]["threshold"] == 90


def test_restore__when_somebody_was_faster__is_shown_again_before_it_is_made(
    open_console: OpenConsole, api: Api, guard: Guard
) -> None:
    guard.expected.add(412)
    number = api.live["tuning_revision"]
    api.change({"crimes": {"bank_robbery": {"energy_cost": 45}}})
    page = open_console(f"#/revision/{number}/back")
    expect(page.locator(".diff .after")).to_have_text(["50"])
    api.change({"crimes": {"pickpocket": {"energy_cost": 9}}})
    publish(page, "As it was.", "Go back to revision")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".diff .after")).to_have_text(["10", "50"])
    publish(page, "As it was, all of it.", "Go back to revision")
    is_live(page)


def test_conflict__left_to_the_other__keeps_what_they_published(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    set_threshold(page, "250")
    page.get_by_label("Energy cost").fill("45")
    api.change({"crimes": {"bank_robbery": {"threshold": 260}}})
    page.reload()
    expect(page.locator(".notice.warn")).to_contain_text("Your draft of 2 changes is safe")
    page.get_by_role("link", name="Compare").click()
    page.get_by_role("button", name="Keep theirs").click()
    page.get_by_role("button", name="Put my draft on top").click()
    expect(page.locator(".diff .after")).to_have_text(["45"])


def test_change__that_is_warned_about__is_published_only_after_it_was_confirmed(
    open_console: OpenConsole, api: Api
) -> None:
    page = open_console("#/tune/hand_rank_scores")
    page.get_by_label("Pair", exact=True).fill("200")
    review(page)
    expect(page.locator(".warnings")).to_contain_text("would be worth less than pair")
    page.get_by_label("Reason").fill("Pairs rule.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="Review")).to_be_visible()  # the browser asks for the confirmation first
    publish(page, "Pairs rule.")
    number = is_live(page)
    expect(page.get_by_text("Published past these warnings")).to_be_visible()
    assert api.ask("GET", f"/v1/admin/tuning/revisions/{number}")["forced"] is True


def test_value__that_is_not_allowed__never_gets_into_the_draft(open_console: OpenConsole) -> None:
    page = open_console()
    set_threshold(page, "-1")
    expect(page.locator(".wrong")).to_contain_text("Not a value yet: 0 to")
    expect(page.locator(".count")).to_have_count(0)
    set_threshold(page, "251")
    expect(page.locator(".count")).to_have_text("1")
    page.get_by_role("button", name="Undo: Threshold").click()
    expect(page.locator(".count")).to_have_count(0)
    expect(page.get_by_label("Threshold", exact=True)).to_have_value("275")


def test_entry__added_and_another_removed__are_both_published(open_console: OpenConsole, api: Api) -> None:
    page = open_console("#/tune/crimes")
    page.get_by_label("A new crime").fill("horse_theft")
    page.get_by_role("button", name="Add", exact=True).click()
    set_threshold(page, "120")
    page.get_by_role("navigation", name="Catalogue").get_by_role("link", name="Burglary").click()
    page.get_by_role("button", name="Remove from the game").click()
    review(page)
    publish(page, "Horses, not houses.")
    is_live(page)
    crimes = api.live["values"]["crimes"]
    assert crimes["horse_theft"]["threshold"] == 120
    assert "burglary" not in crimes


def test_threshold__dragged_with_the_keyboard__moves_the_draft(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    page.get_by_role("tab", name="Totals").click()
    plot = page.get_by_role("application", name="Totals at level 30")
    plot.focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_label("Threshold", exact=True)).to_have_value("274")
    page.keyboard.press("End")
    expect(page.locator("#totals .reading")).to_contain_text("Hands")
    expect(page.locator(".headline strong")).to_have_text(
        api.chance("bank_robbery", 30, {"crimes": {"bank_robbery": {"threshold": 274}}})
    )


def test_reward__of_a_crime__shows_what_many_attempts_pay(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_label("Reward").fill("250")
    page.get_by_role("tab", name="Economy").click()
    expect(page.locator(".quantiles")).to_be_visible()
    expect(page.locator("#panel")).to_contain_text("They cost 5,000 energy")


def test_reward__given_and_taken_away__is_gone(open_console: OpenConsole, api: Api) -> None:
    api.change({"crimes": {"bank_robbery": {"reward": 250}}})
    page = open_console()
    expect(page.get_by_label("Reward")).to_have_value("250")
    page.get_by_label("Reward").fill("")
    review(page)
    expect(page.locator(".diff .after")).to_have_text(["removed"])
    publish(page, "No reward.")
    is_live(page)
    assert "reward" not in api.live["values"]["crimes"]["bank_robbery"]


def test_link_to_a_draft__opened_by_a_colleague__carries_it(open_console: OpenConsole) -> None:
    page = open_console()
    set_threshold(page, "250")
    review(page)
    page.get_by_role("button", name="Copy a link").click()
    expect(page.locator(".notice")).to_contain_text("The link is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    colleague = open_console(link[link.index("#") :], operator="vera")
    expect(colleague.locator(".diff .after")).to_have_text(["250"])
    expect(colleague.get_by_text("Your role, viewer, may look")).to_be_visible()
    expect(colleague.get_by_role("button", name="Publish")).to_have_count(0)


def test_viewer__who_calls_the_api_anyway__is_forbidden(service: RunningService, api: Api) -> None:
    answer = service.ask(
        "PATCH",
        "/v1/admin/tuning",
        {"values": {"critical_margin": 90}, "reason": "x"},
        Authorization=f"Bearer {token_of('vera')}",
        **{"If-Match": f'"{api.live["tuning_revision"]}"'},
    )
    assert answer.status == 403


def test_store__that_hangs_while_publishing__loses_no_draft(
    open_console: OpenConsole, service: RunningService, guard: Guard
) -> None:
    guard.expected.add(503)
    page = open_console()
    set_threshold(page, "250")
    review(page)
    expect(page.locator(".heat")).to_be_visible()
    with hanging(service.store_pid()):
        publish(page, "Banks.")
        expect(page.locator(".publish [role=alert]")).to_contain_text(re.compile("store", re.IGNORECASE))
    page.reload()
    review(page)
    expect(page.locator(".diff .after")).to_have_text(["250"])


def test_token__that_is_taken_away__leads_to_the_entrance_and_keeps_the_draft(
    open_console: OpenConsole, guard: Guard
) -> None:
    guard.expected.add(401)
    page = open_console()
    set_threshold(page, "250")
    page.route("**/v1/admin/tuning/preview", lambda route: route.continue_(headers={"authorization": "Bearer gone"}))
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Review").click()
    expect(page.get_by_text("Your draft of 1 change is still here")).to_be_visible()
    page.get_by_label("Your token").fill(token_of("ann"))
    page.unroute("**/v1/admin/tuning/preview")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".diff .after")).to_have_text(["250"])
