"""The standard version's chips: antes, penalties, the pot and the points, every one accounted for (C15)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.rules.pyramid.plays import Play
from service.rules.pyramid.scoring import Scores, score_plays
from service.rules.pyramid.tuning import PyramidTuning


@dataclass(frozen=True, slots=True)
class Settlement:
    """A table, settled. The chips of all seats add up to nothing."""

    scores: Scores
    pot: int
    pot_winners: tuple[int, ...]
    chips: tuple[int, ...]
    """For each seat, chips won less chips paid, the ante among them."""


def settle(plays: Sequence[Play | None], tuning: PyramidTuning) -> Settlement:
    """The settlement of a table whose seats play, or surrendered where there is no play."""
    playing = {seat: play for seat, play in enumerate(plays) if play}
    scores = score_plays(playing, len(plays), tuning)
    paid = [tuning.ante + (0 if play else tuning.surrender_penalty) for play in plays]
    winners = _pot_winners(playing or range(len(plays)), scores)
    shares = dict(zip(winners, split(sum(paid), len(winners)), strict=True))
    chips = tuple(
        tuning.multiplier * net + shares.get(seat, 0) - paid[seat] for seat, net in enumerate(scores.net_points)
    )
    return Settlement(scores, sum(paid), winners, chips)


def _pot_winners(among: Iterable[int], scores: Scores) -> tuple[int, ...]:
    """The seats with the highest net of those that are left, or all seats where everybody surrendered."""
    seats = tuple(among)
    highest = max(scores.net_points[seat] for seat in seats)
    return tuple(seat for seat in seats if scores.net_points[seat] == highest)


def split(pot: int, winners: int) -> list[int]:
    """The pot in equal shares, the odd units to the earliest seats."""
    share, odd = divmod(pot, winners)
    return [share + (place < odd) for place in range(winners)]
