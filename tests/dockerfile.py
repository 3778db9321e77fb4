"""Reading the Dockerfile as far as the tests need it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction, continuation lines joined, without comments."""

    keyword: str
    arguments: str

    def exec_form(self) -> list[str]:
        """The command of an instruction whose command is in the form of a JSON list."""
        command: list[str] = json.loads(self.arguments[self.arguments.index("[") :])
        return command


def instructions() -> list[Instruction]:
    text = re.sub(r"^\s*#.*\n", "", (PROJECT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [Instruction(*line.split(maxsplit=1)) for line in lines if line.strip()]


def last(keyword: str) -> Instruction:
    """The one that counts: of these instructions a later one replaces an earlier one."""
    return next(found for found in reversed(instructions()) if found.keyword == keyword)
