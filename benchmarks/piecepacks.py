"""Hands and odds of Dual Piecepacks Poker: lookup tables compared with counting in dictionaries."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from benchmarks.clock import MICRO, take_turns
from benchmarks.tables import Table
from service.engines.piecepacks.best_hands import any_five, best_high, classify
from service.engines.piecepacks.hands import HIGH_VALUES, PATTERNS, TYPE_STRENGTH, Flush, HandType, LowRule
from service.engines.piecepacks.odds.exact import exact_tally
from service.engines.piecepacks.odds.question import QuoteTileOddsInput
from service.engines.piecepacks.odds.sampled import sampled_tally
from service.engines.piecepacks.odds.scores import own_hands
from service.engines.piecepacks.tiles import TILE_COUNT, TILES, Tile, group_of, link_of, parse_tile, rank_of
from service.engines.piecepacks.variants import Variant

HANDS: Final = 2000
ROUNDS: Final = 5
SECONDS: Final = 0.5


def by_counting(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """The strength of a hand, computed in the most obvious way."""
    counts = Counter(map(rank_of, tiles))
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    pattern = PATTERNS[tuple(counts[rank] for rank in ranks)]
    one_group = len(set(map(group_of, tiles))) == 1
    one_link = len(set(map(link_of, tiles))) == 1
    flush = {(True, True): Flush.SUIT, (True, False): Flush.GROUP, (False, True): Flush.LINK}.get(
        (one_group, one_link), Flush.NONE
    )
    return TYPE_STRENGTH[HandType(f"{flush}_{pattern}")], *(HIGH_VALUES[rank] for rank in ranks)


def tile_hands() -> Table:
    """Hands classified per second, and best hands of seven tiles."""
    random = Random(5)
    fives = [tuple(random.sample(TILES, 5)) for _ in range(HANDS)]
    sevens = [tuple(random.sample(TILES, 7)) for _ in range(HANDS // 20)]
    if any(classify(five).high != by_counting(five) for five in fives):
        raise AssertionError("The two evaluators disagree.")
    work: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]] = {
        "five tiles, ours": (classify, fives),
        "five tiles, counting": (by_counting, fives),
        "best of seven, ours": (lambda seven: best_high(any_five(seven)), sevens),
        "best of seven, counting": (lambda seven: max(any_five(seven), key=by_counting), sevens),
    }
    turns = {name: partial(_all, function, hands) for name, (function, hands) in work.items()}
    times = take_turns(turns, ROUNDS, SECONDS)
    per_hand = {name: time / len(work[name][1]) for name, time in times.items()}
    return Table(
        "Hands of tiles",
        f"Random hands of the {TILE_COUNT} tiles, called from Python one at a time, against an evaluator that counts "
        "ranks and suits in dictionaries.",
        ["evaluator", "hands a second", "ours is so many times as fast"],
        [
            [name, f"{1 / time:,.0f}", f"{time / per_hand[name.split(',')[0] + ', ours']:.1f}"]
            for name, time in per_hand.items()
        ],
    )


def _all(function: Callable[[Any], Any], hands: Sequence[Any]) -> None:
    for hand in hands:
        function(hand)


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse_tile, text.split()))


def tile_odds() -> Table:
    """What questions about odds cost."""
    pair, four = _tiles("b♠N w♥N"), _tiles("b♠N b♠2 w♥A w♦4")
    board, held = _tiles("b♠A w♥3 b♦3 w♣5"), _tiles("b♠N w♠N b♥A w♦A b♦4")
    holdem, omaha = Variant.TEXAS_HOLDEM, Variant.OMAHA_HI_LO
    questions: dict[str, Callable[[], object]] = {
        "own hands, hold'em, no board: 1,370,754 boards": partial(own_hands, QuoteTileOddsInput(holdem, pair)),
        "own hands, Omaha, no board: 1,086,008 boards, both sides": partial(own_hands, QuoteTileOddsInput(omaha, four)),
        "exact, hold'em, three on the board, 1 opponent: 740,460 deals": partial(
            exact_tally, QuoteTileOddsInput(holdem, pair, board[:3])
        ),
        "exact, hold'em, four on the board, 2 opponents: 12,760,020 deals": partial(
            exact_tally, QuoteTileOddsInput(holdem, pair, board, 2)
        ),
        "exact, Omaha, four on the board, 1 opponent: 3,290,040 deals": partial(
            exact_tally, QuoteTileOddsInput(omaha, four, board)
        ),
        "exact, five-card, 1 opponent: 962,598 deals": partial(
            exact_tally, QuoteTileOddsInput(Variant.FIVE_CARD, held)
        ),
        "sampled, hold'em, no board, 1 opponent: 20,000 deals": partial(
            sampled_tally, QuoteTileOddsInput(holdem, pair)
        ),
        "sampled, hold'em, no board, 19 opponents: 20,000 deals": partial(
            sampled_tally, QuoteTileOddsInput(holdem, pair, (), 19)
        ),
        "sampled, Omaha, no board, 9 opponents: 100,000 deals": partial(
            sampled_tally, QuoteTileOddsInput(omaha, four, (), 9, LowRule.TABLE, 100_000)
        ),
    }
    times = take_turns(questions, ROUNDS, SECONDS)
    return Table(
        "A player's odds at a table of tiles",
        "In batches, by the same tables. What can be looked at deal by deal is exact; the rest is sampled.",
        ["question", "ms"],
        [[name, f"{time * MICRO / 1000:,.1f}"] for name, time in times.items()],
    )
