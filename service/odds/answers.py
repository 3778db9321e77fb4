"""Distributions, curves and solutions as JSON values."""

from collections.abc import Sequence
from typing import Any, Final

from service.actions.answers import character
from service.engines.destiny.odds.duel import PAIR_COUNT
from service.engines.destiny.odds.solve import WHOLE, Find, Step
from service.engines.destiny.participants import Participant
from service.engines.destiny.tuning import Degree
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT, as_number
from service.odds.curve import CountedChallenge, CountedCurve
from service.odds.solve import Answered, AnsweredQuestions
from service.odds.totals import CountedTotals

Json = dict[str, Any]
_DEGREES: Final = tuple(degree.value for degree in Degree)


def totals_answer(counted: CountedTotals) -> Json:
    return {
        "tuning_revision": counted.tuning_revision,
        "hands": HAND_COUNT,
        "totals": [as_number(total) for total in counted.totals],
        "counts": counted.hands,
        **_characters([counted.participant]),
    }


def curve_answer(counted: CountedCurve, opponents: Sequence[Json]) -> Json:
    """The curve in columns. The opponents are shown as they were sent."""
    return {
        "tuning_revision": counted.tuning_revision,
        "hands": HAND_COUNT,
        "pairs": PAIR_COUNT,
        "levels": list(counted.levels),
        "challenges": [_challenge(challenge) for challenge in counted.challenges],
        "duels": [
            {"opponent": opponent, "actor_wins": duel.actor_wins, "tied_totals": duel.tied_totals}
            for opponent, duel in zip(opponents, counted.duels, strict=True)
        ],
        "expected_total": [points / (HAND_COUNT * POINT) for points in counted.points_of_all],
        **_characters(counted.participants),
    }


def _challenge(counted: CountedChallenge) -> Json:
    challenge = counted.challenge
    answer: Json = {
        "kind": challenge.kind,
        "name": challenge.name,
        "threshold": as_number(challenge.threshold),
        "energy_cost": challenge.energy_cost,
        **dict(zip(_DEGREES, counted.degrees, strict=True)),
    }
    if challenge.reward is not None:
        answer["expected_reward"] = counted.expected_reward
    return answer


def solutions_answer(answered: AnsweredQuestions) -> Json:
    return {
        "tuning_revision": answered.tuning_revision,
        "answers": [_solution(answer) for answer in answered.answers],
        **_characters(answered.participants),
    }


def _solution(answered: Answered) -> Json:
    solution, question = answered.solution, answered.question

    def step(of: Step) -> Json:
        value = of.value if question.find is Find.LEVEL else as_number(of.value)
        return {"value": value, "gives": of.gives / WHOLE[question.want.want]}

    return {
        "reached": solution.reached,
        **step(solution.found),
        "next": step(solution.next) if solution.next else None,
    }


def _characters(participants: Sequence[Participant]) -> Json:
    characters = [character(one) for one in participants if one.character_id is not None]
    return {"characters": characters} if characters else {}
