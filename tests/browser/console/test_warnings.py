"""What the service warns about: the gravest first, in the words of the forms, for everyone who sees the draft."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.console.conftest import OpenConsole
from tests.browser.console.test_tuning import is_live, publish, review
from tests.smoke.running_service import RunningService


@pytest.fixture
def bea(service: RunningService) -> None:
    """A character who knows more than some drafts allow."""
    assert service.ask("PUT", "/v1/characters/bea", {"skills": {"lockpicking": 50}}).status < 300


def lower_the_highest_level(page: Page) -> None:
    page.get_by_label("Highest level").fill("20")
    review(page)


@pytest.mark.usefixtures("bea")
def test_warnings__of_a_lower_level__begin_with_whom_it_takes_from_and_fold_what_follows(
    open_console: OpenConsole,
) -> None:
    page = open_console("#/tune/hand_rank_scores")
    page.get_by_label("Royal flush").fill("10")
    page.get_by_role("navigation", name="Catalogue").get_by_role("link", name="Skill curve").click()
    lower_the_highest_level(page)
    warnings = page.locator(".warnings > li")
    expect(warnings).to_have_count(3)
    expect(warnings.nth(1)).to_contain_text("Royal flush: would be worth less")
    expect(warnings.first).to_contain_text("Skill curve›Highest level: would be below levels of")
    expect(warnings.last.locator("summary")).to_contain_text("11 chances fall, worst: Crimes›")
    expect(warnings.last.locator("summary")).to_contain_text("›Threshold: success with the")
    expect(warnings.last.get_by_text("jump in 1 more")).to_be_hidden()
    warnings.last.locator("summary").click(position={"x": 2, "y": 8})
    expect(warnings.last.get_by_text("jump in 1 more")).to_be_visible()
    warnings.first.get_by_role("link").click()
    expect(page.get_by_label("Highest level", exact=True)).to_be_focused()


@pytest.mark.usefixtures("bea")
def test_warnings__of_a_colleagues_draft__are_seen_by_a_viewer(open_console: OpenConsole) -> None:
    page = open_console("#/tune/skill_curve")
    lower_the_highest_level(page)
    page.get_by_role("button", name="Copy a link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    viewer = open_console(link[link.index("#") :], operator="vera")
    expect(viewer.locator(".warnings > li").first).to_contain_text("would be below levels of")
    expect(viewer.get_by_label("I have read this")).to_have_count(0)


def test_warnings__of_a_restore__are_in_the_same_words(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_label("Threshold", exact=True).fill("150")
    review(page)
    rises = "Crimes›Bank robbery›Threshold: success with the"
    expect(page.locator(".warnings > li")).to_contain_text([rises])
    publish(page, "Easier.")
    is_live(page)
    expect(page.locator(".warnings > li")).to_contain_text([rises])
    live = int(page.url.rpartition("/")[2])
    with page.expect_request("**/v1/admin/tuning/preview") as asked:
        page.get_by_role("link", name="Take it back").click()
    expect(page.locator(".warnings > li")).to_contain_text([rises])
    # The worker that answers may not have followed the change yet.
    assert (asked.value.post_data_json or {}).get("tuning_revision") == live


def test_warnings__of_hands__have_no_ids(open_console: OpenConsole) -> None:
    page = open_console("#/tune/hand_rank_scores")
    page.get_by_label("Royal flush").fill("10")
    review(page)
    expect(page.locator(".warnings")).to_contain_text("Royal flush: would be worth less than straight flush,")
