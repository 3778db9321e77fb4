"""Samples futures of thirteen cards: deals, arranges and compares kitties and opponents (C17, C19, C20).

Arranging is the expensive part, so a sample makes the most of it: it deals two kitties and one opponent more than there
are, as far as the deck goes, and combines every kitty with every choice of opponents. The futures of one sample share
cards; each sample shuffles again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from service.engines.cards import Card, rank_of
from service.engines.pauses import Pause, each, no_pause
from service.engines.pyramid.arranging.arranger import Arranger, Strengths
from service.engines.pyramid.arranging.many import strong_hands
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.automatics.kitties import Kitties
from service.engines.pyramid.automatics.many import automatics_in_many
from service.engines.pyramid.cards import ALL_CARDS, DECK, FIRST_CARDS, KITTY, WILD, draw, words_of_seed
from service.engines.pyramid.declaring import Declaring
from service.engines.pyramid.estimates import Gauges
from service.engines.pyramid.opponents import Opponents, least_played, which_play
from service.engines.pyramid.scoring import Play, compare, lay_down
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic, PyramidTuning

KITTIES: Final = 2
SampleCards = tuple[Sequence[Sequence[Card]], Sequence[Sequence[Card]]]
"""The kitties and the opponents' hands of a sample."""
_ARRANGED_AT_ONCE: Final = 150
"""More at once would be hardly faster, and would take longer between two pauses."""
_HANDS_OF_PRICE: Final = 48
"""So many straights or better hands of five in thirteen cards double the time, and so on."""
_PRICE_WITHOUT_STRONG: Final = 2
"""Without any such hand, more deals are left to the search for one deal, which takes as long as ten together."""
MOST_DEALT: Final = (len(DECK) - FIRST_CARDS - KITTIES * KITTY) // ALL_CARDS


@dataclass(frozen=True, slots=True)
class SampleDeal:
    """How many kitties and opponents' hands a sample deals."""

    kitties: int
    hands: int
    price_of_kitty: int
    """What arranging one's own cards with a kitty costs, in arrangements of random cards."""

    @classmethod
    def of(cls, cards: Sequence[Card], table: Table) -> "SampleDeal":
        """Kitties and hands matter equally, except with a dragon in hand: then the kitty hardly matters."""
        strong = strong_hands(cards)
        price = 1 + strong // _HANDS_OF_PRICE if strong else _PRICE_WITHOUT_STRONG
        if not table.opponents:
            return cls(KITTIES, 0, price)
        if len({rank_of(card) for card in cards if card != WILD}) == FIRST_CARDS:
            return cls(1, MOST_DEALT, price)
        return cls(KITTIES, min(table.opponents + 1, MOST_DEALT), price)

    def price(self, opponents: Opponents) -> int:
        """What a sample costs, in arrangements of random cards.

        Looking at the first thirteen cards costs as much as two; looking for automatics, half as much as one.
        """
        declaring = (self.hands + 1) // 2 if opponents.declare else 0
        return self.kitties * self.price_of_kitty + self.hands * (3 if opponents.choose_hands else 1) + declaring


@dataclass(frozen=True, slots=True)
class End:
    """How a future ends for the player who asks: the points, and the share of the pot."""

    net_points: int
    pot_share: float
    pot: int

    def chips(self, tuning: PyramidTuning) -> float:
        """Chips won, without the ante already paid."""
        return tuning.multiplier * self.net_points + self.pot_share * self.pot


@dataclass(frozen=True, slots=True)
class Future:
    """One possible future, with its end by arranging and its end by declaring."""

    arranged: End
    declared: End | None
    """None if the cards allow no automatic."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Equally likely futures that share cards, and the number of hands arranged for them."""

    futures: tuple[Future, ...]
    arrangements: int
    gauges: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rivals:
    """The opponents who play in some futures: their seats, what they net among themselves, and the pot."""

    seats: Sequence[int]
    nets: Sequence[int]
    pot: int

    def end(self, won: Sequence[int]) -> End:
        """The end for a player who wins these points from each seat."""
        net = sum(won[seat] for seat in self.seats)
        others = [own - won[seat] for seat, own in zip(self.seats, self.nets, strict=True)]
        beaten = net >= max(others, default=net)
        return End(net, 1 / (1 + others.count(net)) if beaten else 0, self.pot)


class Laid:
    """What a player lays down: the best arrangement, or the cards as an automatic."""

    def __init__(self, cards: Sequence[Card], strengths: Strengths, automatic: Automatic | None = None) -> None:
        self.cards = cards
        self.strengths = strengths
        self.automatic = automatic
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        """The automatic's hands, found only when they are compared with another automatic of the same kind."""
        if self._play is None:
            hands = self.automatic and find_automatic(self.cards, self.automatic)
            if not hands:
                raise AssertionError("A declared automatic must be in the cards.")
            self._play = lay_down(hands, self.automatic)
        return self._play


def points_between(laid: Laid, other: Laid, arranger: Arranger) -> int:
    """The points that the first wins from the second (C13, C14)."""
    if laid is other:
        return 0
    if laid.automatic is other.automatic:
        if laid.automatic is None:
            return arranger.points_between(laid.strengths, other.strengths)
        return compare(0, 1, laid.play, other.play, arranger.tuning).a_points
    return compare(0, 1, Play((), laid.automatic), Play((), other.automatic), arranger.tuning).a_points


class Futures:
    """Thirteen cards to decide on, with their table and opponents, and the sampling of their futures."""

    def __init__(
        self, cards: Sequence[Card], table: Table, opponents: Opponents, declaring: Declaring, pause: Pause
    ) -> None:
        """Count the kitties. `pause` is called between steps of the work."""
        self.cards = cards
        self.table = table
        self.opponents = opponents
        self.deal = SampleDeal.of(cards, table)
        self.kitties = Kitties(cards, pause)
        self.arranger = declaring.arranger
        self.tuning = self.arranger.tuning
        self._declaring = declaring
        self._least_played = least_played(opponents.surrender_rate)
        self._rest = list(DECK)
        for card in cards:
            self._rest.remove(card)
        self.gauges = Gauges(cards, self._rest, self.kitties)

    def samples(self, seed: int, number: int, pause: Pause = no_pause) -> Iterator[Sample]:
        """The first samples of this seed. `pause` is called between steps of the work."""
        words = words_of_seed(seed)
        of_kitties, of_hands = self.deal.kitties * KITTY, self.deal.hands * ALL_CARDS
        at_once = max(1, _ARRANGED_AT_ONCE // (self.deal.kitties + self.deal.hands))
        for done in range(0, number, at_once):
            dealt = []
            for _ in each(range(min(at_once, number - done)), pause):
                drawn = draw(self._rest, of_kitties + of_hands, words)
                dealt.append((_parts(drawn[:of_kitties], KITTY), _parts(drawn[of_kitties:], ALL_CARDS)))
            pause()
            yield from self.of_many(dealt, pause)

    def of_many(self, dealt: Sequence[SampleCards], pause: Pause = no_pause) -> Iterator[Sample]:
        """The futures of these samples: each kitty with every choice of as many hands as there are opponents."""
        own = [[*self.cards, *kitty] for kitties, _ in dealt for kitty in kitties]
        hands = [hand for _, hands in dealt for hand in hands]
        playing = self._playing(hands, pause)
        placed = iter(self.arranger.best_of_many([*own, *(hands[number] for number in playing)], pause))
        kept = iter([self._own(kitty, next(placed)) for kitties, _ in dealt for kitty in kitties])
        laid: list[Laid | None] = [None] * len(hands)
        declarable = self._declarable([hands[number] for number in playing], pause)
        pause()
        for number, strengths, automatics in zip(playing, placed, declarable, strict=True):
            laid[number] = self._opponent(hands[number], strengths, automatics)
            pause()
        others = iter(laid)
        for kitties, dealt_hands in dealt:
            gauges = self.gauges.of(kitties, dealt_hands)
            yield self._sample([next(kept) for _ in kitties], [next(others) for _ in dealt_hands], gauges)
            pause()

    def _sample(
        self, own: Sequence[tuple[Laid, Laid | None]], laid: Sequence[Laid | None], gauges: tuple[float, ...]
    ) -> Sample:
        rivals = self._rivals(laid)
        futures = []
        for arranged, declared in own:
            won = self._won(arranged, laid)
            won_declaring = self._won(declared, laid) if declared else None
            futures += [Future(some.end(won), some.end(won_declaring) if won_declaring else None) for some in rivals]
        looked_at = len(laid) if self.opponents.choose_hands else 0
        arrangements = looked_at + len(own) + sum(one is not None for one in laid)
        return Sample(tuple(futures), arrangements, gauges)

    def _rivals(self, laid: Sequence[Laid | None]) -> list[Rivals]:
        """The opponents who play, for every choice of as many dealt hands as there are opponents."""
        between = [self._won(one, laid) if one else [] for one in laid]
        rivals = []
        for chosen in combinations(range(len(laid)), self.table.opponents):
            seats = [seat for seat in chosen if laid[seat]]
            nets = [sum(between[seat][other] for other in seats) for seat in seats]
            rivals.append(Rivals(seats, nets, self.table.pot(self.tuning, len(chosen) - len(seats))))
        return rivals

    def _won(self, own: Laid, others: Sequence[Laid | None]) -> list[int]:
        return [points_between(own, other, self.arranger) if other else 0 for other in others]

    def _playing(self, hands: Sequence[Sequence[Card]], pause: Pause) -> Sequence[int]:
        """The numbers of the opponents' hands that are not surrendered for their first thirteen cards."""
        if not self.opponents.choose_hands:
            return () if self.opponents.surrender_rate else range(len(hands))
        play = which_play([hand[:FIRST_CARDS] for hand in hands], self._least_played, pause)
        return play.nonzero()[0].tolist()

    def _opponent(self, hand: Sequence[Card], strengths: Strengths, declarable: frozenset[Automatic]) -> Laid:
        """What an opponent lays down who plays and may declare one of these automatics."""
        automatic = self._best(declarable)
        if automatic and self._declaring.in_chips(strengths, automatic=True, table=self.table).better_declared:
            return Laid(hand, strengths, automatic)
        return Laid(hand, strengths)

    def _declarable(self, hands: Sequence[Sequence[Card]], pause: Pause) -> Sequence[frozenset[Automatic]]:
        """The automatics that the opponents with these hands may declare."""
        return automatics_in_many(hands, pause) if self.opponents.declare else [frozenset()] * len(hands)

    def _own(self, kitty: Sequence[Card], strengths: Strengths) -> tuple[Laid, Laid | None]:
        held = [*self.cards, *kitty]
        automatic = self._best(self.kitties.automatics_with(kitty))
        return Laid(held, strengths), Laid(held, strengths, automatic) if automatic else None

    def _best(self, automatics: frozenset[Automatic]) -> Automatic | None:
        return next((one for one in self.tuning.automatic_order if one in automatics), None)


def _parts(cards: Sequence[Card], size: int) -> list[Sequence[Card]]:
    return [cards[start : start + size] for start in range(0, len(cards), size)]
