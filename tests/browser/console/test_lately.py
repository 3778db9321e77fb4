"""What the insights say first: what was played since the tuning last changed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.console.test_journey import OUTLAWS, play
from tests.conftest import Eventually


def attempts(api: Api, revision: int) -> int:
    found = api.ask("GET", "/v1/admin/insights?by=crime&crime=bank_robbery")["crimes"]
    rows = [row for crime in found for row in crime["revisions"] if row["tuning_revision"] == revision]
    return sum(row["attempts"] for row in rows)


def played(api: Api, revision: int, level: int, eventually: Eventually) -> None:
    counted = attempts(api, revision)
    batches = 0
    while batches < 3:  # another worker follows within a second
        batches += play(api, level) == revision
    eventually(lambda: attempts(api, revision) == counted + OUTLAWS * batches)


def says(page: Page, *texts: str) -> None:
    page.get_by_role("button", name="Read again").click()
    for text in texts:
        expect(page.locator("main > .headline")).to_contain_text(text)


def test_insights__after_a_change__begin_with_what_was_played_since(
    open_console: OpenConsole, api: Api, eventually: Eventually
) -> None:
    number = api.change({"crimes": {"bank_robbery": {"threshold": 276}}})
    page = open_console("#/insights")
    says(page, f"Since revision {number}: no attempts at what it changed yet.")
    played(api, number, 1, eventually)
    says(page, f"Since revision {number}: 120 attempts", "% expected.", "Too few to tell.")
    newer = api.change({"crimes": {"bank_robbery": {"threshold": 277}}})
    says(page, f"Since revision {newer}: no attempts")
    page.get_by_label("View").select_option("crime")
    expect(page.get_by_text("z is how many standard errors")).to_be_visible()


@pytest.mark.parametrize(
    ("wins", "verdict"), [(80, "more than chance explains"), (20, "fewer than chance"), (42, "what the odds promise")]
)
def test_insights__of_many_attempts__say_what_they_show(
    open_console: OpenConsole, api: Api, wins: int, verdict: str
) -> None:
    number = api.change({"crimes": {"bank_robbery": {"threshold": 277}}})
    odds = {"sampled": 100, "wins": wins, "expected_wins": 40, "standard_error": 5, "z": (wins - 40) / 5}
    row = {"tuning_revision": number, "attempts": 100, "successes": wins, "against_odds": odds}
    crimes = [{"action_type": "pve", "name": "bank_robbery", "revisions": [row]}]
    page = open_console("#/history")
    page.route("**/v1/admin/insights?by=crime*", lambda route: route.fulfill(json={"crimes": crimes}))
    page.goto("/console#/insights")
    expect(page.locator("main > .headline")).to_contain_text(f"{wins} successes; 40.00 % expected.")
    expect(page.locator("main > .headline")).to_contain_text(verdict)
