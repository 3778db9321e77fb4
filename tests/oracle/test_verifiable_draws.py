"""docs/api/verifiable-draws.md: its figures are the service's; its steps alone, in JavaScript, lead to its draws."""

import json
import os
import random
import re
import shutil
import subprocess
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import pytest

from service.engines.cards import CARD_TEXT
from service.engines.draws import ACCEPTED_WORDS, HAND_COUNT, DrawPurpose, seed_hash, seeded_hands, seeded_words
from service.engines.piecepacks.tiles import TILE_COUNT, TILE_TEXT, TILES, Tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, VARIANTS
from service.engines.pyramid.cards import ALL_CARDS, DECK, FIRST_CARDS, KITTY, PLAYERS, Variant, text_of
from service.verification.answers import verified_answer
from service.verification.schemas import read_draw_to_verify
from service.verification.verify import verify_draw
from tests.figures import figures

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "api" / "verifiable-draws.md").read_text("utf-8")
TEXT: Final = " ".join(PAGE.split())
README: Final = (ROOT / "README.md").read_text("utf-8")
PROGRAM: Final = Path(__file__).with_name("verify_draw.mjs")
NODE: Final = shutil.which("node")
SEED: Final = "0" * 64
DRAWS: Final = 3_000
DEALS: Final = 1_000
WORDS: Final = 100
"""Of each draw's first hand, to come to blocks that no hand ever needs; of a deal, to come to words after the last."""

ASKED: Final = ("for", "server_seed", "client_seed", "hands", "variant", "players")
"""What a draw is verified by."""

needs_node = pytest.mark.skipif(
    NODE is None and os.environ.get("CI") != "true",
    reason="the second language is JavaScript: install Node.js, so that `node` can be found, and run the tests again",
)


def vectors() -> list[Json]:
    return _blocks()[0]


def deal_vectors() -> list[Json]:
    return _blocks()[1]


def _blocks() -> list[list[Json]]:
    found = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 2
    return [json.loads(block) for block in found]


def by_the_service(draw: Json) -> Json:
    """The answer of the service, with as many words of the first hand, or of the deal, as the draw asks for."""
    seed, client_seed = bytes.fromhex(draw["server_seed"]), draw["client_seed"]
    nonce = DrawPurpose(draw["for"]) if "for" in draw else 0
    asked_of_it = {key: value for key, value in draw.items() if key in ASKED}
    answer = verified_answer(verify_draw(read_draw_to_verify(asked_of_it)))
    return {**answer, "words": list(islice(seeded_words(seed, client_seed, nonce), draw["words"]))}


@needs_node
@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (("zz", "mine", "1"), "The server seed has 64 hexadecimal digits"),
        (("",), "The server seed has 64 hexadecimal digits"),
        ((SEED, "mine"), "Give the number of hands, or one of pyramid_deal, piecepacks_deal."),
        ((SEED, "mine", "0"), "Give the number of hands"),
        ((SEED, "mine", "pyramid_deal", "std", "2"), "The variants of pyramid_deal are no_surrender, standard."),
        ((SEED, "mine", "piecepacks_deal", "omaha_hi_lo"), "Give the number of players."),
    ],
)
def test_program__asked_for_what_is_no_draw__says_what_is_wrong(arguments: tuple[str, ...], refusal: str) -> None:
    assert NODE
    done = subprocess.run([NODE, PROGRAM, *arguments], encoding="utf-8", capture_output=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(refusal)
    assert "Usage: " in done.stderr


def by_node(*draws: Json) -> list[Json]:
    """The answers of the program that was written from the page."""
    assert NODE
    lines = "".join(json.dumps(draw) + "\n" for draw in draws)
    done = subprocess.run([NODE, PROGRAM], input=lines, encoding="utf-8", capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def asked(vector: Json) -> Json:
    """A test vector as a question."""
    return {**vector, "hands": len(vector["hands"]), "words": len(vector["words"])}


def answered(vector: Json) -> Json:
    """A test vector as the answer to it."""
    return {name: vector[name] for name in ("server_seed_hash", "hands", "words")}


def deal_asked(vector: Json) -> Json:
    """A test vector of a deal as a question."""
    question = {name: vector[name] for name in ("for", "server_seed", "client_seed")}
    deal = vector["deal"]
    return {**question, "variant": deal["variant"], "players": len(deal["players"]), "words": len(vector["words"])}


def deal_answered(vector: Json) -> Json:
    """A test vector of a deal as the answer to it."""
    promised = seed_hash(bytes.fromhex(vector["server_seed"]))
    return {"server_seed_hash": promised, "deal": vector["deal"], "words": vector["words"]}


def test_vectors__on_the_page__are_what_the_service_comes_to() -> None:
    assert len(vectors()) == 6
    for vector in vectors():
        assert by_the_service(asked(vector)) == answered(vector)


def test_vectors__on_the_page__skip_words_and_reach_a_second_block() -> None:
    skipped = [next(n for n, word in enumerate(one["words"]) if word < ACCEPTED_WORDS) for one in vectors()]

    assert sorted(skipped) == [0, 0, 0, 0, 1, 2]
    assert all(len(one["words"]) == 9 for one in vectors())


def test_deal_vectors__on_the_page__are_what_the_service_comes_to() -> None:
    assert [vector["for"] for vector in deal_vectors()] == ["pyramid_deal"] * 3 + ["piecepacks_deal"] * 3
    assert len({(vector["for"], vector["deal"]["variant"]) for vector in deal_vectors()}) == 5
    for vector in deal_vectors():
        assert by_the_service(deal_asked(vector)) == deal_answered(vector)


@pytest.mark.parametrize(("number", "size", "place"), [(1, len(DECK), 39), (4, TILE_COUNT, 43)])
def test_deal_vectors__on_the_page__skip_the_words_that_it_says(number: int, size: int, place: int) -> None:
    vector = deal_vectors()[number]
    seed = bytes.fromhex(vector["server_seed"])
    words = list(islice(seeded_words(seed, vector["client_seed"], DrawPurpose(vector["for"])), place + 1))
    limits = [2**32 - 2**32 % (size - passed) for passed in range(place + 1)]

    assert [word < limit for word, limit in zip(words, limits, strict=True)] == [True] * place + [False]
    skipped = re.findall(r"p = (\d+) \(([\d,]+), where (\d+) are left and words must be below ([\d,]+)\)", TEXT)
    assert (f"{place}", f"{words[place]:,}", f"{size - place}", f"{limits[place]:,}") in skipped
    held = sum(len(cards) for player in vector["deal"]["players"] for cards in player.values())
    assert held > place


@pytest.mark.parametrize(
    ("purpose", "deck"),
    [
        (DrawPurpose.PYRAMID_DEAL, [text_of(card) for card in DECK]),
        (DrawPurpose.PIECEPACKS_DEAL, [TILE_TEXT[tile] for tile in TILES]),
    ],
)
def test_deals_by_hand__on_the_page__have_the_figures_of_the_service(purpose: DrawPurpose, deck: list[str]) -> None:
    assert f"`high-noon-4711:{purpose}:0`" in PAGE

    for p, word in enumerate(islice(seeded_words(bytes(range(32)), "high-noon-4711", purpose), 4)):
        left = len(deck) - p
        rest = word % left
        deck[p], deck[p + rest] = deck[p + rest], deck[p]
        assert f"| {p} | {left} | {word:,} | {rest} | {p + rest} | {deck[p]} |" in PAGE


def test_steps_of_deals__on_the_page__have_the_figures_of_the_service() -> None:
    assert [text_of(DECK[place]) for place in (0, 1, 2, 3, 102, 103, 104, 105)] == [
        "2♠",
        "2♠",
        "2♥",
        "2♥",
        "A♦",
        "A♦",
        "W",
        "W",
    ]
    assert figures(TEXT, "Pyramid Poker has # cards") == {len(DECK)}
    assert figures(TEXT, "Piecepacks Poker has # tiles") == {TILE_COUNT}
    tiles = {int(place): tile for tile, place in re.findall(r"([bw][♠♥♣♦][2345AN]) at (\d+)", TEXT)}
    assert tiles == {place: TILE_TEXT[Tile(place)] for place in (0, 4, 8, 47)}
    assert figures(TEXT, "deals # cards") == {ALL_CARDS}
    assert figures(TEXT, "the first # are") == {FIRST_CARDS}
    assert figures(TEXT, "the last # are") == {KITTY}
    rows = [(variant, rules.own, rules.board) for variant, rules in VARIANTS.items()]
    assert re.findall(r"\| `(\w+)` \| (\d+) \| (\d+) \|", PAGE) == [(v, str(own), str(board)) for v, own, board in rows]


def test_draw_by_hand__on_the_page__has_the_figures_of_the_service() -> None:
    seed = bytes(range(32))
    words = list(islice(seeded_words(seed, "2301", 0), 8))
    (drawn,) = seeded_hands(seed, "2301", 1)

    assert f"`{seed.hex()}`" in PAGE
    assert f"`{seed_hash(seed)}`" in PAGE
    assert f"`{b''.join(word.to_bytes(4, 'big') for word in words).hex()}`" in PAGE
    assert words[0] >= ACCEPTED_WORDS > words[1]
    for place, word in enumerate(words[:2]):
        assert f"| {place} | `{word.to_bytes(4, 'big').hex(' ')}` | {word:,} |" in PAGE
    times, number = divmod(words[1], HAND_COUNT)
    assert f" {times} x {HAND_COUNT:,} + {number:,} |" in PAGE
    assert figures(TEXT, "number is #.") == {number}
    for card in drawn:
        assert f"| {int(card)} = 4 x {card // 4} + {card % 4}: {CARD_TEXT[card]} |" in PAGE
    assert f" {' '.join(CARD_TEXT[card] for card in drawn)}." in PAGE


def test_steps__on_the_page__have_the_constants_of_the_service() -> None:
    assert figures(TEXT, "first word below #") == {ACCEPTED_WORDS}
    assert f"{ACCEPTED_WORDS:,} is {ACCEPTED_WORDS // HAND_COUNT:,} times {HAND_COUNT:,}" in PAGE
    assert figures(TEXT, "one word in #") == {2**32 // (2**32 - ACCEPTED_WORDS)}


def test_walk_through__in_the_readme__has_the_hash_and_the_hand_of_its_seeds() -> None:
    (server_seed,) = set(re.findall(r'"server_seed": "(\w+)"', README))
    (client_seed,) = set(re.findall(r'"client_seed": "(\w+)"', README))
    (promised,) = set(re.findall(r'"server_seed_hash": "(\w+)"', README))
    (drawn,) = seeded_hands(bytes.fromhex(server_seed), client_seed, 1)

    assert promised == seed_hash(bytes.fromhex(server_seed))
    assert f" {' '.join(CARD_TEXT[card] for card in drawn)}," in README


def random_text(rng: random.Random) -> str:
    """1 to 128 characters of any kind that JSON can carry."""
    kinds = ((0x20, 0x7E), (0x30, 0x3A), (0, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF))
    low, high = rng.choice(kinds)
    return "".join(chr(rng.randint(low, high)) for _ in range(rng.choice((1, 2, 16, 32, 128))))


@needs_node
def test_steps__in_javascript__lead_to_the_vectors() -> None:
    assert by_node(*map(asked, vectors())) == [answered(vector) for vector in vectors()]


@needs_node
def test_steps__in_javascript_over_random_seeds__lead_to_the_hands_of_the_service() -> None:
    rng = random.Random(4711)
    draws: list[Json] = [
        {
            "server_seed": rng.randbytes(32).hex(),
            "client_seed": random_text(rng),
            "hands": rng.randint(1, 6),
            "words": WORDS,
        }
        for _ in range(DRAWS)
    ]
    draws[0]["hands"] = 200
    expected = [by_the_service(draw) for draw in draws]

    assert by_node(*draws) == expected
    first_words = (
        next(seeded_words(bytes.fromhex(draw["server_seed"]), draw["client_seed"], nonce))
        for draw in draws
        for nonce in range(draw["hands"])
    )
    assert any(word >= ACCEPTED_WORDS for word in first_words)


@needs_node
def test_steps_of_deals__in_javascript__lead_to_the_vectors() -> None:
    assert by_node(*map(deal_asked, deal_vectors())) == [deal_answered(vector) for vector in deal_vectors()]


@needs_node
def test_steps_of_deals__in_javascript_over_random_seeds__lead_to_the_deals_of_the_service() -> None:
    rng = random.Random(1871)
    tables: list[Json] = [
        {"for": "pyramid_deal", "variant": str(variant), "players": players}
        for variant in Variant
        for players in PLAYERS
    ]
    tables += [
        {"for": "piecepacks_deal", "variant": str(variant), "players": players}
        for variant, rules in VARIANTS.items()
        for players in range(FEWEST_PLAYERS, rules.most_players + 1)
    ]
    deals: list[Json] = [
        {**table, "server_seed": rng.randbytes(32).hex(), "client_seed": random_text(rng), "words": WORDS + 10}
        for table in islice(cycle(tables), DEALS)
    ]

    assert by_node(*deals) == [by_the_service(deal) for deal in deals]


@needs_node
@pytest.mark.parametrize("number", [0, 3])
def test_program__called_with_the_table_of_a_deal__is_the_tool_that_the_page_says(number: int) -> None:
    vector = deal_vectors()[number]
    table = vector["for"], vector["deal"]["variant"], str(len(vector["deal"]["players"]))
    assert NODE
    command = [NODE, PROGRAM, vector["server_seed"], vector["client_seed"], *table]

    printed = json.loads(subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout)

    assert printed["deal"] == vector["deal"]


@needs_node
def test_program__called_with_three_arguments__is_the_tool_that_the_page_says() -> None:
    vector = vectors()[0]
    assert NODE
    command = [NODE, PROGRAM, vector["server_seed"], vector["client_seed"], "2"]

    printed = json.loads(subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout)

    assert printed == {name: vector[name] for name in ("server_seed_hash", "hands")}
