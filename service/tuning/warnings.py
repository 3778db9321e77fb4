"""Warns about a change that is allowed and probably a mistake, from what it does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.preview.doubts import challenge_doubts
from service.engines.destiny.tuning import CATALOGUE, Tuning
from service.engines.errors import Mistake, listed
from service.engines.pauses import Pause, no_pause
from service.tuning.ports import CountUses, Taken, Uses


@dataclass(frozen=True, slots=True)
class WarnOfChange:
    """Compares two tunings. What was forced once and stays as it is gets no warning again."""

    count_uses: Sequence[CountUses]
    """What may use an entry, each counted by itself."""
    pause: Pause = no_pause
    """Called now and then while chances are compared."""

    def __call__(self, tuning: Tuning, before: Tuning | None) -> list[Mistake]:
        """Every warning about the change from `before`, or from a tuning that cannot be read.

        Uses are counted only if the change takes something away. Raises `StoreUnavailable` if they cannot be.
        """
        return [*self.of_values(tuning, before), *self.of_uses(tuning, before)]

    def of_values(self, tuning: Tuning, before: Tuning | None) -> list[Mistake]:
        """The warnings about the values themselves."""
        return [*weaker_hands(tuning, before), *challenge_doubts(tuning, before, self.pause)]

    def of_uses(self, tuning: Tuning, before: Tuning | None) -> list[Mistake]:
        """The warnings about what the change takes away and is used."""
        taken = _taken(tuning, before) if before else None
        if not taken:
            return []
        return list(_used(taken, [count(taken) for count in self.count_uses]))


def _taken(tuning: Tuning, before: Tuning) -> Taken | None:
    removed = {part: frozenset(getattr(before, part)) - frozenset(getattr(tuning, part)) for part in CATALOGUE}
    lowered = tuning.max_skill_level < before.max_skill_level
    taken = Taken(
        {part: names for part, names in removed.items() if names}, tuning.max_skill_level if lowered else None
    )
    return taken if taken.names or lowered else None


def _used(taken: Taken, found: Sequence[Uses]) -> Iterator[Mistake]:
    for part, names in taken.names.items():
        for name in sorted(names):
            if uses := _listed_uses((part, name), found):
                yield Mistake((part, name), f"Would be removed, and is used by {uses}.")
    if uses := _listed_uses(Taken.LEVEL, found):
        yield Mistake(Taken.LEVEL, f"Would be below levels of {uses}.")


def _listed_uses(what: tuple[str, ...], found: Sequence[Uses]) -> str:
    """Who uses it and how many they are; empty if nothing does."""
    return " and ".join(
        f"{'' if uses.complete else 'at least '}{number:,} {uses.one if number == 1 else uses.many}"
        for uses in found
        if (number := uses.numbers.get(what, 0))
    )


def weaker_hands(tuning: Tuning, before: Tuning | None) -> Iterator[Mistake]:
    """A warning for each hand rank that would score less than weaker ones, as it did not in the previous tuning.

    Every two ranks count by themselves: a pair that was forced past two pair is warned about again when it passes a
    flush.
    """
    accepted = _out_of_order(before) if before else set()
    new = _out_of_order(tuning) - accepted
    for stronger in HAND_RANKS:
        if weaker := [weaker for weaker in HAND_RANKS if (stronger, weaker) in new]:
            hands = "a weaker hand" if len(weaker) == 1 else "weaker hands"
            message = f"Would be worth less than {listed(weaker)}, {hands}."
            yield Mistake(("hand_rank_scores", stronger), message)


def _out_of_order(tuning: Tuning) -> set[tuple[HandRank, HandRank]]:
    """Every two ranks of which the stronger is worth less."""
    scores: Mapping[HandRank, int] = tuning.hand_rank_scores
    return {(stronger, weaker) for stronger, weaker in combinations(HAND_RANKS, 2) if scores[stronger] < scores[weaker]}


def needs_force(warning: Mistake) -> Mistake:
    """The warning as the reason why a change is not made."""
    return Mistake(warning.path, f"{warning.message} Send force: true if that is intended.")
