"""The cases of tables have names that say what they are."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from service.engines.cards import Suit
from tests.case_ids import LONGEST, case_id


@dataclass(frozen=True)
class Saloon:
    name: str
    tables: int = 4
    suits: frozenset[Suit] = frozenset()


def deal(cards: int) -> int:
    return cards


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"cards": ["K♣", 1.5, None]}, '{"cards": ["K\\u2663", 1.5, null]}'),
        (Saloon("Silver Spur"), 'Saloon(name="Silver Spur")'),
        (Saloon("Spur", suits=frozenset({Suit.SPADES, Suit.CLUBS})), 'Saloon(name="Spur", suits={clubs, spades})'),
        (partial(deal, 5), "deal"),
        ([object()], "[object]"),
    ],
    ids=["mapping", "dataclass", "set in any order", "function", "object without a text"],
)
def test_case__that_pytest_would_number__is_named_for_what_is_in_it(value: Any, text: str) -> None:
    assert case_id(value) == text


@pytest.mark.parametrize("value", [None, "text", 5, 2.5, True, Suit.SPADES, Saloon])
def test_case__that_pytest_names_well__is_left_to_it(value: Any) -> None:
    assert case_id(value) is None


def test_case__that_is_long__is_cut() -> None:
    name = case_id(list(range(100)))
    assert name
    assert len(name) == LONGEST
    assert name.endswith("...")
