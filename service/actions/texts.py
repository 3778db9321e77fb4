"""Resolutions as JSON text, written directly because `resolve` is the hot path.

Values that many resolutions share, such as numbers, suits and challenges, are written once and kept for a while.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final

import orjson

from service.actions.answers import from_millionths, paid
from service.actions.resolve import Resolved
from service.actions.score import Scored
from service.draws.answers import revealed_draw
from service.engines.cards import CARD_TEXT, SUITS
from service.engines.destiny.actions import Action, ActionType, participants
from service.engines.destiny.contests import ChallengeDetails
from service.engines.destiny.hands import HandRank, SuitCounts
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.outcomes import (
    Breakdown,
    ChallengeOutcome,
    DecidedBy,
    DuelOutcome,
    Score,
    base_breakdown,
    suit_breakdown,
)
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import (
    ChallengeResolution,
    DuelResolution,
    Gang,
    GangWarResolution,
    Resolution,
    scores,
)
from service.engines.destiny.skills import Millionths
from service.engines.destiny.tuning import Degree
from service.engines.draws import DrawPurpose, Hand
from service.engines.pauses import each
from service.engines.points import Hundredths, as_number, as_text
from service.system.clock import give_way

Json = dict[str, Any]
_BY_SUIT: Final = "{" + ",".join(f'"{suit}":%s' for suit in SUITS) + "}"
_CARDS: Final = tuple(f'"{card}"'.encode() for card in CARD_TEXT)

Shared = dict[Hashable, bytes]
"""Texts that the resolutions of equal actions under one revision share, each written when it is first needed."""


def resolved_text(resolved: Resolved, shared: Shared) -> bytes:
    """The answer of `resolve`."""
    resolution_id, _, action, revision, resolution, draw = resolved
    written = _resolution(action, revision.number, resolution, shared)
    text = b'{"resolution_id":"%b",%b}' % (resolution_id.encode(), written)
    if not draw:
        return text
    hands = [[CARD_TEXT[card] for card in score.hand] for score in scores(resolution)]
    return b'%b,"draw":%b}' % (text[:-1], orjson.dumps(revealed_draw(draw, DrawPurpose.RESOLVE, {"hands": hands})))


def scored_text(scored: Scored) -> bytes:
    """The answer of `score`: the same without an id, because no record is kept."""
    return b"{%b}" % _resolution(scored.action, scored.tuning_revision, scored.resolution, {})


def _resolution(action: Action, tuning_revision: int, resolution: Resolution, shared: Shared) -> bytes:
    if isinstance(resolution, ChallengeResolution):
        drawn = hand_text(resolution.actor.hand)
        return b"%b%b%b" % (before_hand(action, tuning_revision), drawn, after_hand(resolution))
    return _head(action.action_type, tuning_revision) + _sides(action, resolution, shared)


@lru_cache(maxsize=1 << 6)
def _head(action_type: ActionType, tuning_revision: int) -> bytes:
    return f'"action_type":"{action_type}","tuning_revision":{tuning_revision},'.encode()


def before_hand(action: Action, tuning_revision: int) -> bytes:
    """A challenge from after its id to its hand."""
    (actor,) = participants(action)
    return b'%b"actor":{%b"hand":' % (_head(action.action_type, tuning_revision), _character(actor))


def after_hand(resolution: ChallengeResolution) -> bytes:
    """A challenge from after its hand to its end, the same for all hands of a class."""
    contest, score, outcome = resolution
    degree, margin, decided_by, reward_multiplier = outcome
    challenge = contest.challenge
    before, after = _around_margin(degree, decided_by, reward_multiplier, challenge.reward)
    return b"%b%b%b%b%b" % (_after_hand(score), _challenge(challenge), before, as_text(margin).encode(), after)


def _sides(action: Action, resolution: DuelResolution | GangWarResolution, shared: Shared) -> bytes:
    match resolution:
        case DuelResolution():
            actor, target = _scores(participants(action), (resolution.actor, resolution.target), shared)
            outcome = _outcome(resolution.outcome, "actor", "target")
            return b'"actor":%b,"target":%b,"outcome":%b' % (actor, target, outcome.encode())
        case GangWarResolution():
            those = _scores(participants(action), scores(resolution), shared)
            number = len(resolution.attackers.participants)
            attackers = _gang(resolution.attackers, those[:number])
            defenders = _gang(resolution.defenders, those[number:])
            outcome = _outcome(resolution.outcome, "attackers", "defenders")
            return b'"attackers":%b,"defenders":%b,"outcome":%b' % (attackers, defenders, outcome.encode())


def _scores(those: Sequence[Participant], drawn: Sequence[Score], shared: Shared) -> list[bytes]:
    """The scores of these participants. A score without its hand is the same for all hands of a class."""
    texts = []
    for place, (participant, score) in enumerate(zip(each(those, give_way), drawn, strict=True)):
        known = place, score.hand_class
        rest = shared.get(known)
        if rest is None:
            rest = shared[known] = _after_hand(score)
        texts.append(b'{%b"hand":%b%b' % (_character(participant), hand_text(score.hand), rest))
    return texts


def hand_text(hand: Hand) -> bytes:
    """The cards of a hand."""
    a, b, c, d, e = hand
    return b"[%b,%b,%b,%b,%b]" % (_CARDS[a], _CARDS[b], _CARDS[c], _CARDS[d], _CARDS[e])


def _after_hand(score: Score) -> bytes:
    """A score from the comma after its hand to the brace at its end."""
    _, (rank, add_on, suit_counts), strength, rank_score, suit_score, modifier_score = score
    before_suits, base_parts = _of_rank(rank, add_on, rank_score)
    suits, suit_parts = _of_suits(suit_counts, strength.suit_bonuses, suit_score)
    points = f',"modifier_score":{as_text(modifier_score)},"total_score":{as_text(score.total)},"breakdown":['.encode()
    if not strength.modifiers:
        return b"%b%b%b%b%b]}" % (before_suits, suits, points, base_parts, suit_parts)
    own_parts = _parts(score.modifier_breakdown()).encode()
    return b"%b%b%b%b%b%b]}" % (before_suits, suits, points, base_parts, suit_parts, own_parts)


@lru_cache(maxsize=1 << 12)
def _of_rank(rank: HandRank, add_on: int, rank_score: Hundredths) -> tuple[bytes, bytes]:
    """The fields that depend on the rank of a hand and its add-on alone, and the first parts of the breakdown."""
    base = base_breakdown(rank, add_on, rank_score)
    points = as_text(sum(points for _, points in base))
    return f',"hand_rank":"{rank}","base_score":{points},"suit_counts":'.encode(), _parts(base)[1:].encode()


@lru_cache(maxsize=1 << 12)
def _of_suits(suit_counts: SuitCounts, suit_bonuses: SuitBonuses, suit_score: Hundredths) -> tuple[bytes, bytes]:
    """The fields that depend on the suits of a hand alone, from their values on, and their parts of the breakdown."""
    counts = _BY_SUIT % suit_counts
    fields = f'{counts},"suit_bonuses":{bonuses_text(suit_bonuses)},"suit_score":{as_text(suit_score)}'
    return fields.encode(), _parts(suit_breakdown(suit_counts, suit_bonuses)).encode()


def _parts(breakdown: Breakdown) -> str:
    """Parts of a breakdown, each after a comma."""
    return "".join([f"{_before_points(source)}{as_text(points)}}}" for source, points in breakdown])


def _character(participant: Participant) -> bytes:
    """A character, and which of its running effects counted: null where the store could not be asked."""
    if participant.character_id is None:
        return b""
    effects = orjson.dumps(participant.running_effects)
    return b'"character_id":%b,"running_effects":%b,' % (orjson.dumps(participant.character_id), effects)


@lru_cache(maxsize=1 << 10)
def bonuses_text(bonuses: SuitBonuses) -> str:
    """Suit bonuses by their suits."""
    return _BY_SUIT % tuple(map(as_text, bonuses))


@lru_cache(maxsize=1 << 10)
def _before_points(source: str) -> str:
    """A source in a breakdown, up to its points."""
    return f',{{"source":{orjson.dumps(source).decode()},"points":'


@lru_cache(maxsize=1 << 10)
def _challenge(challenge: ChallengeDetails) -> bytes:
    """The challenge, and what comes before the outcome."""
    fields = {
        "name": challenge.name,
        "difficulty": challenge.difficulty,
        "threshold": as_number(challenge.threshold),
        "energy_cost": challenge.energy_cost,
    }
    return b',"challenge":%b,"outcome":' % orjson.dumps(fields)


@lru_cache(maxsize=1 << 10)
def _around_margin(
    degree: Degree, decided_by: DecidedBy, reward_multiplier: Millionths, reward: Hundredths | None
) -> tuple[bytes, bytes]:
    """The outcome of a challenge up to its margin, and what follows that."""
    outcome = ChallengeOutcome(degree, 0, decided_by, reward_multiplier)
    before = {"success": outcome.success, "degree": degree}
    after = {
        "decided_by": decided_by,
        "reward_multiplier": from_millionths(reward_multiplier),
        "penalty": outcome.penalty,
    }
    if reward is not None:
        after["reward"] = paid(reward * reward_multiplier)
    return b'%b,"margin":' % orjson.dumps(before)[:-1], b",%b" % orjson.dumps(after)[1:]


def _gang(gang: Gang, those: Sequence[bytes]) -> bytes:
    head = f'{{"method":"{gang.method}","score":{as_text(gang.score)},"participants":['
    return b"%b%b]}" % (head.encode(), b",".join(those))


def _outcome(outcome: DuelOutcome, first: str, second: str) -> str:
    winner, critical = first if outcome.first_wins else second, "true" if outcome.critical else "false"
    margin = as_text(outcome.margin)
    return f'{{"winner":"{winner}","margin":{margin},"decided_by":"{outcome.decided_by}","critical":{critical}}}'
