"""Characters, suit bonuses and running effects as JSON values."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from service.characters.keep import KeptCharacter
from service.characters.ports import RunningEffect
from service.engines.cards import SUITS
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.points import as_number
from service.system.clock import timestamp

Json = dict[str, Any]
_SECOND: Final = timedelta(seconds=1)
_SUITS: Final = tuple(suit.value for suit in SUITS)


def character_answer(kept: KeptCharacter) -> Json:
    return {
        "character_id": kept.character_id,
        "skills": kept.character.skills,
        "suit_bonuses": suit_bonuses(kept.character.suit_bonuses),
        "tuning_revision": kept.character.tuning_revision,
        "expires_at": timestamp(kept.expires_at),
    }


def running_answer(running: RunningEffect) -> Json:
    return {
        "effect": running.effect,
        # Rounded up, so that an effect that still runs has at least one second left.
        "seconds_left": -(-running.left // _SECOND),
        "ends_at": timestamp(running.ends_at),
    }


def all_running_answer(character_id: str, running: Sequence[RunningEffect]) -> Json:
    return {"character_id": character_id, "effects": [running_answer(one) for one in running]}


def suit_bonuses(bonuses: SuitBonuses) -> Json:
    return dict(zip(_SUITS, map(as_number, bonuses), strict=True))
