"""A designer's whole journey: how likely is it, make it likelier, whom else does it help, publish it, take it back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.console.conftest import Api, percent, token_of
from tests.browser.console.hands import Hands, Keyboard, Mouse
from tests.browser.console.test_tuning import is_live
from tests.browser.screens import DESKTOP, DESKTOP_DARK, Screen
from tests.conftest import Eventually

OUTLAWS = 40


def play(api: Api, level: int) -> int:
    """Outlaws of this level rob the bank. Returns the revision that decided it."""
    skills = [name for name, skill in api.live["values"]["skills"].items() if "spades" in skill["suits"]]
    crime = {"action_type": "pve", "crime": "bank_robbery", "actor": {"skills": dict.fromkeys(skills, level)}}
    answer = api.service.ask("POST", "/v1/resolve/batch", {"requests": [crime] * OUTLAWS})
    assert answer.status == 200, answer.document
    return int(answer.document["results"][-1]["tuning_revision"])


def played(api: Api) -> dict[int, tuple[int, str]]:
    """The attempts at the bank and their rate of success by revision, as the API has them."""
    found = api.ask("GET", "/v1/admin/insights?by=crime&crime=bank_robbery")["crimes"]
    rows = found[0]["revisions"] if found else []
    return {row["tuning_revision"]: (row["attempts"], percent(row["success_rate"])) for row in rows}


def attempts(api: Api) -> int:
    return sum(number for number, _ in played(api).values())


def row_of(page: Page, revision: int) -> list[str]:
    """What the insights say of the chosen challenge under a revision."""
    table = page.locator('[data-view="crime"] > .wide tbody tr')
    row = table.filter(has=page.get_by_role("rowheader", name=str(revision), exact=True))
    return [text.replace("\u00a0", " ") for text in row.get_by_role("cell").all_text_contents()]


@pytest.mark.parametrize(("kind", "screen"), [(Mouse, DESKTOP), (Keyboard, DESKTOP_DARK)])
def test_bank__made_easier_for_a_level__is_published_seen_in_the_insights_and_taken_back(
    open_page: OpenPage, api: Api, kind: type[Mouse] | type[Keyboard], screen: Screen, eventually: Eventually
) -> None:
    base = api.live["tuning_revision"]
    begun = attempts(api)
    plays = [play(api, 30)]
    page = open_page("/console", screen)
    hands: Hands = kind(page)
    to = page.get_by_role("navigation", name="Screens")

    hands.write(page.get_by_label("Your token"), token_of("ann"))
    hands.press(page.get_by_role("button", name="Enter"))

    # How likely is a level-30 outlaw to rob the bank?
    hands.press(page.get_by_role("link", name="Bank robbery"))
    expect(page.locator(".headline strong")).to_have_text(api.chance("bank_robbery", 30))

    # Make it 60 %.
    hands.show(page.get_by_role("tab", name="What it takes"))
    hands.press(page.get_by_role("button", name="Find it"))
    expect(page.locator(".answer")).to_contain_text("183.68 gives 60.82 %; 183.69 gives 59.88 %")
    hands.press(page.get_by_role("button", name="Use 183.68 for Bank robbery"))

    # Who else does it help?
    hands.show(page.get_by_role("tab", name="All challenges"))
    expect(page.locator("tr.moved")).to_have_count(1)
    hands.press(to.get_by_role("link", name="Review"))
    expect(page.locator(".heat")).to_contain_text("Bank robbery")
    headings = page.locator(".heat thead th").all_text_contents()
    assert headings[:4] == ["Challenge", "Unskilled", "Generalist", "Specialist"]

    # Publish it.
    hands.write(page.get_by_label("Reason"), "Banks are too hard for outlaws.")
    hands.tick(page.get_by_label("I have read this"))
    hands.press(page.get_by_role("button", name="Publish"))
    number = is_live(page)
    assert number == base + 1
    assert api.live["values"]["crimes"]["bank_robbery"]["threshold"] == 183.68
    record = api.ask("GET", f"/v1/admin/tuning/revisions/{number}")
    assert (record["author"], record["reason"]) == ("ann", "Banks are too hard for outlaws.")

    # Did it work?
    while plays[-1] != number:  # another worker follows within a second
        plays.append(play(api, 30))
    eventually(lambda: attempts(api) == begun + OUTLAWS * len(plays))
    hands.press(to.get_by_role("link", name="Insights"))
    hands.choose(page.get_by_label("View"), "By challenge")
    expect(page.get_by_role("rowheader", name=str(number), exact=True)).to_be_visible()
    before, after = row_of(page, base), row_of(page, number)
    counted = played(api)
    assert (before[1], before[2], before[3]) == ("275", str(counted[base][0]), counted[base][1])
    assert (after[1], after[2], after[3]) == ("183.68", str(counted[number][0]), counted[number][1])

    # Take it back.
    hands.press(to.get_by_role("link", name="History"))
    hands.press(page.get_by_role("link", name=f"Revision {number}", exact=True))
    hands.press(page.get_by_role("link", name="Take it back"))
    hands.write(page.get_by_label("Reason"), "Too easy after all.")
    hands.tick(page.get_by_label("I have read this"))
    hands.press(page.get_by_role("button", name="Go back to revision"))
    assert is_live(page) == number + 1
    assert api.live["values"]["crimes"]["bank_robbery"]["threshold"] == 275
    hands.press(page.get_by_role("link", name="All revisions"))
    expect(page.locator(".revisions li").first).to_contain_text(f"back to {base}")
