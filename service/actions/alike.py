"""Equal challenges of a batch: what their resolutions share is worked out and written once."""

from datetime import datetime
from typing import NamedTuple, Self

from service.actions.inputs import inputs_template
from service.actions.resolve import Checked, Resolved
from service.actions.texts import after_hand, before_hand, hand_text
from service.engines.destiny.contests import ChallengeContest
from service.engines.destiny.hands import HandClass, HandRank, classify
from service.engines.destiny.resolution import resolve_challenge
from service.engines.destiny.tuning import Degree
from service.engines.draws import Hand
from service.records.ports import Record, record_template
from service.system.clock import timestamp


class _OfClass(NamedTuple):
    """What follows from the class of a hand."""

    after_hand: bytes
    counted: Resolved


class Alike:
    """Equal challenges under one revision, without characters and promised draws.

    Their resolutions share all but ids, moments and hands, and what follows from the class of a hand.
    """

    def __init__(self, checked: Checked, contest: ChallengeContest) -> None:
        action, revision = checked.action, checked.revision
        self.checked = checked
        self.record = record_template(inputs_template(action, revision))
        self._contest = contest
        self._before_hand = before_hand(action, revision.number)
        self._by_class: dict[HandClass, _OfClass] = {}
        self._counted: dict[tuple[Degree, HandRank], Resolved] = {}

    @classmethod
    def of(cls, checked: Checked) -> Self | None:
        """What the resolutions of actions equal to this one share; None if it is no challenge."""
        contest = checked.contest
        return cls(checked, contest) if isinstance(contest, ChallengeContest) else None

    def resolve(self, resolution_id: str, now: datetime, hand: Hand) -> "ResolvedAlike":
        """Resolve one of them with this hand."""
        hand_class = classify(hand)
        known = self._by_class.get(hand_class)
        if known is None:
            known = self._by_class[hand_class] = self._of_class(resolution_id, now, hand)
        drawn = hand_text(hand)
        text = b'{"resolution_id":"%b",%b%b%b}' % (resolution_id.encode(), self._before_hand, drawn, known.after_hand)
        return ResolvedAlike(resolution_id, now, drawn, text, known.counted, self)

    def _of_class(self, resolution_id: str, now: datetime, hand: Hand) -> _OfClass:
        action, revision = self.checked.action, self.checked.revision
        resolution = resolve_challenge(self._contest, hand, revision.tuning)
        kind = resolution.outcome.degree, resolution.actor.hand_class.rank
        counted = self._counted.get(kind)
        if counted is None:
            counted = self._counted[kind] = Resolved(resolution_id, now, action, revision, resolution)
        return _OfClass(after_hand(resolution), counted)


class ResolvedAlike(NamedTuple):
    """The resolution of one of equal challenges, and the JSON text of its answer."""

    resolution_id: str
    resolved_at: datetime
    hand: bytes
    """The text of its hand."""
    text: bytes
    resolved: Resolved
    """This one, or one with another hand of the same rank that led to the same degree. Both count alike."""
    alike: Alike

    @property
    def size(self) -> int:
        """The bytes of the text alone; the record is made later."""
        return len(self.text)

    def record(self) -> Record:
        """Make the record. This runs in the background, after the answer was sent."""
        resolution_id, resolved_at, hand, text, _, alike = self
        document = alike.record % (resolution_id.encode(), timestamp(resolved_at).encode(), hand, text)
        return Record(resolution_id, document)
