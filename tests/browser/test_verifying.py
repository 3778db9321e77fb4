"""Players verify what they got by pasting it: what fits, what differs, and what is malformed."""

import copy
import json
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from service.draws.answers import Json
from tests.browser.conftest import OpenPage
from tests.browser.verifying import (
    DEALT,
    DUEL,
    GANG,
    HASH,
    VECTORS,
    Change,
    answered,
    asked,
    hand,
    headline,
    verdict,
    verify,
)
from tests.conftest import Eventually
from tests.smoke.running_service import RunningService


class TestPasting:
    """What the service answered."""

    def test_duel__as_it_was_answered__verifies(self, open_page: OpenPage, duel: Json) -> None:
        page = open_page("/verify")
        verify(page, duel, duel["draw"]["server_seed_hash"])

        expect(headline(page)).to_have_text(DEALT)
        for line in (
            "The server seed has the hash that you were promised.",
            "The server seed has the hash in the answer.",
            "The seeds give these 10 cards.",
            "The cards in play were those of the draw.",
        ):
            expect(verdict(page)).to_contain_text(line)
        shown = page.locator(".part", has=page.get_by_role("heading", name="Target")).locator(".card")
        texts = [card.locator(".index").inner_text() + card.locator(".pip").inner_text() for card in shown.all()]
        assert [text.replace("\ufe0e", "") for text in texts] == duel["target"]["hand"]

    def test_record__of_a_gang_war__verifies_with_the_names_of_its_sides(
        self, open_page: OpenPage, service: RunningService, eventually: Eventually
    ) -> None:
        war = answered(service, "/v1/resolve", {"action_type": "gang_war", **GANG})
        address = f"/v1/resolutions/{war['resolution_id']}"
        eventually(lambda: service.status(address) == 200)  # the other worker writes it a moment later
        page = open_page("/verify")
        verify(page, service.ask("GET", address).document)

        expect(headline(page)).to_have_text(DEALT)
        expect(verdict(page)).to_contain_text(f"you were shown before the draw:{war['draw']['server_seed_hash']}")
        titles = page.locator("#draws h3").all_text_contents()
        assert titles == ["Attacker 1", "Attacker 2", "Attacker 3", "Defender 1", "Defender 2"]

    def test_batch__with_a_changed_item__says_which(self, open_page: OpenPage, duel: Json) -> None:
        changed = copy.deepcopy(duel)
        changed["draw"]["client_seed"] = "another"
        page = open_page("/verify")
        verify(page, {"results": [duel, changed, {"kind": "challenge"}]})

        expect(headline(page)).to_have_text("1 of 2 draws do not verify.")
        expect(page.get_by_text("Draw 1: These are the cards that were dealt.")).to_be_visible()
        expect(page.get_by_text("Draw 2: This does not verify.")).to_be_visible()
        expect(page.get_by_role("button", name="Copy link")).to_be_hidden()
        verify(page, [duel, duel])
        expect(headline(page)).to_have_text("All 2 draws verify.")

    @pytest.mark.parametrize(
        ("game", "body", "kind"),
        [
            ("pyramid", {"players": 3, "variant": "standard"}, "cards"),
            ("piecepacks", {"players": 4, "variant": "omaha_hi_lo"}, "tiles"),
        ],
    )
    def test_deal__as_it_was_answered__verifies(
        self, open_page: OpenPage, service: RunningService, game: str, body: Json, kind: str
    ) -> None:
        page = open_page("/verify")
        verify(page, answered(service, f"/v1/{game}/deal", body, f"{game}_deal"))

        expect(headline(page)).to_have_text(f"These are the {kind} that were dealt.")
        expect(verdict(page)).to_contain_text(f"The {kind} in play were those of the draw.")

    def test_cards__for_a_screen_reader__have_names(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, asked(DUEL))
        assert hand(page, "Hand 1") == ["King of hearts", "10 of spades", "8 of clubs", "6 of hearts", "2 of diamonds"]
        verify(page, asked(VECTORS["deals"][3]))
        expect(page.get_by_role("heading", name="Board")).to_be_visible()
        assert hand(page, "Player 2") == ["Null of black clubs", "Null of white diamonds"]

    def test_paste__without_a_button__verifies_at_once(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        page.evaluate("text => navigator.clipboard.writeText(text)", json.dumps(asked(DUEL)))
        page.get_by_label("Paste it here").focus()
        page.keyboard.press("ControlOrMeta+V")

        expect(headline(page)).to_have_text(DEALT)

    def test_steps__of_a_hand_with_a_skipped_word__have_every_number(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, asked(VECTORS["hands"][1]))
        page.get_by_text("Step by step").click()

        steps = page.locator(".steps")
        for text in (
            "2301:0:0",
            "ffea64927c8b4515ee2a01639b72923f60c33be58100927068b51b6195b2155b",
            "ff ea 64 92",
            "skipped: not below 4,293,481,920",
            "803 × 2,598,960 + 2,537,093",
            "C(47,4) = 178,365",
            "C(48,4) = 194,580",
            "33 = 4 × 8 + 1: 10♥",
        ):
            expect(steps).to_contain_text(text)

    def test_steps__of_a_deal__have_every_number(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, asked(VECTORS["deals"][1]))
        page.get_by_text("Step by step").click()

        rows = page.get_by_role("region", name="Dealing").locator("tbody tr")
        expect(rows).to_have_count(3 * 17 + 1)
        assert "4,294,967,279\tskipped\tnot below 4,294,967,263" in rows.nth(39).inner_text()


MALFORMED_DRAWS: Final[list[tuple[Change, str]]] = [
    (
        lambda draw: draw.update(server_seed="ab"),
        "server_seed must be 64 hexadecimal digits: 0 to 9 and a to f. This has 2.",
    ),
    (lambda draw: draw.update(server_seed="0" * 60 + "xyz0"), "Character 61 is “x”."),
    (lambda draw: draw.update(server_seed=7), "server_seed must be 64 hexadecimal digits"),
    (lambda draw: draw.update(server_seed_hash="ab"), "server_seed_hash must be 64 hexadecimal digits"),
    (lambda draw: draw.pop("client_seed"), "client_seed must be a text of 1 to 128 characters."),
    (
        lambda draw: draw.update(client_seed="x" * 129),
        "client_seed must have at most 128 characters. This has 129.",
    ),
    (lambda draw: draw.update(client_seed="\ud800"), "client_seed has half a character"),
    (lambda draw: draw.update({"for": "tarot"}), "for must be resolve, pyramid_deal or piecepacks_deal."),
    (lambda draw: draw.update(hands=201), "hands must be 1 to 200 hands, or their number."),
    (lambda draw: draw.update(hands=["A♠"]), "hands[0] must be a list of cards."),
    (lambda draw: draw["hands"][1].append("1♠"), "hands[1][5] “1♠” is not one of the cards"),
    (lambda draw: draw.pop("server_seed"), "There is no draw in this."),
]


MALFORMED_DEALS: Final[list[tuple[Change, str]]] = [
    (lambda deal: deal.update(variant="seven_card"), "deal.variant must be no_surrender or standard."),
    (lambda deal: deal.update(variant="constructor"), "deal.variant must be no_surrender or standard."),
    (lambda deal: deal["players"].pop(), "deal.players must be 2 to 6 in standard."),
    (lambda deal: deal.update(players=2), "deal.players must be 2 to 6 in standard."),
    (lambda deal: deal["players"][0].pop("kitty"), "deal.players[0].kitty must be a list of cards."),
    (lambda deal: deal["players"].append(None), "deal.players[2].cards must be a list of cards."),
]


WITHOUT_A_DRAW = [
    ("", "Paste the JSON of an answer, a record or a draw."),
    ("hello", "This is not JSON: "),
    ("null", "There is no draw in this."),
    ("[" * 200 + "]" * 200, "There is no draw in this."),
    (json.dumps({"draw_id": "1", "server_seed_hash": HASH}), "its server seed is still secret."),
    (json.dumps({"action_type": "pvp", "draw": {"draw_id": "1"}}), "This is a request"),
    (json.dumps({"resolution_id": "1", "outcome": {}}), "This answer has no draw"),
]


class TestDiffering:
    """What does not fit."""

    @pytest.mark.parametrize("played_too", [False, True])
    def test_card__changed__is_named(self, open_page: OpenPage, duel: Json, *, played_too: bool) -> None:
        right = duel["target"]["hand"][3]
        wrong = next(
            card for card in map(str, ("2♠", "3♠", "4♠", "5♠", "6♠", "7♠")) if card not in duel["target"]["hand"]
        )
        duel["draw"]["hands"][1][3] = wrong
        if played_too:
            duel["target"]["hand"][3] = wrong
        page = open_page("/verify")
        verify(page, duel)

        difference = f"Target, card 4: you were shown {wrong}; the seeds give {right}."
        expect(verdict(page)).to_contain_text(difference)
        expect(headline(page)).to_have_text("This does not verify." if played_too else difference)
        expect(page.locator(".differs")).to_have_count(1)
        expect(page.locator(".differs")).to_contain_text(f"not {wrong}")

    def test_hand_in_play__other_than_in_the_draw__is_named(self, open_page: OpenPage, duel: Json) -> None:
        duel["actor"]["hand"] = duel["draw"]["hands"][1]
        page = open_page("/verify")
        verify(page, duel)

        expect(headline(page)).to_contain_text("in play differ from the draw.")
        expect(verdict(page)).to_contain_text("The seeds give these 10 cards.")

    def test_hand__in_another_order__is_the_same(self, open_page: OpenPage, duel: Json) -> None:
        for cards in (*duel["draw"]["hands"], duel["actor"]["hand"]):
            cards.reverse()
        page = open_page("/verify")
        verify(page, duel)

        expect(headline(page)).to_have_text(DEALT)

    def test_server_seed__changed__does_not_have_the_hash(self, open_page: OpenPage, duel: Json) -> None:
        seed = duel["draw"]["server_seed"]
        duel["draw"]["server_seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]
        page = open_page("/verify")
        verify(page, duel)

        expect(headline(page)).to_have_text("This does not verify.")
        expect(verdict(page)).to_contain_text("The server seed does not have the hash in the answer.")
        expect(verdict(page)).to_contain_text(f"The hash in the answer: {duel['draw']['server_seed_hash']}")
        expect(verdict(page)).not_to_contain_text("probably")

    def test_client_seed__changed__is_suspected(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, {**asked(DUEL), "client_seed": "high-noon-4712"})

        expect(headline(page)).to_have_text("8 cards differ from what the seeds give.")
        expect(verdict(page)).to_contain_text("so the client seed is probably not the one that was used.")

    def test_hash__other_than_promised__is_the_difference(self, open_page: OpenPage, duel: Json) -> None:
        page = open_page("/verify")
        verify(page, duel, HASH.upper())

        expect(headline(page)).to_have_text("The server seed does not have the hash that you were promised.")
        expect(verdict(page)).to_contain_text(f"The hash that you were promised: {HASH}")

    def test_board__in_another_order__differs(self, open_page: OpenPage) -> None:
        draw = copy.deepcopy(asked(VECTORS["deals"][3]))
        draw["deal"]["board"][:2] = reversed(draw["deal"]["board"][:2])
        page = open_page("/verify")
        verify(page, draw)

        expect(headline(page)).to_have_text("2 tiles differ from what the seeds give.")
        expect(verdict(page)).to_contain_text("Board, tile 1: you were shown w♣A; the seeds give b♦N.")

    def test_hand__with_a_card_too_few__is_named(self, open_page: OpenPage) -> None:
        draw = copy.deepcopy(asked(DUEL))
        draw["hands"][0].pop()
        page = open_page("/verify")
        verify(page, draw)

        expect(headline(page)).to_have_text("Hand 1: you were shown 4; the seeds give 5.")

    def test_draw__that_is_malformed__says_which_field_and_what_is_allowed(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        for change, text in MALFORMED_DRAWS:
            page.goto("about:blank")
            page.goto("/verify")
            draw = copy.deepcopy(asked(DUEL))
            change(draw)
            page.get_by_label("Paste it here").fill(
                json.dumps(draw if "server_seed" in draw else {"draws": draw["hands"]})
            )
            page.get_by_role("button", name="Verify").click()

            expect(headline(page)).to_contain_text(text)
            expect(page.get_by_label("Paste it here")).to_have_attribute("aria-invalid", "true")
            expect(page.get_by_label("Paste it here")).to_be_focused()
            expect(page.get_by_label("Paste it here")).to_have_accessible_description(re.compile(re.escape(text)))

    def test_deal__that_is_malformed__says_which_field_and_what_is_allowed(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        for change, text in MALFORMED_DEALS:
            page.goto("about:blank")
            page.goto("/verify")
            draw = copy.deepcopy(asked(VECTORS["deals"][0]))
            change(draw["deal"])
            verify(page, draw)

            expect(headline(page)).to_have_text(text)

    def test_text__without_a_draw__says_what_is_missing(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        for pasted, text in WITHOUT_A_DRAW:
            page.goto("about:blank")
            page.goto("/verify")
            page.get_by_label("Paste it here").fill(pasted)
            page.get_by_role("button", name="Verify").click()

            expect(headline(page)).to_contain_text(text)

    def test_promised_hash__that_is_malformed__is_named(self, open_page: OpenPage) -> None:
        page = open_page("/verify")
        verify(page, asked(DUEL), "630dcd")

        expect(headline(page)).to_contain_text("The promised hash must be 64 hexadecimal digits")
        expect(page.get_by_label("The promised hash")).to_be_focused()
