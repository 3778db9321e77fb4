"""Computes the odds of an action without taking it."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.actions import Action, character_ids
from service.engines.destiny.contests import ChallengeContest, Contest, DuelContest, GangWarContest
from service.engines.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.engines.destiny.odds.duel import DuelOdds, duel_odds
from service.engines.destiny.odds.gang_war import GangWarOdds, gang_war_odds
from service.engines.destiny.tuning import Tuning
from service.system.ports import YieldToEventLoop
from service.tuning.overlay import Hypothetical, choose_tuning
from service.tuning.ports import TuningStore

Odds = ChallengeOdds | DuelOdds | GangWarOdds


@dataclass(frozen=True, slots=True)
class Quoted:
    """The odds of an action under one tuning revision."""

    action: Action
    """With its characters filled in: the skills and effects that counted."""
    tuning_revision: int
    odds: Odds


@dataclass(frozen=True, slots=True)
class QuoteOdds:
    """Counts over all hands. It pauses while it counts a gang war, so that other requests get a turn."""

    tunings: TuningStore
    characters: CharacterLookup
    yield_to_event_loop: YieldToEventLoop

    def __call__(self, hypothetical: Hypothetical[Action]) -> Quoted:
        revision = choose_tuning(self.tunings, hypothetical)
        characters = self.characters.look_up(character_ids(hypothetical.subject))
        action, contest = characters.prepare(hypothetical.subject, revision)
        odds = _count(contest, revision.tuning, self.yield_to_event_loop)
        if hypothetical.live:
            characters.learn(hypothetical.subject, revision)
            characters.save()
        return Quoted(action, revision.number, odds)


def _count(contest: Contest, tuning: Tuning, yield_to_event_loop: YieldToEventLoop) -> Odds:
    match contest:
        case ChallengeContest():
            return challenge_odds(contest, tuning)
        case DuelContest():
            return duel_odds(contest, tuning)
        case GangWarContest():
            return gang_war_odds(contest, tuning, yield_to_event_loop)
