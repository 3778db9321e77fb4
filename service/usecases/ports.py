"""What the use cases need from outside, and nothing of how it is done.

First the tuning, then what the store keeps, then chance and names, then time and turns, last what watchers see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from service.rules.draws import Hand
from service.rules.seeded_draws import DrawPurpose
from service.usecases.allowance import Allowance
from service.usecases.characters import Character, Found, RunningEffect
from service.usecases.insight import CountedDays, Increments
from service.usecases.kept_answers import KeptAnswer, Lease
from service.usecases.measures import Counter, Gauge
from service.usecases.records import Record, RecordPage
from service.usecases.store_condition import StoreCondition
from service.usecases.tuning_revisions import KeptRevision, LogHead, TuningRevision
from service.usecases.tuning_standing import TuningStanding
from service.usecases.verifiable_draws import TakenDraw


class TuningStore(Protocol):
    """Knows the revisions of the tuning."""

    def current(self) -> TuningRevision:
        """The revision that is live now."""

    def revision(self, number: int) -> TuningRevision | None:
        """The revision with this number, if there is one; `UnreadableRevision` where it makes no sense any more."""


class LiveTuning(TuningStore, Protocol):
    """The tuning that this process answers by, which follows the log."""

    @property
    def shipped(self) -> TuningRevision:
        """Revision 0."""

    def refresh(self) -> None:
        """Take in now what the log has; trouble with it shows in the standing."""

    def standing(self) -> TuningStanding:
        """Which revision is live here, and how sure that is."""


class TuningLog(Protocol):
    """Keeps the revisions after the one that ships: numbered from 1, without a gap, none ever changed."""

    def head(self) -> LogHead:
        """The newest revision's number and id; `EMPTY_LOG` where there is none."""

    def id_of(self, number: int) -> str | None:
        """The id of the revision with this number, if it is there, damaged or not."""

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        """The revisions from this number to that, as far as they are there; `UnreadableRevision` for a damaged one."""

    def append(self, revision: KeptRevision) -> None:
        """Add it, if it follows on the newest; `StaleRevision` otherwise. Adding the very same again does nothing."""


class CharacterStore(Protocol):
    """Keeps characters, each until it has not been used for a time, and the effects that run on them.

    Every call may be `StoreAway`.
    """

    def look_up(self, ids: Sequence[str]) -> Sequence[Found]:
        """What is held under each of these ids. To look a character up is to use it."""

    def remember(self, characters: Mapping[str, Character]) -> None:
        """Keep these characters under their ids, in place of what was kept there."""

    def forget(self, character_id: str) -> None:
        """Keep nothing under this id any more, the effects that run included."""

    def start_effect(self, character_id: str, effect: str, duration: timedelta) -> RunningEffect | None:
        """The effect as it runs from now on, whether it ran before or not. None: too many others run."""

    def running_effects(self, character_id: str) -> Sequence[RunningEffect]:
        """The effects that run on this character."""

    def end_effect(self, character_id: str, effect: str) -> bool:
        """Whether the effect ran; it does not any more."""


class DrawStore(Protocol):
    """Keeps the promised draws until they expire, whether they are taken or not. Both calls may be `StoreAway`."""

    def promise(
        self, draw_id: str, server_seed: bytes, lifetime_s: int, purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> None:
        """Keep a draw that nobody has taken, and what it is for."""

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        """The draw as it is taken, if there is one: by this resolution, or by the one that was first.

        Who was first has left its `retry_id` there. A draw that was promised for another purpose is not taken, and the
        answer says which purpose that is.

        Asked again by the same resolution it says the same again, so that a lost answer costs no draw.
        """


class RetryStore(Protocol):
    """Keeps answers under the keys that callers name, for a day, and sees to it that one request at a time has a key.

    Keys and fingerprints are digests of 32 bytes. Each call is one step: nothing comes between its question and its
    deed. Each may be sent twice by an unsure connection, and does no harm then.
    """

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept.

        `KeyReused` where the key stands for a request with another fingerprint, `KeyInUse` where one is under way,
        `RetriesFull` where there is no room for another answer. `LeaseUncertain` where the store does not answer: it
        may have given the lease all the same, or do so late.
        """

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer. None: it counts. Another answer counts where the lease was lost to a request that has one.

        `KeyReused` or `KeyInUse` where it was lost to one that is for something else, or has no answer yet.
        """

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer; nothing where it was lost already."""


class Ledger(Protocol):
    """Keeps records, as many as there is room for: new ones push out the oldest, and none is ever changed."""

    def write(self, records: Sequence[Record]) -> None:
        """Keep these. One that is there already stays as it is, so writing twice does no harm."""

    def find(self, resolution_id: str) -> bytes | None:
        """The document of this resolution, if it is there."""

    def page(self, limit: int, older_than: str | None, character_id: str | None) -> RecordPage:
        """At most so many records, newest first: those older than a resolution, those of a character, or all.

        Large records make a page shorter; it has one record at least, where there is one.
        """

    def forget(self, character_id: str) -> None:
        """Forget this character's records, also those that have left its list.

        A record that other characters took part in as well stays theirs, and stays as it is. To break off leaves every
        record whole, and forgetting again goes on with the rest.
        """


class InsightStore(Protocol):
    """Keeps counts by day, those of all processes added up, for a few days more than a window may have."""

    def add(self, increments: Increments) -> None:
        """Add these, all or none. Of increments that are told again nothing is added."""

    def read(self, first: date, last: date) -> CountedDays:
        """The sum of these days."""

    def reset(self, now: datetime) -> None:
        """Forget the counts of all days at once."""


class RateLimits(Protocol):
    """Counts requests. A caller may make all of a minute at once; then one more each time that its share has passed."""

    def take(self, caller: str, a_minute: int) -> Allowance:
        """Take one of so many a minute; what is refused is not taken. `StoreAway` where nobody can count."""


class StoreHealth(Protocol):
    """How the store is that the service keeps its state in."""

    def reachable(self) -> bool:
        """Whether it answers; trouble is an answer here, never an exception."""

    def condition(self) -> StoreCondition:
        """What it can do of what the service needs, and what is wrong with it; never an exception either."""


class Dealer(Protocol):
    """Deals hands, each from a deck of its own, every hand equally likely."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """So many hands, in the order in which they were drawn."""


class RandomWords(Iterator[int], Protocol):
    """Evenly distributed 32-bit words from a cryptographic source, without end."""


class Seeds(Protocol):
    """Makes the server's part of verifiable draws."""

    def new(self) -> bytes:
        """32 bytes that nobody can foresee."""


class Identifiers(Protocol):
    """Names things that are made."""

    def new(self) -> str:
        """An identifier that was never given out before; those of a later millisecond sort after it."""


class RequestIds(Protocol):
    """Gives requests their ids, so that a line of the log and an answer can be found by one another."""

    def new(self) -> str:
        """An id that no other request has."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The time now, in UTC."""


class Pause(Protocol):
    """Lets the other requests of this process have a turn in the midst of long work."""

    def __call__(self) -> None:
        """Come back when they have had it."""


class Deferred(Protocol):
    """Work that can wait until an answer is given, but not for long."""

    def flush(self) -> None:
        """Do what waits; `StoreAway` where it has to wait on."""

    def abandon(self) -> None:
        """Give up what waits, and say so: the process ends, and the store is unavailable."""

    def forget(self) -> None:
        """Forget what waits: it was copied by a fork, and the process that it was copied from does it."""


class Background(Protocol):
    """Does what no answer has to wait for."""

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Do this work whenever the returned function has been called, after a pause in which more of it gathers.

        The function costs next to nothing and never fails. What waits when the process ends is done at its very end.
        """


class RequestLog(Protocol):
    """Where it is written down how requests went."""

    def write(self, line: Mapping[str, object]) -> None:
        """Write one line; trouble with the log is no trouble of the request."""


class Metrics(Protocol):
    """Numbers for those who watch the service. They add up over its processes."""

    def answered(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request was answered; its route is None where there is nothing at its path."""

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """So many more; the label is one of those that the counter has, if it has any."""

    def show(self, gauge: Gauge, value: float) -> None:
        """This is how it stands in this process now."""

    def exposition(self) -> bytes:
        """All numbers, as text in the format of Prometheus."""
