"""What may go unnoticed, each with its reason: listed.yaml next to this module."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, Self

from tools.contract.parts import read
from tools.contract_mutations.mutants import Mutant

LISTED_FILE: Final = Path(__file__).with_name("listed.yaml")


@dataclass(frozen=True, slots=True)
class Listed:
    """Reasons by the places that they are for; a `*` in a place matches any text."""

    reasons: dict[str, str]

    @classmethod
    def read(cls) -> Self:
        """The list as it is."""
        return cls({str(place): str(reason) for place, reason in read(LISTED_FILE.read_text("utf-8")).items()})

    def reason(self, mutant: Mutant) -> str | None:
        """Why the mutant may survive; None if it may not."""
        found = (reason for place, reason in self.reasons.items() if fnmatchcase("/".join(mutant.place), place))
        return next(found, None)
