"""Counts the characters that use what a change of the tuning takes away."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from service.characters.ports import CharacterStore
from service.engines.pauses import Pause
from service.tuning.ports import Taken, Uses

MOST_COUNTED: Final = 20_000
"""How many characters, and sets of running effects, are looked at."""
MOST_S: Final = 1.0
"""How long they are looked at. The store holds other keys among them, which take time too."""


@dataclass(frozen=True, slots=True)
class CountCharacters:
    """Looks at the stored characters and their running effects, some at a time, without renewing them."""

    characters: CharacterStore
    pause: Pause
    tick: Callable[[], float] = monotonic

    def __call__(self, taken: Taken) -> Uses:
        """Count those with skills, levels or running effects that are taken away."""
        numbers = Counter[tuple[str, ...]]()
        looked_at, end = 0, self.tick() + MOST_S
        complete = True
        if taken.max_skill_level is not None or taken.names.keys() & {"skills", "effects"}:
            for some in self.characters.everyone():
                if looked_at >= MOST_COUNTED or self.tick() > end:
                    complete = False
                    break
                for found in some:
                    numbers.update(taken.among("effects", found.running))
                    if found.character:
                        numbers.update(taken.among_skills(found.character.skills))
                looked_at += len(some)
                self.pause()
        return Uses("character", "characters", numbers, complete)
