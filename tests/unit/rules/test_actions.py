"""Who takes part in an action, and in whose name."""

import pytest

from service.engines.destiny.actions import (
    Action,
    ActionType,
    Challenge,
    Duel,
    GangWar,
    character_ids,
    participants,
    with_participants,
)
from service.engines.destiny.participants import Participant
from service.engines.errors import Path

BILLY, JANE = Participant(character_id="billy"), Participant(skills={}, character_id="jane")
ROOKIE = Participant(npc="rookie")


@pytest.mark.parametrize(
    ("action", "ids"),
    [
        (Challenge(ActionType.PVE, BILLY, "burglary"), ("billy",)),
        (Challenge(ActionType.PVE, ROOKIE, "burglary"), ()),
        (Duel(ROOKIE, JANE), ("jane",)),
        (Duel(JANE, BILLY), ("jane", "billy")),
        (GangWar((ROOKIE, BILLY), (JANE, BILLY)), ("billy", "jane", "billy")),
        (GangWar((ROOKIE,), (ROOKIE,)), ()),
    ],
)
def test_character_ids__any_action__are_those_named_in_order(action: Action, ids: tuple[str, ...]) -> None:
    assert character_ids(action) == ids


@pytest.mark.parametrize(
    ("action", "paths"),
    [
        (Challenge(ActionType.SKILL_CHECK, BILLY, threshold=5, location="frontera"), [("actor",)]),
        (Duel(BILLY, JANE, 1_500), [("actor",), ("target",)]),
        (
            GangWar((BILLY, JANE), (ROOKIE,), defense_bonus=7),
            [("attackers", 0), ("attackers", 1), ("defenders", 0)],
        ),
    ],
)
def test_with_participants__any_action__changes_each_in_its_place_and_nothing_else(
    action: Action, paths: list[Path]
) -> None:
    visited: list[tuple[Participant, Path]] = []

    def to_rookie(participant: Participant, path: Path) -> Participant:
        visited.append((participant, path))
        return ROOKIE

    changed = with_participants(action, to_rookie)

    assert visited == list(zip(participants(action), paths, strict=True))
    assert participants(changed) == (ROOKIE,) * len(paths)
    originals = iter(participants(action))
    assert with_participants(changed, lambda *_: next(originals)) == action
