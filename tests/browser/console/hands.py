"""The two ways to use the console: with a mouse, and with the keyboard alone."""

from dataclasses import dataclass
from typing import Final, Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

_MOST_STEPS: Final = 120
_IS_FOCUSED: Final = "it => it === document.activeElement"
_IS_BEFORE_THE_FOCUS: Final = "it => !!(document.activeElement.compareDocumentPosition(it) & 2)"


class Hands(Protocol):
    def press(self, target: Locator) -> None:
        """Follow a link, or press a button."""

    def tick(self, target: Locator) -> None:
        """Tick a box."""

    def write(self, target: Locator, text: str) -> None:
        """Write into a field."""

    def choose(self, target: Locator, text: str) -> None:
        """Choose the option with this text."""

    def show(self, tab: Locator) -> None:
        """Go to a tab of a row of tabs."""


@dataclass
class Mouse:
    page: Page

    def press(self, target: Locator) -> None:
        target.click()

    def tick(self, target: Locator) -> None:
        target.click()

    def write(self, target: Locator, text: str) -> None:
        target.click()
        self.page.keyboard.type(text)

    def choose(self, target: Locator, text: str) -> None:
        target.select_option(label=text)

    def show(self, tab: Locator) -> None:
        tab.click()


@dataclass
class Keyboard:
    """Gets everywhere with Tab and Shift+Tab, as a reader without a mouse does."""

    page: Page

    def press(self, target: Locator) -> None:
        self._reach(target)
        self.page.keyboard.press("Enter")

    def tick(self, target: Locator) -> None:
        self._reach(target)
        self.page.keyboard.press("Space")

    def write(self, target: Locator, text: str) -> None:
        self._reach(target)
        self.page.keyboard.type(text)

    def choose(self, target: Locator, text: str) -> None:
        self._reach(target)
        self.page.keyboard.type(text)

    def show(self, tab: Locator) -> None:
        self._reach(self.page.get_by_role("tab", selected=True))
        for _ in range(_MOST_STEPS):
            if tab.evaluate(_IS_FOCUSED):
                return
            self.page.keyboard.press("ArrowRight")
        pytest.fail(f"The arrow keys never get to {tab}.")

    def _reach(self, target: Locator) -> None:
        expect(target).to_be_visible()
        for _ in range(_MOST_STEPS):
            if target.evaluate(_IS_FOCUSED):
                return
            self.page.keyboard.press("Shift+Tab" if target.evaluate(_IS_BEFORE_THE_FOCUS) else "Tab")
        pytest.fail(f"The Tab key never gets to {target}.")
