"""The tables of docs/rules/destiny.md, worked out by the code, so that the page cannot be wrong."""

from service.engines.destiny.contests import DuelContest
from service.engines.destiny.odds.duel import PAIR_COUNT, duel_odds
from service.engines.destiny.outcomes import Score
from service.engines.destiny.participants import Strength
from service.engines.destiny.skills import PUBLISHED_POINTS
from service.engines.destiny.tuning import Tuning
from service.engines.points import Hundredths
from tests.oracle.specification import CASES


def case_table(published: Tuning, formula: Tuning) -> list[str]:
    """The test cases and worked examples, by both curves, next to what is printed."""
    rows = [
        "| case | side | skills | hand | printed | published curve | formula curve | why they differ |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    for case in CASES:
        scores = zip(case.decided(published)[0], case.decided(formula)[0], strict=True)
        draws = [("actor", case.actor), *([("target", case.target)] if case.target else [])]
        for (side, draw), (first, second) in zip(draws, scores, strict=True):
            skills = ", ".join(f"{skill} {level}" for skill, level in draw.skills.items())
            why = "; ".join([*([draw.slip] if draw.slip else []), _curves_in(first, second)])
            totals = [f"{draw.printed:.2f}", _shown(first.total), _shown(second.total)]
            rows.append(_row(case.name, side, skills, draw.cards, *totals, why))
    return rows


def _curves_in(published: Score, formula: Score) -> str:
    """Where the hand has cards of a suit whose bonus depends on the curve: how many, and the two bonuses."""
    suits = zip("♠♥♣♦", published.hand_class.suit_counts, strict=True)
    bonuses = zip(published.strength.suit_bonuses, formula.strength.suit_bonuses, strict=True)
    return "A1: " + ", ".join(
        f"{count} {symbol} at {_shown(after)} instead of {_shown(before)}"
        for (symbol, count), (before, after) in zip(suits, bonuses, strict=True)
        if count and before != after
    )


def curve_table(published: Tuning, formula: Tuning) -> list[str]:
    """Both curves at each printed level."""
    return [
        "| level | published | formula | formula / published |",
        "| ---: | ---: | ---: | ---: |",
        *(
            _row(str(level), _shown(before), _shown(after), f"{after / before:.0%}" if before else "")
            for level, before, after in (
                (level, published.skill_bonuses[level], formula.skill_bonuses[level]) for level in PUBLISHED_POINTS
            )
        ),
    ]


def npc_table(published: Tuning, formula: Tuning) -> list[str]:
    """Each NPC against a challenger who has a skill of the NPC's level in every suit."""
    figures = ("level", "bonus", "formula at that level", "points behind")
    heads = ("NPC", *figures, "wins on published", "wins on formula", "level that draws even")
    rows = [_row(*heads), _row("---", *["---:"] * 7)]
    for name, npc in formula.npcs.items():
        own = formula.skill_bonuses[npc.avg_skill_level]
        chances = (
            _chance(tuning.skill_bonuses[npc.avg_skill_level], npc.avg_suit_bonus, tuning)
            for tuning in (published, formula)
        )
        even = next(level for level, bonus in enumerate(formula.skill_bonuses) if bonus >= npc.avg_suit_bonus)
        amounts = (_shown(npc.avg_suit_bonus), _shown(own), _shown(5 * (npc.avg_suit_bonus - own)))
        rows.append(_row(name, str(npc.avg_skill_level), *amounts, *(f"{chance:.1%}" for chance in chances), str(even)))
    return rows


def _chance(challenger: Hundredths, npc: Hundredths, tuning: Tuning) -> float:
    odds = duel_odds(DuelContest(Strength((challenger,) * 4), Strength((npc,) * 4)), tuning)
    return odds.actor_wins / PAIR_COUNT


def _shown(points: Hundredths) -> str:
    return f"{points / 100:.2f}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
