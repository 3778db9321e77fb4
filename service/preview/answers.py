"""The preview of a change as JSON values: before, after, and the difference."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from service.actions.answers import of_hands, of_pairs
from service.characters.answers import suit_bonuses
from service.engines.destiny.odds.challenge import DEGREES
from service.engines.destiny.odds.duel import PAIR_COUNT, DuelOdds
from service.engines.destiny.preview.comparisons import ChallengeChances, ChallengeRow, Comparison, DuelRow, Sides
from service.engines.destiny.preview.tuning_preview import CharacterRow, Standing
from service.engines.draws import HAND_COUNT
from service.engines.pauses import Pause, each
from service.engines.points import POINT, as_number
from service.preview.preview import Previewed
from service.tuning.answers import differences_answer

Json = dict[str, Any]
Figures = Sequence[int]
Side = TypeVar("Side")
_DEGREES: Final = tuple(degree.value for degree in DEGREES)


def previewed_answer(previewed: Previewed, pause: Pause) -> Json:
    preview = previewed.preview
    return {
        "tuning_revision": previewed.tuning_revision,
        "differences": differences_answer(previewed.differences),
        "warnings": [{"pointer": warning.pointer, "message": warning.message} for warning in previewed.warnings],
        "summary": {
            "challenges": _summary(preview.challenges, HAND_COUNT),
            "duels": _summary(preview.duels, PAIR_COUNT),
        },
        "left_out": {
            "npcs": preview.left_out_npcs,
            "challenges": preview.challenges.left_out,
            "duels": preview.duels.left_out,
        },
        "characters": [_character(row) for row in preview.characters],
        "challenges": [_challenge(row) for row in each(preview.challenges.rows, pause)],
        "duels": [_duel(row) for row in each(preview.duels.rows, pause)],
    }


def _summary(comparison: Comparison[Any], all_of_them: int) -> Json:
    return {
        "compared": comparison.compared,
        "moved": comparison.moved,
        "added": comparison.added,
        "removed": comparison.removed,
        "largest_difference": comparison.largest_move / all_of_them,
    }


def _character(row: CharacterRow) -> Json:
    def figures(standing: Standing) -> Figures:
        return *standing.suit_bonuses, standing.points_of_all

    return {"name": row.name, **_compared(row.standings, figures, _standing)}


def _challenge(row: ChallengeRow) -> Json:
    def figures(chances: ChallengeChances) -> Figures:
        return chances.threshold, *chances.degrees

    return {
        "action_type": row.action_type,
        "name": row.name,
        "character": row.character,
        **_compared(row.chances, figures, _challenge_chances),
    }


def _duel(row: DuelRow) -> Json:
    def figures(odds: DuelOdds) -> Figures:
        return odds.actor_wins, odds.target_wins, odds.tied_totals

    return {"actor": row.actor, "target": row.target, **_compared(row.chances, figures, _duel_chances)}


def _compared(sides: Sides[Side | None], figures: Callable[[Side], Figures], shown: Callable[[Figures], Json]) -> Json:
    """Both sides and their difference, which is computed from whole numbers and is exact until it is divided."""
    before, after = (None if side is None else figures(side) for side in sides)
    difference = [new - old for old, new in zip(before, after, strict=True)] if before and after else None
    return {
        "change": sides.change,
        "before": shown(before) if before else None,
        "after": shown(after) if after else None,
        "difference": shown(difference) if difference else None,
    }


def _standing(figures: Figures) -> Json:
    spades, hearts, clubs, diamonds, points_of_all = figures
    return {
        "suit_bonuses": suit_bonuses((spades, hearts, clubs, diamonds)),
        "expected_total": points_of_all / (HAND_COUNT * POINT),
    }


def _challenge_chances(figures: Figures) -> Json:
    threshold, *degrees = figures
    critical, success, *_ = degrees
    return {
        "threshold": as_number(threshold),
        "success": of_hands(critical + success),
        "degrees": dict(zip(_DEGREES, map(of_hands, degrees), strict=True)),
    }


def _duel_chances(figures: Figures) -> Json:
    actor_wins, target_wins, tied_totals = figures
    return {
        "actor_wins": of_pairs(actor_wins),
        "target_wins": of_pairs(target_wins),
        "tied_totals": of_pairs(tied_totals),
    }
