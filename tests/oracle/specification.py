"""The specification's test cases and worked examples, as data: who, with what in hand, and what is printed."""

from dataclasses import dataclass
from typing import Final

from service.engines.destiny.actions import Action, ActionType, Challenge, Duel
from service.engines.destiny.contests import prepare
from service.engines.destiny.outcomes import ChallengeOutcome, Score
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import ChallengeResolution, DuelResolution, resolve
from service.engines.destiny.tuning import Tuning
from tests.builders.hands import hand

EXAMPLE_SKILLS: Final = {"gun_fighting": 45, "lockpicking": 32, "charisma": 20, "mining": 15}
SLIP: Final = "slip in print: "


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of the specification."""

    skills: dict[str, int]
    cards: str
    printed: float
    """The total that the specification prints."""
    slip: str = ""
    """Why the published curve gives another figure than the printed one, where it does."""


@dataclass(frozen=True, slots=True)
class Case:
    """A test case or a worked example."""

    name: str
    actor: Draw
    printed_outcome: str
    target: Draw | None = None
    crime: str | None = None
    defense_bonus: int = 0

    def action(self) -> Action:
        """The action that the case describes; an example without an opponent is against a threshold of zero."""
        actor = Participant(skills=self.actor.skills)
        if self.target:
            return Duel(actor, Participant(skills=self.target.skills), self.defense_bonus)
        return Challenge(ActionType.PVE, actor, self.crime)

    def decided(self, tuning: Tuning) -> tuple[list[Score], str]:
        """The scores, the actor's first, and the outcome in a word."""
        draws = [self.actor, self.target] if self.target else [self.actor]
        result = resolve(prepare(self.action(), tuning), [hand(draw.cards) for draw in draws], tuning)
        if isinstance(result, ChallengeResolution):
            return [result.actor], _degree(result.outcome) if self.crime else "none"
        assert isinstance(result, DuelResolution)
        return [result.actor, result.target], "actor wins" if result.outcome.first_wins else "target wins"


def _degree(outcome: ChallengeOutcome) -> str:
    return outcome.degree.replace("_", " ")


CASES: Final = (
    Case(
        "test case 1",
        Draw({"gun_fighting": 45, "lockpicking": 32}, "A♠ K♠ Q♠ J♠ 10♠", 636.4),
        "actor wins",
        Draw({"brawling": 50, "intimidation": 25}, "7♣ 7♥ A♦ K♠ 3♣", 156.57),
    ),
    Case(
        "test case 2",
        Draw({"charisma": 60}, "K♥ J♥ 9♥ 7♥ 4♥", 500),
        "actor wins",
        Draw({"gun_fighting": 70}, "9♣ 8♠ 7♦ 6♥ 5♣", 228.43, SLIP + "two clubs are announced and one is added (A4)"),
    ),
    Case(
        "test case 3",
        Draw({"mining": 10}, "A♠ K♦ 9♣ 7♥ 2♠", 43.69),
        "target wins",
        Draw({"gun_fighting": 80}, "A♣ Q♥ 10♦ 6♠ 3♣", 220.84),
    ),
    Case(
        "test case 4",
        Draw({"lockpicking": 50, "stealth": 40}, "K♠ Q♠ J♠ 10♠ 9♠", 804.5),
        "critical success",
        crime="bank_robbery",
    ),
    Case(
        "test case 5",
        Draw({"gun_fighting": 50}, "A♣ A♦ K♣ Q♥ J♣", 179.47),
        "actor wins",
        Draw({"gun_fighting": 40}, "10♣ 10♠ 9♣ 7♥ 5♣", 160.23),
        defense_bonus=15_00,
    ),
    Case("example, royal flush", Draw(EXAMPLE_SKILLS, "A♠ K♠ Q♠ J♠ 10♠", 636.4), "none"),
    Case("example, pair of kings", Draw(EXAMPLE_SKILLS, "K♠ K♦ A♣ 7♥ 3♠", 168.04), "none"),
)
