"""`make reference-deals`: deals the reference deals and arranges them by the shipped table (C20, C22)."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from typing import Final, TypeVar

from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.cards import FIRST_CARDS
from service.engines.pyramid.opponents import first_value, shipped_worths
from service.engines.pyramid.reference_deals import deal_lines, reference_hands, value_lines
from tools import shipped_data
from tools.progress import Progress

DEALS: Final = 2_000
FIRST_DEALS: Final = 10_000
"""How many deals, of several seats each, are used to value thirteen cards."""

Strengths = tuple[int, int, int]
Result = TypeVar("Result")


def strengths_of_deal(number: int) -> list[Strengths]:
    """What each seat lays down."""
    return [best_arrangement(DealtCards(hand), shipped_worths()).strengths for hand in reference_hands(number)]


def first_values_of_deal(number: int) -> list[int]:
    """What the first thirteen cards of each seat are worth."""
    return [first_value(hand[:FIRST_CARDS]) for hand in reference_hands(number)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Make the reference deals of Pyramid Poker.")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--first-deals", type=int, default=FIRST_DEALS)
    parser.add_argument("--folder", type=Path, default=shipped_data.FOLDER, help="where the files go")
    chosen = parser.parse_args(arguments)
    progress = Progress(chosen.deals + chosen.first_deals)
    with Pool() as pool:
        strengths = _counted(pool.imap(strengths_of_deal, range(chosen.deals), chunksize=50), progress)
        deals = list(deal_lines(chain.from_iterable(strengths)))
        values = _counted(pool.imap(first_values_of_deal, range(chosen.first_deals), chunksize=50), progress)
        parts = list(value_lines(chain.from_iterable(values)))
    shipped_data.write(chosen.folder, shipped_data.REFERENCE_DEALS, deals)
    shipped_data.write(chosen.folder, shipped_data.FIRST_VALUES, parts)


def _counted(results: Iterable[Result], progress: Progress) -> Iterator[Result]:
    for result in results:
        progress.done()
        yield result


if __name__ == "__main__":
    main()
