"""Quoting the exact chances of an action that nobody takes."""

from dataclasses import dataclass

from service.characters.lookup import CharacterLookup
from service.engines.destiny.actions import Action, character_ids
from service.engines.destiny.contests import ChallengeContest, Contest, DuelContest, GangWarContest
from service.engines.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.engines.destiny.odds.duel import DuelOdds, duel_odds
from service.engines.destiny.odds.gang_war import GangWarOdds, gang_war_odds
from service.engines.destiny.tuning import Tuning
from service.system.ports import YieldToEventLoop
from service.tuning.overlay import HypotheticalAction, choose_tuning
from service.tuning.ports import TuningStore

Odds = ChallengeOdds | DuelOdds | GangWarOdds


@dataclass(frozen=True, slots=True)
class Quoted:
    """The odds of an action, and the tuning revision they hold for."""

    action: Action
    """With its characters filled in: the skills and effects that counted."""
    tuning_revision: int
    odds: Odds


@dataclass(frozen=True, slots=True)
class QuoteOdds:
    """Counts over every hand there is, and lets other requests have a turn while it counts a gang war."""

    tunings: TuningStore
    characters: CharacterLookup
    yield_to_event_loop: YieldToEventLoop

    def __call__(self, hypothetical: HypotheticalAction) -> Quoted:
        """The odds of the action under the tuning that was asked for."""
        revision = choose_tuning(self.tunings, hypothetical)
        characters = self.characters.look_up(character_ids(hypothetical.action))
        action, contest = characters.prepare(hypothetical.action, revision)
        odds = _count(contest, revision.tuning, self.yield_to_event_loop)
        if hypothetical.live:
            characters.learn(hypothetical.action, revision)
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
