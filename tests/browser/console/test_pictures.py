"""The pictures of the console in the docs: `make screenshots` makes them again."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.console.conftest import Api, OpenConsole
from tests.browser.console.test_tuning import review, set_threshold
from tests.browser.screens import Screen
from tests.dockerfile import PROJECT

FOLDER: Final = "TEST_SCREENSHOTS"
"""Names the folder for the pictures; without it they are made and thrown away."""
PAGE: Final = PROJECT / "docs/designers/console.md"
SCREEN: Final = Screen("picture", {"width": 1200, "height": 700})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(os.environ.get(FOLDER) or tmp_path)


def picture(page: Page, folder: Path, name: str) -> None:
    page.mouse.move(0, 0)
    path = folder / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_pictures__of_the_way_to_an_easier_bank__show_what_the_docs_say(
    open_console: OpenConsole, api: Api, folder: Path
) -> None:
    before = api.chance("bank_robbery", 30)
    assert f"succeeds in {before} of attempts" in " ".join(PAGE.read_text().split())
    page = open_console(screen=SCREEN)
    set_threshold(page, "183.68")
    expect(page.locator(".headline strong")).to_have_text("60.82 %")
    expect(page.locator(".headline .was")).to_contain_text(f"live {before}")
    picture(page, folder, "console-tune")
    page.get_by_role("tab", name="Totals").click()
    expect(page.locator("#totals svg")).to_be_visible()
    picture(page, folder, "console-totals")
    review(page)
    expect(page.locator(".heat")).to_be_visible()
    picture(page, folder, "console-review")


def test_picture__of_a_resolution__shows_what_made_its_total(open_console: OpenConsole, api: Api, folder: Path) -> None:
    body = {
        "action_type": "pve",
        "crime": "bank_robbery",
        "actor": {"skills": {"lockpicking": 50, "stealth": 40}, "items": ["lucky_ace_charm"], "effects": ["poisoned"]},
    }
    resolved = api.service.ask("POST", "/v1/resolve", body).document
    page = open_console(f"#/support/{resolved['resolution_id']}", SCREEN, "sam")
    expect(page.get_by_text("It had a chance of")).to_be_visible()
    picture(page, folder, "console-support")
