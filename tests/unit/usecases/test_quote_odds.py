"""Quoting odds: the right count for each action, under the tuning asked for. That they are right is for the oracles."""

import pytest

from service.actions.odds import Odds, Quote, Quoted, QuoteOdds
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import ChallengeContest, DuelContest, GangWarContest, prepare
from service.engines.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.engines.destiny.odds.duel import duel_odds
from service.engines.destiny.odds.gang_war import gang_war_odds
from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import GangMethod
from service.engines.errors import InvalidInput
from service.tuning.overlay import Hypothetical
from tests.fakes.character_store import no_characters
from tests.fakes.system import CountedYields, NotedTurns
from tests.fakes.tuning_store import TUNINGS

THIEF = Participant(skills={"stealth": 40})
VETERAN = Participant(npc="veteran")
LIVE = TUNINGS.current().tuning
BURGLARY = Challenge(ActionType.PVE, THIEF, "burglary")


def counted(action: Action) -> Odds:
    contest = prepare(action, LIVE)
    match contest:
        case ChallengeContest():
            return challenge_odds(contest, LIVE)
        case DuelContest():
            return duel_odds(contest, LIVE)
        case GangWarContest():
            return gang_war_odds(contest, LIVE)


@pytest.mark.parametrize(
    "action",
    [
        BURGLARY,
        Challenge(ActionType.SKILL_CHECK, THIEF, "hard"),
        Duel(THIEF, VETERAN, defense_bonus=1_500),
        GangWar((THIEF, THIEF), (VETERAN,)),
        GangWar((THIEF,) * 4, (VETERAN,), GangMethod.BEST_THREE),
    ],
)
def test_quote_odds__each_action__is_counted_under_the_live_tuning(action: Action) -> None:
    assert QuoteOdds(TUNINGS, no_characters(), CountedYields(), NotedTurns())(Hypothetical(Quote(action))) == Quoted(
        action, 7, counted(action)
    )


def test_quote_odds__other_tuning__changes_the_odds() -> None:
    def success(hypothetical: Hypothetical[Quote]) -> int:
        odds = QuoteOdds(TUNINGS, no_characters(), CountedYields(), NotedTurns())(hypothetical).odds
        assert isinstance(odds, ChallengeOdds)
        return odds.success

    live, before = success(Hypothetical(Quote(BURGLARY))), success(Hypothetical(Quote(BURGLARY), tuning_revision=6))
    easier = success(Hypothetical(Quote(BURGLARY), overlay={"crimes": {"burglary": {"threshold": 0}}}))

    assert live < before < easier == 2_598_960


def test_quote_odds__unknown_name__is_refused() -> None:
    duel = Duel(THIEF, Participant(npc="nobody"))
    with pytest.raises(InvalidInput, match=r"^/target/npc: Unknown npc 'nobody'\. Known: competent, elite, "):
        QuoteOdds(TUNINGS, no_characters(), CountedYields(), NotedTurns())(Hypothetical(Quote(duel)))


def test_quote_odds__gang_war_of_many__pauses_between_its_parts() -> None:
    yields = CountedYields()
    quote = QuoteOdds(TUNINGS, no_characters(), yields, NotedTurns())
    thieves = tuple(Participant(skills={"stealth": 40 + number}) for number in range(9))
    quote(Hypothetical(Quote(GangWar(thieves, (VETERAN,) * 7))))
    by_average = yields.taken
    quote(Hypothetical(Quote(GangWar((THIEF,) * 5, (VETERAN,) * 2, GangMethod.BEST_THREE))))

    attackers, defenders = 9 + 1, 1 + 1  # a transform of each different member, and the way back
    assert by_average > attackers + defenders  # a long transform has several parts
    assert yields.taken - by_average > 5  # one each time that the blocks of the attackers' grid are joined
