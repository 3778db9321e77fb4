"""The catalogue and the form: every kind of field, entries that come and go."""

from playwright.sync_api import Page, expect

from tests.browser.console.conftest import OpenConsole
from tests.browser.guard import Guard


def go(page: Page, where: str, heading: str) -> None:
    page.goto(f"/console#/tune/{where}")
    expect(page.locator(".form h2")).to_have_text(heading)


def changes(page: Page, *lines: tuple[str, str]) -> None:
    """The review lists these differences, by value and what it will be."""
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Review").click()
    expect(page.locator(".diff tbody tr")).to_have_count(len(lines))
    for pointer, after in lines:
        row = page.locator(".diff tbody tr", has=page.locator(f'[title="{pointer}"]'))
        expect(row.locator(".after")).to_have_text(after)


def test_fields__of_every_kind__go_into_the_draft(open_console: OpenConsole) -> None:
    page = open_console("#/tune/contests")
    page.get_by_label("Ties go to the defender").uncheck()
    page.get_by_label("Gang method").select_option("best_three")
    go(page, "crimes/bank_robbery", "Bank robbery")
    page.get_by_label("Title", exact=True).fill("The big bank")
    page.keyboard.press("Tab")
    expect(page.locator(".form h2")).to_have_text("The big bank")
    changes(
        page,
        ("/crimes/bank_robbery/title", "The big bank"),
        ("/default_gang_method", "best_three"),
        ("/tie_favors_defender", "no"),
    )


def test_list_of_choices__added_to_ordered_and_shortened__is_the_draft(open_console: OpenConsole) -> None:
    page = open_console("#/tune/skills/lockpicking")
    add = page.get_by_label("Add to Suits")
    add.select_option("hearts")
    add.select_option("clubs")
    page.get_by_role("button", name="Move Clubs up").click()
    expect(page.locator(".choices li")).to_contain_text(["Spades", "Clubs", "Hearts"])
    page.get_by_role("button", name="Remove Spades").click()
    expect(page.locator(".choices li")).to_contain_text(["Clubs", "Hearts"])
    changes(page, ("/skills/lockpicking/suits", "clubs, hearts"))


def test_list_of_rows__changed_lengthened_and_shortened__is_the_draft(open_console: OpenConsole, guard: Guard) -> None:
    guard.expected.add(422)
    page = open_console("#/tune/skill_curve")
    rows = page.locator("table.rows tbody tr")
    expect(rows).to_have_count(19)
    page.get_by_role("button", name="Remove row 2", exact=True).click()
    expect(rows).to_have_count(18)
    page.get_by_role("button", name="Add a row").click()
    expect(rows).to_have_count(19)
    expect(page.locator("#panel .box.bad")).to_contain_text("Skill curve›Table›row 19")  # two rows of the same level
    page.get_by_role("button", name="Undo: Table").click()
    expect(page.locator("#panel .box.bad")).to_have_count(0)
    expect(page.get_by_label("Bonus, row 1", exact=True)).to_have_value("0")
    page.get_by_label("Bonus, row 1", exact=True).fill("1.5")
    page.keyboard.press("Tab")
    expect(page.locator(".count")).to_have_text("1")


def test_entry__edited_removed_and_kept__is_as_it_was(open_console: OpenConsole) -> None:
    page = open_console("#/tune/crimes/burglary")
    page.get_by_label("Energy cost").fill("26")
    page.get_by_role("button", name="Undo its changes").click()
    expect(page.get_by_label("Energy cost")).to_have_value("25")
    page.get_by_role("button", name="Remove from the game").click()
    expect(page.get_by_text("The draft removes this entry.")).to_be_visible()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_label("Energy cost")).to_have_value("25")
    expect(page.locator(".count")).to_have_count(0)


def test_entry__added_where_there_is_none__has_the_least_that_is_allowed(open_console: OpenConsole) -> None:
    page = open_console("#/tune/effects/whiskey")
    page.get_by_role("button", name="Remove from the game").click()
    page.get_by_role("navigation", name="Catalogue").get_by_role("link", name="Poisoned").click()
    page.get_by_role("button", name="Remove from the game").click()
    go(page, "effects", "Effects")
    page.get_by_label("A new effect").fill("hangover")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".form h2")).to_have_text("Hangover")
    expect(page.get_by_label("Duration", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_text("There is no such entry.")).to_be_visible()


def test_catalogue__searched__shows_what_fits(open_console: OpenConsole) -> None:
    page = open_console()
    catalogue = page.get_by_role("navigation", name="Catalogue")
    page.get_by_label("Search the tuning").fill("heist")
    expect(catalogue.get_by_role("link")).to_have_text(["Crimes", "Train heist"])
    page.get_by_label("Search the tuning").fill("surrender")
    expect(catalogue.get_by_role("link")).to_have_text(["Pyramid Poker"])
    page.get_by_label("Search the tuning").fill("no such thing")
    expect(catalogue.get_by_text("Nothing is called “no such thing”.")).to_be_visible()


def test_entry__removed__is_shown_in_words(open_console: OpenConsole) -> None:
    page = open_console("#/tune/skills/tracking")
    page.get_by_role("button", name="Remove from the game").click()
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Review").click()
    expect(page.locator(".diff .before")).to_have_text("suits spades, hearts")
