"""Tiles by their names in other equipment (ruling D7): every name there is, against the tables of the rules page."""

import re
from itertools import product
from pathlib import Path

import pytest

from service.engines.cards import accepted_texts
from service.engines.piecepacks.tiles import TILE_TEXT, TILES_BY_TEXT, MalformedTile, parse_tile
from tests.openapi import component

PAGE = (Path(__file__).parents[4] / "docs" / "rules" / "piecepacks.md").read_text("utf-8")
LINKS = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
OWN_RANKS = ["2", "3", "4", "5", "A", "N"]
SELECTORS = ("", "\ufe0e", "\ufe0f")

PIECEPACK = {
    f"{suit} {rank}": f"b{link}{rank}"
    for (suit, link), rank in product({"moons": "♠", "suns": "♥", "crowns": "♣", "arms": "♦"}.items(), OWN_RANKS)
}
"""One piecepack, whose suits no other equipment has."""
WORDS = {
    f"{word} {written} {rank}": f"{group}{symbol}{rank}"
    for word, group in {"black": "b", "white": "w", "red": "w", "dark": "b", "light": "w"}.items()
    for suit, symbol in LINKS.items()
    for written in (suit, *(symbol + selector for selector in SELECTORS))
    for rank in OWN_RANKS
}
"""Two piecepacks, the Dice Cards, and piecepack decks in two shades."""
RAINBOW = {
    f"{word} {written} {rank}": f"{group}{symbol}{own}"
    for word, group in {"dark": "b", "light": "w"}.items()
    for suit, symbol in LINKS.items()
    for written in (suit, *(symbol + selector for selector in SELECTORS))
    for rank, own in {"J": "A", "K": "N"}.items()
}
"""The Rainbow Deck, where it has letters of its own."""
CARDS = {
    rank + written: f"{group}{symbol}{own}"
    for group, ranks in {"b": "6789JK", "w": "2345AQ"}.items()
    for upper, own in zip(ranks, "2345AN", strict=True)
    for rank in {upper, upper.lower()}
    for suit, symbol in LINKS.items()
    for written in (suit[0], suit[0].upper(), *(symbol + selector for selector in SELECTORS))
}
OWN = {
    group + written + rank: f"{group}{symbol}{rank}"
    for group in "bw"
    for suit, symbol in LINKS.items()
    for written in (suit[0].upper(), *(symbol + selector for selector in SELECTORS))
    for rank in OWN_RANKS
}
ALL = (OWN, PIECEPACK, WORDS, RAINBOW, CARDS)


@pytest.mark.parametrize("names", ALL, ids=["own", "piecepack", "words", "rainbow", "cards"])
def test_names__of_one_equipment__are_all_of_its_tiles(names: dict[str, str]) -> None:
    assert {name: TILE_TEXT[parse_tile(name)] for name in names} == names


def test_names__of_all_equipment__are_all_that_is_taken_and_none_means_two_tiles() -> None:
    named = {name: tile for names in ALL for name, tile in names.items()}

    assert len(named) == sum(map(len, ALL)) == len(TILES_BY_TEXT)
    assert set(PIECEPACK.values()) == {text for text in TILE_TEXT if text.startswith("b")}
    for names in (OWN, WORDS, CARDS):
        assert set(names.values()) == set(TILE_TEXT)


def test_names__taken__are_those_of_the_contract() -> None:
    pattern = re.compile(component("Tile")["pattern"])
    named = {name for names in ALL for name in names}
    suits = [*LINKS, *(symbol + selector for symbol in LINKS.values() for selector in SELECTORS)]
    groups = ["black", "white", "red", "dark", "light", "blue", "Black", ""]
    ranks = [*OWN_RANKS, "J", "K", "Q", "1", "6", "10", "n", "a"]
    tried = {
        *named,
        *accepted_texts(),
        *(" ".join(words) for words in product(groups, [*suits, "moons", "stars"], ranks)),
        *(" ".join(words) for words in product([*suits, "moons", "suns", "crowns", "arms", "Suns"], ranks)),
    }

    assert len(tried) > 3 * len(named) / 2
    assert {text for text in tried if pattern.search(text)} == named
    for text in tried - named:
        with pytest.raises(MalformedTile):
            parse_tile(text)


@pytest.mark.parametrize(
    "text",
    [
        "spades A",
        "♠A",
        "♠ A",
        "S A",
        "suns",
        "sunsA",
        "suns  A",
        "suns A ",
        "Suns A",
        "suns a",
        "sun A",
        "light hearts Q",
        "red hearts J",
        "black spades J",
        "black S A",
        "10♠",
        "T♣",
        "1♠",
        "N♠",
        "W",
    ],
)
def test_name__that_says_no_group_or_no_rank_of_its_equipment__is_refused(text: str) -> None:
    with pytest.raises(MalformedTile):
        parse_tile(text)


def test_names__in_the_table_of_the_rules_page__are_the_tiles_next_to_them() -> None:
    rows = re.findall(r"^\| (`.+?) \| (`.+?) \|", PAGE, re.MULTILINE)
    pairs = [
        (name, tile)
        for names, tiles in rows
        for name, tile in zip(re.findall("`(.+?)`", names), re.findall("`(.+?)`", tiles), strict=True)
    ]

    assert len(pairs) == 14
    assert [(name, TILE_TEXT[parse_tile(name)]) for name, _ in pairs] == pairs
