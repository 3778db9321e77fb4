"""What people look at the pages with."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import ViewportSize


@dataclass(frozen=True, slots=True)
class Screen:
    """A size and a colour scheme, and whether it is touched."""

    name: str
    size: ViewportSize
    scheme: str = "light"
    touched: bool = False

    def __str__(self) -> str:
        return self.name


NARROW: Final = Screen("narrow phone", {"width": 360, "height": 740}, touched=True)
PHONE: Final = Screen("phone", {"width": 390, "height": 844}, touched=True)
PHONE_DARK: Final = Screen("phone, dark", {"width": 390, "height": 844}, "dark", touched=True)
TABLET: Final = Screen("tablet", {"width": 768, "height": 1024}, touched=True)
DESKTOP: Final = Screen("desktop", {"width": 1440, "height": 900})
DESKTOP_DARK: Final = Screen("desktop, dark", {"width": 1440, "height": 900}, "dark")
