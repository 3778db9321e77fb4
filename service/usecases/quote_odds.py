"""Quoting the exact chances of an action that nobody takes."""

from dataclasses import dataclass

from service.rules.destiny.actions import ActionType
from service.rules.destiny.contests import (
    ChallengeContest,
    DuelContest,
    GangWarContest,
    prepare,
)
from service.rules.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.rules.destiny.odds.duel import DuelOdds, duel_odds
from service.rules.destiny.odds.gang_war import GangWarOdds, gang_war_odds
from service.usecases.ports import TuningStore
from service.usecases.what_if import WhatIf, choose_tuning

Odds = ChallengeOdds | DuelOdds | GangWarOdds


@dataclass(frozen=True, slots=True)
class Quoted:
    """The odds of an action, and the tuning revision they hold for."""

    action_type: ActionType
    tuning_revision: int
    odds: Odds


@dataclass(frozen=True, slots=True)
class QuoteOdds:
    """Counts over every hand there is."""

    tunings: TuningStore

    def __call__(self, what_if: WhatIf) -> Quoted:
        """The odds of the action under the tuning that was asked for."""
        revision = choose_tuning(self.tunings, what_if)
        contest = prepare(what_if.action, revision.tuning)
        odds: Odds
        match contest:
            case ChallengeContest():
                odds = challenge_odds(contest, revision.tuning)
            case DuelContest():
                odds = duel_odds(contest, revision.tuning)
            case GangWarContest():
                odds = gang_war_odds(contest, revision.tuning)
        return Quoted(what_if.action.action_type, revision.number, odds)
