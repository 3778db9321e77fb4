"""A saved copy, a page over plain HTTP, and the page's arithmetic against the service's."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service.draws.answers import Json
from service.engines.draws import DrawPurpose
from service.engines.piecepacks.variants import VARIANTS
from service.engines.pyramid.cards import PLAYERS, Variant
from service.verification.answers import verified_answer
from service.verification.schemas import read_draw_to_verify
from service.verification.verify import verify_draw
from tests.browser.conftest import OpenPage
from tests.browser.finding import PLAIN_HOST
from tests.browser.guard import Guard
from tests.browser.verifying import ALL_AGREE, DEALT, DUEL, asked, headline, verdict, verify
from tests.smoke.running_service import RunningService


class TestSavedCopy:
    """The file of the page, without the service."""

    @pytest.fixture
    def saved(self, open_page: OpenPage, tmp_path: Path) -> Path:
        """The page as `Save as` writes it after a verification: as it is now, not as it was sent."""
        page = open_page("/verify")
        verify(page, {**asked(DUEL), "server_seed": "00"})
        expect(verdict(page).locator(".malformed")).to_be_visible()
        expect(page.locator("#self-test.good")).to_be_visible()
        path = tmp_path / "verify.html"
        path.write_text(f"<!DOCTYPE html>\n{page.evaluate('document.documentElement.outerHTML')}", "utf-8")
        return path

    def test_copy__without_a_network__verifies(self, open_page: OpenPage, saved: Path, duel: Json) -> None:
        page = open_page("/verify")
        page.context.set_offline(True)
        page.goto(saved.as_uri())

        expect(page.locator("#self-test-text")).to_have_text(ALL_AGREE)
        expect(verdict(page)).to_be_empty()
        expect(page.get_by_label("Paste it here")).not_to_have_attribute("aria-invalid", "true")
        verify(page, duel)
        expect(headline(page)).to_have_text(DEALT)
        expect(page.get_by_role("link", name="The algorithm in full")).to_have_count(0)

    def test_copy__by_its_own_policy__can_send_nothing(self, open_page: OpenPage, guard: Guard, saved: Path) -> None:
        page = open_page("/verify")
        page.goto(saved.as_uri())

        assert page.evaluate("origin => fetch(origin).then(() => 'sent', () => 'refused')", guard.origin) == "refused"
        page.evaluate("0")
        assert [line for line in guard.complaints if "connect-src" in line]
        guard.complaints.clear()

    def test_self_test__with_a_wrong_vector__names_it(self, open_page: OpenPage, saved: Path) -> None:
        text = saved.read_text("utf-8")
        wrong = text.replace('"hands": [["A♥", "K♣", "5♦"', '"hands": [["A♥", "K♦", "5♦"', 1)
        wrong = wrong.replace("1310288479, 735749388,", "1310288479, 735749389,", 1)
        saved.write_text(wrong, "utf-8")
        page = open_page("/verify")
        page.goto(saved.as_uri())

        expect(page.locator("#self-test-text")).to_have_text("Self-test: 5 of 6 vectors agree, 5 of 6 for deals")
        page.locator("#self-test summary").click()
        expect(page.locator("#self-test li.bad")).to_have_text(
            ["✗ Vector 3: hands of 5092508", "✗ Vector 4: piecepacks_deal of high-noon-4711"]
        )


class TestPlainHttp:
    """Where browsers have neither WebCrypto nor a clipboard for pages."""

    @pytest.fixture
    def guard(self, service: RunningService) -> Guard:
        return Guard(f"http://{PLAIN_HOST}:{service.port}")

    def test_page__over_plain_http__verifies_with_its_own_hash(
        self, open_page: OpenPage, guard: Guard, duel: Json
    ) -> None:
        page = open_page("/verify")
        assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
        expect(page.locator("#self-test-text")).to_have_text(ALL_AGREE)
        page.locator("#self-test summary").click()
        expect(page.locator("#hashing")).to_have_text("this page's own SHA-256")
        verify(page, duel)
        expect(headline(page)).to_have_text(DEALT)
        page.get_by_role("button", name="Copy link").click()
        link = page.get_by_label("Link to this draw")
        expect(link).to_have_value(re.compile("/verify#draw="))
        expect(link).to_be_focused()
        assert guard.complaints == []


class TestArithmetic:
    """The page's JavaScript against the service's Python."""

    def test_hashing__of_its_own__equals_webcrypto(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        wrong = page.evaluate("""async () => {
          const wrong = [];
          for (let length = 0; length <= 300; length++) {
            const message = crypto.getRandomValues(new Uint8Array(length));
            const key = crypto.getRandomValues(new Uint8Array(1 + length % 150));
            for (const name of ["sha256", "hmac"]) {
              const sent = name === "hmac" ? [key, message] : [message];
              const [own, theirs] = await Promise.all(
                [OWN_HASHING, BROWSER_HASHING].map((hashing) => hashing[name](...sent)));
              if (digitsOf(own) !== digitsOf(theirs)) wrong.push([name, length]);
            }
          }
          return wrong;
        }""")
        assert wrong == []

    @pytest.mark.parametrize("hashing", ["OWN_HASHING", "BROWSER_HASHING"])
    def test_hands__of_random_seeds__are_those_of_the_service(self, open_page: OpenPage, hashing: str) -> None:
        chance = random.Random(hashing)
        draws = [{**_seeds(chance), "hands": chance.choice([1, 2, 5])} for _ in range(200)]

        assert self._redone(open_page("/verify"), hashing, draws) == [_of_the_service(draw) for draw in draws]

    def test_deals__of_random_seeds__are_those_of_the_service(self, open_page: OpenPage) -> None:
        chance = random.Random(11)
        draws = [
            {**_seeds(chance), "for": DrawPurpose.PYRAMID_DEAL.value, "variant": variant.value, "players": players}
            for variant in Variant
            for players in PLAYERS
        ]
        draws += [
            {**_seeds(chance), "for": DrawPurpose.PIECEPACKS_DEAL.value, "variant": variant.value, "players": players}
            for variant, rules in VARIANTS.items()
            for players in range(2, rules.most_players + 1)
        ]

        assert self._redone(open_page("/verify"), "HASHING", draws) == [_of_the_service(draw) for draw in draws]

    def _redone(self, page: Page, hashing: str, draws: list[Json]) -> list[Json]:
        redone: list[Json] = page.evaluate(
            """async ([name, draws]) => {
              const hashing = { OWN_HASHING, BROWSER_HASHING, HASHING }[name];
              const results = [];
              for (const draw of draws) {
                const { hash, parts } = await redo(hashing, readPasted(JSON.stringify(draw)).draws[0]);
                results.push({ server_seed_hash: hash, parts: parts.map((part) => part.things) });
              }
              return results;
            }""",
            [hashing, draws],
        )
        return redone

    def test_gang_war__of_two_hundred__verifies(self, open_page: OpenPage) -> None:
        draw = {**asked(DUEL), "hands": 200}
        draw["hands"] = _of_the_service({name: draw[name] for name in ("server_seed", "client_seed", "hands")})["parts"]
        page = open_page("/verify")
        verify(page, draw)

        expect(headline(page)).to_have_text(DEALT)
        expect(page.locator("#draws .card")).to_have_count(1000)


def _seeds(chance: random.Random) -> Json:
    client_seed = "".join(chance.choices("abc:0123456789 é♠🂡\u0301", k=chance.randint(1, 128)))
    return {"server_seed": chance.randbytes(32).hex(), "client_seed": client_seed}


def _of_the_service(draw: Json) -> Json:
    answer = verified_answer(verify_draw(read_draw_to_verify(draw)))
    parts = answer.get("hands")
    if parts is None:
        deal = answer["deal"]
        parts = [cards for player in deal["players"] for cards in player.values() if cards]
        parts += [deal["board"]] if deal.get("board") else []
    return {"server_seed_hash": answer["server_seed_hash"], "parts": parts}
