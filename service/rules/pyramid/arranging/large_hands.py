"""The hands of six to eight cards in a deal: all of one rank, or one straight flush (C5). Most deals have none."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, product

from service.rules.cards import rank_of
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import grade_book
from service.rules.pyramid.cards import suit_number
from service.rules.pyramid.positions import LARGE
from service.rules.pyramid.readings import STRAIGHT_FLUSHES, Reading, matched_reading, runs

StrengthAndMask = tuple[int, int]


def large_hands(dealt: DealtCards) -> list[StrengthAndMask]:
    """The strength and the mask of each, strongest first."""
    return sorted(chain(_of_one_rank(dealt), _straight_flushes(dealt)), reverse=True)


def _mask(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def _of_one_rank(dealt: DealtCards) -> Iterator[StrengthAndMask]:
    ranks = [card >> 2 for card in dealt.cards]
    wilds, least = tuple(range(dealt.wilds)), LARGE[0]
    first = dealt.wilds
    while first + least - dealt.wilds <= len(ranks):
        rank, count = ranks[first], ranks.count(ranks[first])
        if count + dealt.wilds >= least:
            places = (*wilds, *range(first, first + count))
            for size in LARGE:
                for chosen in combinations(places, size):
                    yield _strength_of_rank(dealt, chosen, rank + 2), _mask(chosen)
        first += count


def _strength_of_rank(dealt: DealtCards, places: tuple[int, ...], rank: int) -> int:
    reading = matched_reading([(rank, suit_number(dealt.cards[place])) for place in places])
    if reading is None:
        raise AssertionError("Six to eight cards of one rank are a hand.")
    return grade_book().strength(reading)


def _straight_flushes(dealt: DealtCards) -> Iterator[StrengthAndMask]:
    for suit, places in enumerate(dealt.of_suit, start=1):
        places_by_rank: dict[int, list[int]] = defaultdict(list)
        for place in places:
            places_by_rank[rank_of(dealt.cards[place])].append(place)
        if len(places_by_rank) + dealt.wilds >= LARGE[0]:
            for run, ranks in _best_runs(frozenset(places_by_rank), dealt.wilds):
                strength = grade_book().strength(Reading(STRAIGHT_FLUSHES[len(run)], run, (suit,) * len(run)))
                for wilds in combinations(range(dealt.wilds), len(run) - len(ranks)):
                    for natural in product(*(places_by_rank[rank] for rank in ranks)):
                        yield strength, _mask(wilds + natural)


@lru_cache(maxsize=1024)
def _best_runs(held: frozenset[int], wilds: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every choice of held ranks that wilds complete to a run, with the best such run."""
    best: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    for size in LARGE:
        for run in runs(size):
            have = [rank for rank in run if rank in held]
            for missing in range(max(0, size - len(have)), wilds + 1):
                for ranks in combinations(have, size - missing):
                    best.setdefault((size, tuple(sorted(ranks))), run)
    return tuple((run, ranks) for (_, ranks), run in best.items())
