"""Sampled odds: the same deals from the same seed, everywhere and always."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from service.engines.piecepacks.best_hands import best_high, best_low
from service.engines.piecepacks.hands import LowRule
from service.engines.piecepacks.odds.exact import is_small
from service.engines.piecepacks.odds.question import QuoteTileOddsInput, Tally
from service.engines.piecepacks.odds.sampled import sampled_tally
from service.engines.piecepacks.tiles import Tile
from service.engines.piecepacks.variants import Variant, choices
from tests.builders.tiles import tiles

QUESTIONS = [
    QuoteTileOddsInput(Variant.TEXAS_HOLDEM, tiles("b♠N w♥4"), (), 19),
    QuoteTileOddsInput(Variant.TEXAS_HOLDEM, tiles("b♠N w♥4"), tiles("b♦2 w♦2 b♣2 w♣2 b♥2"), 3),
    QuoteTileOddsInput(Variant.OMAHA_HI_LO, tiles("b♠N b♠2 w♥A w♦4"), tiles("b♣3"), 9),
    QuoteTileOddsInput(Variant.OMAHA_HI_LO, tiles("b♠N b♠2 w♥A w♦4"), (), 2, LowRule.ACE_TO_FIVE),
    QuoteTileOddsInput(Variant.FIVE_CARD, tiles("b♠N w♠N b♥A w♦A b♦4"), (), 8),
    QuoteTileOddsInput(Variant.FIVE_CARD_LOWBALL, tiles("b♠N w♠N b♥A w♦2 b♦4"), (), 4, LowRule.TABLE),
    QuoteTileOddsInput(Variant.FIVE_CARD_LOWBALL, tiles("b♠N b♠A b♥2 w♦3 b♦5"), (), 4, LowRule.ACE_TO_FIVE),
]


def plainly_drawn(question: QuoteTileOddsInput) -> list[list[Tile]]:
    """The tiles of each deal, drawn one by one from their own deck."""
    number = question.missing + question.opponents * question.rules.own
    words = np.random.PCG64(question.seed).random_raw(question.samples * number).tolist()
    deals = []
    for start in range(0, len(words), number):
        deck = list(question.unknown)
        for place, word in enumerate(words[start : start + number]):
            chosen = place + ((word >> 6) * (len(deck) - place) >> 58)
            deck[place], deck[chosen] = deck[chosen], deck[place]
        deals.append(deck[:number])
    return deals


def plain_counts(question: QuoteTileOddsInput) -> Counter[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for drawn in plainly_drawn(question):
        board, own = (*question.board, *drawn[: question.missing]), question.rules.own
        starts = range(question.missing, len(drawn), own)
        hands = [question.tiles, *(tuple(drawn[start : start + own]) for start in starts)]
        high = [best_high(choices(question.variant, hand, board)).strength for hand in hands]
        low = [best_low(choices(question.variant, hand, board), question.low_rule).strength for hand in hands]
        of_high = high.count(high[0]) if high[0] == max(high) else 0
        of_low = low.count(low[0]) if low[0] == min(low) else 0
        match question.variant:
            case Variant.OMAHA_HI_LO:
                counts[of_high, of_low] += 1
            case Variant.FIVE_CARD_LOWBALL:
                counts[of_low, of_low] += 1
            case _:
                counts[of_high, of_high] += 1
    return counts


def counts_of(tally: Tally) -> dict[tuple[int, int], int]:
    return {(int(high), int(low)): int(tally.counts[high, low]) for high, low in np.argwhere(tally.counts)}


@pytest.mark.parametrize("question", QUESTIONS)
def test_sampled__many_opponents__is_what_plain_dealing_from_the_seed_gives(question: QuoteTileOddsInput) -> None:
    few = replace(question, samples=120, seed=2**53 - 1)
    assert not is_small(few)
    assert counts_of(sampled_tally(few)) == plain_counts(few)


def test_sampled__some_seed__is_locked() -> None:
    tally = sampled_tally(replace(QUESTIONS[0], samples=5_000, seed=42))
    assert (tally.high.won, tally.high.tied, tally.high.lost) == (26, 161, 4_813)


def test_sampled__another_seed__is_another_sample() -> None:
    one, another = (sampled_tally(replace(QUESTIONS[0], samples=5_000, seed=seed)) for seed in (1, 2))
    assert counts_of(one) != counts_of(another)


def test_sampled__more_samples_than_one_batch__begin_with_the_same_deals() -> None:
    # 4,096 deals are looked at at once; the last batch is smaller.
    question = replace(QUESTIONS[3], samples=4_100, seed=3)
    assert sampled_tally(question).deals == 4_100
    difference = sampled_tally(question).counts - sampled_tally(replace(question, samples=4_096)).counts
    assert (difference >= 0).all()
    assert difference.sum() == 4


def test_equity__halves_shared_by_several__is_the_mean_share() -> None:
    high, low = np.array([1, 2, 0, 3]), np.array([1, 0, 0, 2])
    tally = Tally.of(2, [(high, low)])
    shares = [1, 1 / 4, 0, 1 / 6 + 1 / 4]
    assert float(tally.equity) == pytest.approx(sum(shares) / 4)
    assert tally.equity_deviation == pytest.approx(float(np.std(shares)))
    assert tally.scoops == 1
    assert (tally.high.won, tally.high.tied, tally.high.lost) == (1, 2, 1)
    assert (tally.low.won, tally.low.tied, tally.low.lost) == (1, 1, 2)
