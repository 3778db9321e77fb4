"""What the tests of /verify share: draws to verify, and what the page says of them."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page

from service.draws.answers import Json
from tests.dockerfile import PROJECT
from tests.smoke.running_service import RunningService

DEALT: Final = "These are the cards that were dealt."
ALL_AGREE: Final = "Self-test: 6 of 6 vectors agree, 6 of 6 for deals"
VECTORS: Final[Json] = json.loads((PROJECT / "service/verification/page/vectors.json").read_text("utf-8"))
DUEL: Final[Json] = VECTORS["hands"][0]
HASH: Final[str] = DUEL["server_seed_hash"]
GANG: Final = {"attackers": [{"skills": {}}] * 3, "defenders": [{"npc": "rookie"}] * 2, "method": "average"}

Change = Callable[[Json], object]


def asked(vector: Json) -> Json:
    """A vector as the `draw` of an answer."""
    return {name: value for name, value in vector.items() if name != "words"}


def answered(service: RunningService, path: str, body: Json, purpose: str = "resolve") -> Json:
    """The answer of the service to this body, with a draw that it promised."""
    promised = service.ask("POST", "/v1/draws", {"for": purpose}).document
    draw = {"draw_id": promised["draw_id"], "client_seed": "♠ from the browser"}
    answer = service.ask("POST", path, {**body, "draw": draw})
    assert answer.status == 200
    assert answer.document["draw"]["server_seed_hash"] == promised["server_seed_hash"]
    return dict(answer.document)


def verify(page: Page, document: Any, promised: str = "") -> None:
    page.get_by_label("Paste it here").fill(json.dumps(document, ensure_ascii=False))
    page.get_by_label("The promised hash").fill(promised)
    page.get_by_role("button", name="Verify").click()


def verdict(page: Page) -> Locator:
    return page.get_by_role("status").first


def headline(page: Page) -> Locator:
    return verdict(page).locator(".headline")


def hand(page: Page, name: str) -> list[str]:
    """The cards of a hand, as a screen reader says them."""
    cards = page.get_by_role("list", name=re.compile(f"^{name}, ")).get_by_role("listitem")
    return [" ".join(card.locator(".spoken").all_text_contents()) for card in cards.all()]
