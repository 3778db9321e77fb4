"""The search against every legal split of ever new deals: `python -m tests.oracle.pyramid.long_run SEED SECONDS`."""

import random
import sys
import time
from collections import Counter

from service.engines.pyramid.cards import DECK, WILD
from service.engines.pyramid.values import Objective
from tests.builders.value_tables import random_table
from tests.oracle.pyramid.every_split import best_split
from tests.oracle.pyramid.test_best_arrangement import TUNING, deal, found_key, provisional, twins

SIZES = [13] * 8 + [14] * 6 + [15] * 4 + [16] * 2 + [17] * 3
STEPS = (1, 2, 3, 30, 1000)


def main(seed: int, seconds: float) -> None:
    chance = random.Random(seed)
    until = time.monotonic() + seconds
    done: Counter[tuple[int, int]] = Counter()
    while time.monotonic() < until:
        size = chance.choice(SIZES)
        dealing = chance.choice((deal, deal, twins))
        cards = (
            dealing(chance, size, chance.choice((0, 0, 1, 1, 2)))
            if chance.random() < 0.6
            else chance.sample(DECK, size)
        )
        table = random_table(chance, chance.choice(STEPS)) if chance.random() < 0.6 else provisional()
        aim = chance.choice(list(Objective))
        assert found_key(cards, table, aim) == best_split(cards, TUNING, table, aim), (cards, aim)
        done[size, cards.count(WILD)] += 1
    print(f"{done.total()} deals agree; by size and wilds: {sorted(done.items())}")  # noqa: T201 - what the run is for


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
