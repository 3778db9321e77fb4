"""Collaborators that do as they are told, one for each port, and the application over them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice

from flask import Flask

from service.adapters.tuning_file import FileTuningStore
from service.app import create_app
from service.rules.draws import Hand
from service.usecases.deal_tiles import RandomWords
from service.usecases.ports import Dealer, Identifiers, Store, TuningStore
from service.wiring import Collaborators
from tests.hands import PAIR
from tests.tunings import SHIPPED_FILE


class ScriptedDealer:
    """Deals the given hands in turn, from the first again after the last, and counts what it dealt."""

    def __init__(self, *hands: Hand) -> None:
        self._hands = cycle(hands or (PAIR,))
        self.draws = 0
        """How often it was asked to deal."""
        self.dealt = 0
        """How many hands it dealt in all."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """The next hands of the script."""
        self.draws += 1
        self.dealt += hands
        return tuple(islice(self._hands, hands))


class NumberedIdentifiers:
    """Identifiers that look real and say how many came before: ...0001, ...0002."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        """The next one."""
        return f"01930000-0000-7000-8000-{next(self._numbers):012}"


@dataclass(slots=True)
class FakeStore:
    """A store that answers, or does not."""

    up: bool = True

    def reachable(self) -> bool:
        """Whether the test wants it to answer."""
        return self.up


def shipped_tunings() -> TuningStore:
    """The tuning that ships, as revision 0."""
    return FileTuningStore(SHIPPED_FILE)


def make_app(
    dealer: Dealer | None = None,
    identifiers: Identifiers | None = None,
    tunings: TuningStore | None = None,
    store: Store | None = None,
    words: RandomWords | None = None,
) -> Flask:
    """The application over these collaborators, and over fakes for those left out."""
    return create_app(
        Collaborators(
            dealer=dealer or ScriptedDealer(),
            identifiers=identifiers or NumberedIdentifiers(),
            tunings=tunings or shipped_tunings(),
            store=store or FakeStore(),
            words=words or count(1),
        )
    )
