"""Computes the odds of an action without taking it."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.actions import Action, character_ids
from service.engines.destiny.contests import ChallengeContest, Contest, DuelContest, GangWarContest
from service.engines.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.engines.destiny.odds.duel import DuelOdds, duel_odds
from service.engines.destiny.odds.gang_war import GangWarCount, GangWarOdds
from service.engines.destiny.odds.rewards import AttemptsOdds, Payouts, RewardOdds
from service.engines.destiny.tuning import Tuning
from service.engines.errors import InvalidInput, Mistake
from service.engines.pauses import Pause
from service.system.ports import TakeTurn
from service.system.prices import price_beyond
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore

Odds = ChallengeOdds | DuelOdds | GangWarOdds


@dataclass(frozen=True, slots=True)
class Quote:
    """An action whose odds are asked for."""

    action: Action
    attempts: int | None = None
    """Of a crime with a reward: how often it is to be attempted."""


@dataclass(frozen=True, slots=True)
class Pay:
    """What a crime with a reward pays, and what it costs."""

    energy_cost: int
    reward: RewardOdds
    attempts: AttemptsOdds | None = None


@dataclass(frozen=True, slots=True)
class Quoted:
    """The odds of an action under one tuning revision."""

    action: Action
    """With its characters filled in: the skills and effects that counted."""
    tuning_revision: int
    odds: Odds
    pay: Pay | None = None


@dataclass(frozen=True, slots=True)
class QuoteOdds:
    """Counts over all hands. A gang war waits for its turn, and pauses while it is counted for other requests."""

    tunings: TuningStore
    characters: CharacterLookup
    pause: Pause
    take_turn: TakeTurn

    def __call__(self, hypothetical: Hypothetical[Quote]) -> Quoted:
        revision = choose_tuning(self.tunings, hypothetical, self.pause)
        asked, attempts = hypothetical.subject.action, hypothetical.subject.attempts
        characters = self.characters.look_up(character_ids(asked))
        action, contest = characters.prepare(asked, revision)
        odds = self._count(contest, revision.tuning)
        pay = _pay(contest, odds, attempts, revision.tuning)
        if hypothetical.live:
            characters.learn(asked, revision)
            characters.save()
        return Quoted(action, revision.number, odds, pay)

    def _count(self, contest: Contest, tuning: Tuning) -> Odds:
        match contest:
            case ChallengeContest():
                return challenge_odds(contest, tuning)
            case DuelContest():
                return duel_odds(contest, tuning)
            case GangWarContest():
                count = GangWarCount.of(contest, tuning, self.pause)
                with self.take_turn(price_beyond(count.work)):
                    return count.odds(self.pause)


def _pay(contest: Contest, odds: Odds, attempts: int | None, tuning: Tuning) -> Pay | None:
    """What a crime pays; None if the action has no reward. Raises `InvalidInput` for attempts at such an action."""
    if isinstance(contest, ChallengeContest) and isinstance(odds, ChallengeOdds):
        challenge = contest.challenge
        if challenge.reward is not None:
            payouts = Payouts.of(odds.degrees, challenge.reward, tuning)
            many = None if attempts is None else payouts.many(attempts)
            return Pay(challenge.energy_cost or 0, payouts.one(), many)
    if attempts is not None:
        raise InvalidInput([Mistake(("attempts",), "Needs a crime that has a reward in the tuning.")])
    return None
