"""How tiles are written."""

import pytest

from service.engines.piecepacks.tiles import TILE_COUNT, TILE_TEXT, TILES, MalformedTile, parse_tile


def test_tiles__all__have_texts_of_their_own_that_read_back() -> None:
    assert len(set(TILE_TEXT)) == TILE_COUNT == 48
    assert tuple(map(parse_tile, TILE_TEXT)) == TILES


@pytest.mark.parametrize(("letters", "symbols"), [("bSN", "b♠N"), ("wHA", "w♥A"), ("bD5", "b♦5"), ("wC2", "w♣2")])
def test_tile__written_with_a_letter__is_the_one_with_the_symbol(letters: str, symbols: str) -> None:
    assert TILE_TEXT[parse_tile(letters)] == symbols


@pytest.mark.parametrize("selector", ["\ufe0e", "\ufe0f"])
def test_tile__symbol_as_text_or_emoji__is_the_same_tile(selector: str) -> None:
    assert tuple(parse_tile(text[:2] + selector + text[2]) for text in TILE_TEXT) == TILES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b♠",
        "♠N",
        "B♠N",
        "bsN",
        "b♠n",
        "b♠6",
        "b♠1",
        "r♠N",
        "b♠NN",
        " b♠N",
        "b♠N\ufe0f",
        "bS\ufe0fN",
        5,
        None,
        ["b♠N"],
    ],
)
def test_tile__anything_else__is_refused_with_what_is_allowed(text: object) -> None:
    with pytest.raises(MalformedTile) as refused:
        parse_tile(text)
    assert str(refused.value) == (
        f"{text!r} is not a tile: write the group (b or w), the link (♠, ♥, ♣, ♦ or S, H, C, D) and the rank "
        "(N, A, 2, 3, 4 or 5), such as b♠N or wH3, or a name of other equipment that says its group, such as suns A, "
        "red hearts 5 or K♦."
    )


def test_tile__long_text__is_shown_in_part() -> None:
    with pytest.raises(MalformedTile, match=r"^'a{39} is not a tile"):
        parse_tile("a" * 100_000)
