"""Players verify by typing seeds and by a link; the page on every screen."""

import copy
import re

import pytest
from playwright.sync_api import expect

from service.draws.answers import Json
from tests.browser.conftest import OpenPage
from tests.browser.screens import DESKTOP, DESKTOP_DARK, NARROW, PHONE, PHONE_DARK, Screen
from tests.browser.verifying import DEALT, DUEL, HASH, VECTORS, Change, asked, hand, headline, verdict, verify

MALFORMED_FIELDS = [
    ("Server seed", "abc", "Server seed must be 64 hexadecimal digits: 0 to 9 and a to f. This has 3."),
    ("Client seed", "", "Client seed must be a text of 1 to 128 characters."),
    ("Number of hands", "201", "Number of hands must be 1 to 200 hands, or their number."),
    ("Number of hands", "1e2", "Number of hands must be 1 to 200 hands, or their number."),
    ("What you were shown", "A♠", "What you were shown must be one line for each hand: 2 here. This has 1."),
    ("What you were shown", "1♠\nA♠", "What you were shown “1♠” is not one of the cards"),
]


class TestTyping:
    """Seeds without an answer."""

    def test_duel__by_the_keyboard_alone__verifies(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the form")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_label("An answer or a record")).to_be_focused()
        page.keyboard.press("ArrowDown")
        for name, text in (
            ("What was drawn", ""),
            ("Server seed", DUEL["server_seed"]),
            ("Client seed", DUEL["client_seed"]),
            ("Number of hands", "2"),
            ("What you were shown", "KH TS 8c 6♥ 2d\n3♦ 5♣ 7♣ q♦ k♦"),
            ("The promised hash", HASH),
        ):
            page.keyboard.press("Tab")
            expect(page.get_by_label(name)).to_be_focused()
            page.keyboard.type(text)
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Verify")).to_be_focused()
        page.keyboard.press("Enter")
        expect(headline(page)).to_have_text(DEALT)
        for _ in range(3):
            page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Words")).to_be_visible()

    def test_seeds__alone__give_cards_and_claim_nothing(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        page.get_by_label("The seeds").check()
        page.get_by_label("Server seed").fill(DUEL["server_seed"])
        page.get_by_label("Client seed").fill(DUEL["client_seed"])
        page.get_by_role("button", name="Verify").click()

        expect(headline(page)).to_have_text("These are the cards of these seeds.")
        assert hand(page, "Hand 1")[0] == "King of hearts"
        page.get_by_label("The promised hash").fill(HASH)
        page.get_by_role("button", name="Verify").click()
        expect(headline(page)).to_have_text("The seed fits the hash, and these are its cards.")

    @pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: vector["deal"]["variant"])
    def test_deal__by_its_fields__verifies(self, open_page: OpenPage, vector: Json) -> None:
        deal = vector["deal"]
        page = open_page("/verify")
        page.get_by_label("The seeds").check()
        page.get_by_label("What was drawn").select_option(vector["for"])
        page.get_by_label("Variant").select_option(deal["variant"])
        page.get_by_label("Server seed").fill(vector["server_seed"].upper())
        page.get_by_label("Client seed").fill(vector["client_seed"])
        page.get_by_label("Number of players").fill(str(len(deal["players"])))
        lines = [" | ".join(", ".join(cards) for cards in player.values()) for player in deal["players"]]
        page.get_by_label("What you were shown").fill("\n".join([*lines, " ".join(deal.get("board", []))]))
        page.get_by_role("button", name="Verify").click()

        expect(headline(page)).to_have_text(re.compile(r"^These are the (cards|tiles) that were dealt\.$"))

    def test_field__that_is_malformed__is_named_and_focused(self, open_page: OpenPage) -> None:
        page = open_page(f"/verify#server_seed={DUEL['server_seed']}&client_seed=x&hands=2")
        for field, text, mistake in MALFORMED_FIELDS:
            page.goto("about:blank")
            page.goto(f"/verify#server_seed={DUEL['server_seed']}&client_seed=x&hands=2")
            expect(headline(page)).to_have_text("These are the cards of these seeds.")
            page.get_by_label(field).fill(text)
            page.get_by_role("button", name="Verify").click()

            expect(headline(page)).to_contain_text(mistake)
            expect(page.get_by_label(field)).to_be_focused()
            expect(page.get_by_label(field)).to_have_accessible_description(re.compile(re.escape(mistake)))
            expect(page.locator("#draws .card")).to_have_count(0)


class TestLinks:
    """A draw in the fragment of an address."""

    @pytest.mark.parametrize("change", [lambda draw: draw, lambda draw: draw["hands"][0].reverse()])
    def test_link__of_a_pasted_answer__shows_the_same(self, open_page: OpenPage, duel: Json, change: Change) -> None:
        change(duel["draw"])
        page = open_page("/verify")
        verify(page, duel, HASH)
        text = verdict(page).inner_text()
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        other = open_page(link)

        expect(headline(other)).to_have_text("The server seed does not have the hash that you were promised.")
        assert verdict(other).inner_text() == text
        assert other.locator("#draws h3").all_text_contents() == ["Actor", "Target"]

    def test_link__of_typed_seeds__fills_the_fields(self, open_page: OpenPage) -> None:
        vector = VECTORS["hands"][3]
        page = open_page("/verify")
        page.get_by_label("The seeds").check()
        page.get_by_label("Server seed").fill(vector["server_seed"])
        page.get_by_label("Client seed").fill(vector["client_seed"])
        page.get_by_label("Number of hands").fill("3")
        page.get_by_label("What you were shown").fill("\n".join(" ".join(cards) for cards in vector["hands"]))
        page.get_by_role("button", name="Verify").click()
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        other = open_page(page.evaluate("navigator.clipboard.readText()"))

        expect(headline(other)).to_have_text(DEALT)
        expect(other.get_by_label("Client seed")).to_have_value(vector["client_seed"])

    def test_link__to_a_deal__chooses_its_game_and_variant(self, open_page: OpenPage) -> None:
        seeds = f"server_seed={DUEL['server_seed']}&client_seed=high-noon-4711"
        page = open_page(f"/verify#for=piecepacks_deal&variant=texas_holdem&players=3&{seeds}&server_seed_hash={HASH}")

        expect(headline(page)).to_have_text("The seed fits the hash, and these are its tiles.")
        assert hand(page, "Player 1") == ["5 of white diamonds", "3 of white diamonds"]

    def test_link__with_a_line_break_in_its_client_seed__keeps_it(self, open_page: OpenPage) -> None:
        page = open_page(f"/verify#server_seed={DUEL['server_seed']}&client_seed=a%0D%0Ab&hands=1")

        expect(headline(page)).to_have_text("These are the cards of these seeds.")
        expect(page.get_by_label("Paste it here")).to_have_value(re.compile(r"a\\r\\nb"))

    @pytest.mark.parametrize("fragment", ["draw=%7B", "server_seed=1&for=constructor", "client_seed=%FF&hands=-1"])
    def test_link__that_is_broken__says_so(self, open_page: OpenPage, fragment: str) -> None:
        expect(verdict(open_page(f"/verify#{fragment}")).locator(".malformed")).to_be_visible()

    def test_link__to_somewhere_on_the_page__verifies_nothing(self, open_page: OpenPage) -> None:
        page = open_page("/verify#verifier")

        expect(page.get_by_text("Your cards appear here.")).to_be_visible()
        expect(verdict(page)).to_be_empty()

    def test_example__tried__verifies(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        page.get_by_role("button", name="Try an example").click()

        expect(headline(page)).to_have_text(DEALT)


class TestLooks:
    """On any screen, in the light and in the dark."""

    @pytest.mark.parametrize("screen", [NARROW, PHONE_DARK, DESKTOP], ids=str)
    def test_page__on_any_screen__is_no_wider_than_it(self, open_page: OpenPage, screen: Screen) -> None:
        wrong = copy.deepcopy(asked(DUEL))
        wrong["hands"][0][0] = "2♠"
        wrong["client_seed"] = "W" * 128
        page = open_page("/verify", screen)
        for document in (None, asked(DUEL), wrong, asked(VECTORS["deals"][1]), asked(VECTORS["deals"][4]), {}):
            if document is not None:
                verify(page, document, HASH)
                expect(verdict(page).locator(".verdict")).to_be_visible()
            for steps in page.locator(".steps summary").all():
                steps.click()
            whole, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert seen == screen.size["width"]
            assert whole <= seen

    @pytest.mark.parametrize("screen", [PHONE, DESKTOP_DARK], ids=str)
    def test_page__without_a_choice__is_as_bright_as_the_system_says(self, open_page: OpenPage, screen: Screen) -> None:
        colour = open_page("/verify", screen).evaluate("getComputedStyle(document.body).backgroundColor")
        brightness = sum(map(int, re.findall(r"\d+", colour)[:3])) / 3

        assert brightness < 60 if screen.scheme == "dark" else brightness > 200

    def test_verdict__on_a_phone__comes_into_view(self, open_page: OpenPage) -> None:
        page = open_page("/verify", PHONE)
        verify(page, asked(DUEL))

        expect(headline(page)).to_be_in_viewport()

    def test_page__for_a_screen_reader__has_its_landmarks_and_names(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, asked(DUEL))

        expect(headline(page)).to_have_text(DEALT)
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("heading", level=1, name="Verify a draw")).to_be_visible()
        expect(page.get_by_role("group", name="What do you have?")).to_be_visible()
        expect(page.get_by_role("region", name="Result")).to_be_visible()
        unnamed = page.evaluate("""() => [...document.querySelectorAll("input, textarea, select")]
          .filter((field) => !field.labels.length && !field.ariaLabel).map((field) => field.id)""")
        assert unnamed == []

    def test_welcome_page__by_its_link__leads_to_the_page(self, open_page: OpenPage) -> None:
        page = open_page("/")
        page.get_by_role("link", name="Verify a draw").click()

        expect(page.get_by_role("heading", level=1, name="Verify a draw")).to_be_visible()
