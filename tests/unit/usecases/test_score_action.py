"""Scoring by given hands: nothing is drawn."""

from dataclasses import replace

from service.actions.score import ScoreAction, Scored
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import prepare
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import DuelResolution, resolve
from service.engines.draws import Hand
from service.engines.pauses import no_pause
from service.tuning.overlay import Hypothetical
from tests.builders import hands
from tests.fakes.character_store import no_characters
from tests.fakes.tuning_store import TUNINGS

THIEF = Participant(skills={"stealth": 40}, hand=hands.FLUSH)
VETERAN = Participant(npc="veteran", hand=hands.STRAIGHT)
LIVE = TUNINGS.current().tuning


def expected(action: Action, *drawn: Hand) -> Scored:
    return Scored(action, 7, resolve(prepare(action, LIVE), drawn, LIVE))


def test_score_action__each_action__takes_the_hands_in_order() -> None:
    score_action = ScoreAction(TUNINGS, no_characters(), no_pause)
    challenge = Challenge(ActionType.PVE, THIEF, "burglary")
    war = GangWar((VETERAN, THIEF), (THIEF,))

    assert score_action(Hypothetical(challenge)) == expected(challenge, hands.FLUSH)
    assert score_action(Hypothetical(Duel(VETERAN, THIEF))) == expected(
        Duel(VETERAN, THIEF), hands.STRAIGHT, hands.FLUSH
    )
    assert score_action(Hypothetical(war)) == expected(war, hands.STRAIGHT, hands.FLUSH, hands.FLUSH)


def test_score_action__other_tuning__scores_by_it() -> None:
    duel = Duel(replace(THIEF, hand=hands.ROYAL_FLUSH), VETERAN)

    by_formula = ScoreAction(TUNINGS, no_characters(), no_pause)(Hypothetical(duel)).resolution
    by_table = ScoreAction(TUNINGS, no_characters(), no_pause)(Hypothetical(duel, tuning_revision=6)).resolution
    raised = ScoreAction(TUNINGS, no_characters(), no_pause)(
        Hypothetical(duel, 6, {"hand_rank_scores": {"royal_flush": 600}})
    ).resolution

    totals = [r.actor.total for r in (by_formula, by_table, raised) if isinstance(r, DuelResolution)]
    assert totals == [50_000 + 5 * 3_206, 50_000 + 5 * 3_541, 60_000 + 5 * 3_541]
