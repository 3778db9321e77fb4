"""The code that callers copy from the guide to generated clients."""

import re
from typing import Final

from tests.dockerfile import PROJECT

GUIDE: Final = PROJECT / "docs" / "api" / "clients.md"
ADDRESS: Final = "http://localhost:8000"
"""Where the guide has the service."""


def code_in_the_guide(language: str) -> str:
    """The one block of code in a language."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(block)
