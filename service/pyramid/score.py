"""Scores a table of players, in points or in chips."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from service.engines.cards import Card
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake
from service.engines.pyramid.automatics.detection import Hands
from service.engines.pyramid.cards import check_copies
from service.engines.pyramid.scoring import Play, Scores, best_automatic, lay_down, score_plays
from service.engines.pyramid.settlement import Settlement, settle
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from service.engines.pyramid.validation import violations
from service.engines.wire_enum import WireEnum
from service.pyramid.arrangers import Tuned
from service.tuning.ports import TuningStore


class Detection(WireEnum):
    """A declaration that lets the rules choose."""

    AUTO = "auto"


Declaration = Automatic | Detection | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. `hands` is None for a player who surrendered."""

    id: str
    hands: Hands | None
    declare: Declaration = None
    dealt: tuple[Card, ...] | None = None
    """The cards that the player was dealt, if known."""

    @property
    def held(self) -> Iterable[Card]:
        """The cards that this player is known to hold."""
        return chain(*(self.hands or ())) if self.dealt is None else self.dealt


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """What each player plays (None: surrendered), and the points."""

    plays: tuple[Play | None, ...]
    scores: Scores


@dataclass(frozen=True, slots=True)
class WorthMorePlayed:
    """A warning: `auto` declared an automatic that cost its player chips at this table."""

    seat: int
    automatic: Automatic
    chips: int
    chips_if_played: int
    """What the same hands would have won without the declaration, if the other players had played the same."""


@dataclass(frozen=True, slots=True)
class SettledTable:
    """What each player plays (None: surrendered), and the chips."""

    plays: tuple[Play | None, ...]
    settlement: Settlement
    warnings: tuple[WorthMorePlayed, ...]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Compares every pair of players."""

    tunings: TuningStore

    def __call__(self, seats: Sequence[Seat]) -> Tuned[ScoredTable]:
        """The points; raises `InvalidInput` where a hand is illegal or the cards cannot come from one deck."""
        live = self.tunings.current()
        plays = _plays(seats, live.pyramid)
        playing = {seat: play for seat, play in enumerate(plays) if play}
        return Tuned(live.number, ScoredTable(plays, score_plays(playing, len(seats), live.pyramid)))


@dataclass(frozen=True, slots=True)
class SettleTable:
    tunings: TuningStore

    def __call__(self, seats: Sequence[Seat]) -> Tuned[SettledTable]:
        """The chips; raises `InvalidInput` where a hand is illegal or the cards cannot come from one deck."""
        live = self.tunings.current()
        plays = _plays(seats, live.pyramid)
        settlement = settle(plays, live.pyramid)
        warnings = tuple(_worth_more_played(seats, plays, settlement, live.pyramid))
        return Tuned(live.number, SettledTable(plays, settlement, warnings))


def _worth_more_played(
    seats: Sequence[Seat], plays: Sequence[Play | None], settlement: Settlement, tuning: PyramidTuning
) -> Iterator[WorthMorePlayed]:
    """The hands that `auto` declared although playing them would have won more chips."""
    for place, (seat, play) in enumerate(zip(seats, plays, strict=True)):
        # With its wild cards read as usual, an automatic can be out of order; then it could not have been played as is.
        if play and play.automatic and seat.hands and seat.declare is Detection.AUTO and not violations(seat.hands):
            played = [*plays[:place], lay_down(seat.hands, None), *plays[place + 1 :]]
            chips, if_played = settlement.chips[place], settle(played, tuning).chips[place]
            if if_played > chips:
                yield WorthMorePlayed(place, play.automatic, chips, if_played)


def _plays(seats: Sequence[Seat], tuning: PyramidTuning) -> tuple[Play | None, ...]:
    declared = [_declared(seat, tuning) for seat in seats]
    mistakes: Mistakes = [*_repeated_ids(seats), *_illegal_hands(seats, declared)]
    check_copies(chain(*(seat.held for seat in seats)), ("players",), mistakes)
    if mistakes:
        raise InvalidInput(mistakes)
    return tuple(
        lay_down(seat.hands, automatic) if seat.hands else None for seat, automatic in zip(seats, declared, strict=True)
    )


def _declared(seat: Seat, tuning: PyramidTuning) -> Automatic | None:
    if isinstance(seat.declare, Detection):
        return best_automatic(seat.hands, tuning) if seat.hands else None
    return seat.declare


def _repeated_ids(seats: Sequence[Seat]) -> Iterator[Mistake]:
    first_places: dict[str, int] = {}
    for place, seat in enumerate(seats):
        first = first_places.setdefault(seat.id, place)
        if first != place:
            yield Mistake(("players", place, "id"), f"{seat.id!r} is already at /players/{first}/id.")


def _illegal_hands(seats: Sequence[Seat], declared: Sequence[Automatic | None]) -> Iterator[Mistake]:
    for place, (seat, automatic) in enumerate(zip(seats, declared, strict=True)):
        for wrong in violations(seat.hands, seat.dealt, automatic) if seat.hands else ():
            path = ("players", place, wrong.position) if wrong.position else ("players", place)
            yield Mistake(path, wrong.message)
