"""The odds on the desk: for whom they are counted, and what can be asked of them."""

from typing import Final

from playwright.sync_api import Locator, Page, expect

from service.draws.answers import Json
from tests.browser.console.conftest import Api, OpenConsole, percent

SPADES: Final = ("Lockpicking", "Pickpocketing", "Stealth", "Safecracking", "Tracking")


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_build__of_chosen_skills_with_an_item_somewhere__has_the_odds_of_the_api(
    open_console: OpenConsole, api: Api
) -> None:
    page = open_console()
    page.get_by_label("A character with").select_option("chosen")
    skills = page.get_by_role("group", name="Skills")
    for name in SPADES[1:]:
        skills.get_by_role("button", name=f"Without {name}").click()
    expect(skills.get_by_label("Lockpicking grows")).to_be_checked()
    skills.get_by_label("Add a skill").select_option("stealth")
    skills.get_by_label("Add a skill").select_option("medicine")
    skills.get_by_label("Medicine grows").uncheck()
    expect(skills.get_by_label("Level of Medicine")).to_have_value("30")
    skills.get_by_label("Level of Medicine").fill("12")
    page.get_by_label("in", exact=True).select_option("frontera")
    page.get_by_text("Items and effects").click()
    page.get_by_label("Lucky ace charm").check()
    page.get_by_label("Poisoned").check()
    page.get_by_label("at level").fill("40")
    actor = {"skills": {"lockpicking": 40, "stealth": 40, "medicine": 12}, "items": ["lucky_ace_charm"]}
    crime = {"action_type": "pve", "crime": "bank_robbery", "location": "frontera"}

    def shows_the_odds_of(actor: Json) -> None:
        chance = api.ask("POST", "/v1/odds", crime | {"actor": actor})["success"]["probability"]
        expect(page.locator(".headline strong")).to_have_text(percent(chance))

    shows_the_odds_of(actor | {"effects": ["poisoned"]})
    page.get_by_label("Poisoned").uncheck()
    shows_the_odds_of(actor)
    tab(page, "Totals")
    totals = api.ask("POST", "/v1/odds/totals", {"participant": actor, "location": "frontera"})["totals"]
    expect(page.locator("#totals .summary")).to_contain_text(f"to {totals[-1]:,}".rstrip("0").rstrip("."))
    tab(page, "What it takes")
    page.get_by_role("button", name="Find it").click()
    expect(page.locator(".answer")).to_contain_text("A threshold of")


def test_build__of_chosen_skills__keeps_one_that_grows(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    page.get_by_label("A character with").select_option("suit:clubs")
    page.get_by_label("at level").press("Enter")  # sends nothing: the page counts by itself
    names = [name for name, skill in api.live["values"]["skills"].items() if "clubs" in skill["suits"]]
    expect(page.locator("#grow-skills")).to_contain_text(f"{len(names)} skills, all at this level: gun fighting")
    page.get_by_label("A character with").select_option("chosen")
    grows = page.get_by_role("checkbox", name="grows")
    expect(grows).to_have_count(len(names))
    for _ in names[1:]:
        page.get_by_role("button", name="Without").last.click()
    expect(grows).to_be_disabled()
    expect(page.get_by_role("button", name="Without")).to_be_disabled()


def test_views__by_arrow_key__go_round(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_role("tab", name="By level").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Economy")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="By level")).to_have_attribute("aria-selected", "true")


def test_curve__pointed_at__reads_out_the_level(open_console: OpenConsole, api: Api) -> None:
    page = open_console()
    page.mouse.move(*middle(page.locator("#curve .plot")))
    reading = page.locator("#curve .reading")
    expect(reading).to_contain_text("Level")
    level = int((reading.text_content() or "").split(",")[0].split()[1])
    assert 40 <= level <= 60
    expect(reading).to_contain_text(api.chance("bank_robbery", level))
    expect(page.locator("#curve .cursor circle, #curve circle")).not_to_have_count(0)


def test_threshold__dragged_with_the_mouse__moves_the_draft(open_console: OpenConsole) -> None:
    page = open_console()
    tab(page, "Totals")
    x, y = middle(page.locator("#totals .handle"))
    page.mouse.move(x, y)
    expect(page.locator("#totals .reading")).to_contain_text("Hands")
    page.mouse.down()
    page.mouse.move(x - 20, y, steps=4)
    page.mouse.up()
    page.mouse.move(x + 200, y)
    moved = int(page.get_by_label("Threshold", exact=True).input_value())
    assert 200 < moved < 275


def test_solve__asked_for_a_level_of_critical_success__answers_in_whole_levels(open_console: OpenConsole) -> None:
    page = open_console("#/tune/crimes/pickpocket")
    tab(page, "What it takes")
    page.get_by_label("Degree").select_option("critical_success")
    page.get_by_label("Percent").fill("40")
    page.get_by_label("Find", exact=True).select_option("level")
    page.get_by_role("button", name="Find it").click()
    expect(page.locator(".answer")).to_contain_text("Level")
    expect(page.locator(".answer button")).to_have_count(0)


def test_economy__over_another_number_of_attempts__is_counted_again(open_console: OpenConsole) -> None:
    page = open_console()
    page.get_by_label("Reward").fill("250")
    tab(page, "Economy")
    expect(page.locator("#panel")).to_contain_text("They cost 5,000 energy")
    page.get_by_label("Attempts at Bank robbery").fill("10")
    expect(page.locator("#panel")).to_contain_text("They cost 500 energy")
