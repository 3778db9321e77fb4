"""A service with operators of every role, in an environment called production, and the way into its console."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ADMIN_TOKEN, OpenPage, served
from tests.browser.functions import FunctionsRun
from tests.browser.screens import DESKTOP, Screen
from tests.smoke.running_service import RunningService

HERE: Final = Path(__file__).parent
ROLES: Final = {"vera": "viewer", "sam": "support", "ann": "designer", "bob": "designer"}


def token_of(operator: str) -> str:
    return f"the-token-of-{operator}-for-tests"


@pytest.fixture(scope="session")
def console_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    operators: Path = tmp_path_factory.mktemp("operators") / "operators.toml"
    digests = {name: sha256(token_of(name).encode()).hexdigest() for name in ROLES}
    operators.write_text(
        "".join(
            f'[[operator]]\nname = "{name}"\nrole = "{role}"\ntoken_sha256 = "{digests[name]}"\n'
            for name, role in ROLES.items()
        )
    )
    yield from served(
        DESTINY_ADMIN_TOKEN=ADMIN_TOKEN, DESTINY_OPERATORS_FILE=str(operators), DESTINY_ENVIRONMENT="production"
    )


@pytest.fixture
def service(console_service: RunningService) -> RunningService:
    return console_service


@pytest.fixture(scope="session")
def functions(request: pytest.FixtureRequest) -> Iterator[FunctionsRun]:
    """The console's functions. Every one of them must have run once all tests of this folder have."""
    running = FunctionsRun("/console/", leaving_out="/vendor/")
    yield running
    session = request.session
    files = {item.path for item in session.items}
    all_here = {*HERE.glob("test_*.py")} <= files and not session.config.option.keyword
    if all_here and not session.testsfailed:
        assert running.never_run() == []


def percent(chance: float) -> str:
    """A chance as the console writes it. JavaScript rounds halves up, where Python's formats round them to even."""
    return f"{Decimal(chance * 100).quantize(Decimal('0.01'), ROUND_HALF_UP)} %"


@dataclass(frozen=True, slots=True)
class Api:
    """What a colleague does with the API while somebody is at the console."""

    service: RunningService
    operator: str = "bob"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.service.ask(method, path, body, Authorization=f"Bearer {token_of(self.operator)}", **headers)
        assert answer.status < 300, answer.document
        return answer.document

    @property
    def live(self) -> Any:
        return self.ask("GET", "/v1/admin/tuning")

    def change(self, values: Any, reason: str = "A colleague's change.") -> int:
        body = {"values": values, "reason": reason}
        revision = self.live["tuning_revision"]
        return int(self.ask("PATCH", "/v1/admin/tuning", body, **{"If-Match": f'"{revision}"'})["tuning_revision"])

    def chance(self, crime: str, level: int, tuning: Any = None) -> str:
        """What `/v1/odds` says of somebody with every skill of spades at this level, as the console writes it."""
        skills = [name for name, skill in self.live["values"]["skills"].items() if "spades" in skill["suits"]]
        body = {"action_type": "pve", "crime": crime, "actor": {"skills": dict.fromkeys(skills, level)}}
        odds = self.ask("POST", "/v1/odds", body | ({"tuning": tuning} if tuning else {}))
        return percent(odds["success"]["probability"])


@pytest.fixture
def api(service: RunningService) -> Api:
    """The API of a service whose live values are those that ship with it."""
    colleague = Api(service)
    live = colleague.live
    shipped = colleague.ask("GET", "/v1/admin/tuning/revisions/0")["values"]
    if live["values"] != shipped:
        colleague.ask(
            "POST",
            "/v1/admin/tuning/restore",
            {"tuning_revision": 0, "reason": "As it ships.", "force": True},
            **{"If-Match": f'"{live["tuning_revision"]}"'},
        )
    return colleague


@pytest.fixture(scope="session")
def played(console_service: RunningService) -> str:
    """Some resolutions; the id of one with a promised draw, items and effects."""

    def send(path: str, body: object) -> dict[str, object]:
        answer = console_service.ask("POST", path, body)
        assert answer.status < 300, answer.document
        return dict(answer.document)

    draw = send("/v1/draws", {})
    actor = {"skills": {"lockpicking": 50, "stealth": 40}, "character_id": "ada", "items": ["lucky_ace_charm"]}
    crime = {"action_type": "pve", "crime": "bank_robbery", "actor": actor, "location": "frontera"}
    resolved = send("/v1/resolve", crime | {"draw": {"draw_id": draw["draw_id"], "client_seed": "mine"}})
    duel = {
        "action_type": "pvp",
        "actor": {"character_id": "ada", "skills": {"brawling": 30}},
        "target": {"npc": "rookie"},
    }
    war = {
        "action_type": "gang_war",
        "attackers": [{"skills": {"brawling": 9}, "items": ["iron_horseshoe"]}, {"npc": "elite"}],
        "defenders": [{"npc": "rookie"}],
    }
    send("/v1/resolve/batch", {"requests": [*[crime] * 30, war, duel]})
    return str(resolved["resolution_id"])


OpenConsole = Callable[..., Page]
"""Opens the console and enters: `open_console("#/history", operator="vera")`."""


@pytest.fixture
def open_console(open_page: OpenPage, api: Api) -> OpenConsole:
    assert api.live["values"]  # those that ship

    def enter(where: str = "#/tune/crimes/bank_robbery", screen: Screen = DESKTOP, operator: str = "ann") -> Page:
        page = open_page(f"/console{where}", screen)
        page.get_by_label("Your token").fill(token_of(operator))
        page.get_by_role("button", name="Enter").click()
        expect(page.locator(".environment")).to_have_text("production")
        return page

    return enter
