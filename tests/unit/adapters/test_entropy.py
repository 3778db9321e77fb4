"""The operating system's randomness: pooled within a process, never between two."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from service.system.entropy import EntropyPool, SystemDealer, SystemSeeds

PROJECT = Path(__file__).parents[3]


@dataclass
class CountedSource:
    """Words 0, 1, 2 and so on instead of random ones, and how many bytes were asked for each time."""

    asked_for: list[int] = field(default_factory=list)
    given: int = 0

    def __call__(self, size: int) -> bytes:
        self.asked_for.append(size)
        words = range(self.given, self.given + size // 4)
        self.given += size // 4
        return b"".join(word.to_bytes(4, sys.byteorder) for word in words)


def test_pool__many_words__are_fetched_1024_at_a_time_and_used_once_each() -> None:
    source = CountedSource()
    pool = EntropyPool(source)

    assert source.asked_for == []
    assert [next(pool) for _ in range(3_000)] == list(range(3_000))
    assert source.asked_for == [4_096] * 3


def test_pool__emptied__goes_on_with_fresh_words() -> None:
    source = CountedSource()
    pool = EntropyPool(source)
    assert next(pool) == 0

    pool.empty()

    assert next(pool) == 1_024


def test_pool__as_an_iterator__is_itself() -> None:
    pool = EntropyPool()

    assert iter(pool) is pool


def test_pool__of_the_operating_system__hardly_repeats() -> None:
    pool = EntropyPool()
    words = [next(pool) for _ in range(5_000)]

    assert all(0 <= word < 2**32 for word in words)
    # Two of them are equal with probability 0.003; four such pairs never happen.
    assert len(set(words)) > 4_996


def test_dealer__some_hands__are_five_cards_each_highest_first() -> None:
    hands = SystemDealer().deal(2_000)

    assert len(hands) == 2_000
    assert all(len(hand) == 5 and list(hand) == sorted(set(hand), reverse=True) for hand in hands)
    assert {card for hand in hands for card in hand} == set(range(52))


def test_dealer__no_hands__deals_none() -> None:
    assert SystemDealer().deal(0) == []


def test_dealer__forked_after_its_pool_was_filled__deals_other_hands_in_every_process() -> None:
    program = [sys.executable, "-m", "tests.unit.adapters.forking"]
    printed = subprocess.run(program, cwd=PROJECT, capture_output=True, check=True).stdout

    dealt = [tuple(hand) for made in json.loads(printed) for hand in made["hands"]]

    # Thirty random hands hold a repeat with probability 0.0002, and two with 0.00000002.
    assert len(dealt) == 30
    assert len(set(dealt)) >= 29


def test_seeds__of_the_operating_system__are_32_bytes_and_never_the_same() -> None:
    seeds = SystemSeeds()
    made = [seeds.new() for _ in range(1_000)]

    assert {len(seed) for seed in made} == {32}
    assert len(set(made)) == 1_000
    # All 256,000 bits at each of 256 places are even; 6.5 standard deviations off happens once in some 10**10 places.
    ones = [sum(int.from_bytes(seed, "big") >> place & 1 for seed in made) for place in range(256)]
    assert all(abs(count - 500) < 103 for count in ones)
