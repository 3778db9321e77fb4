"""Tunings for tests: the one that ships, with some values changed."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from service.rules.destiny.tuning import Tuning
from service.rules.destiny.tuning_document import read_tuning
from service.rules.merge_patch import merge_patch
from service.usecases.tuning_revisions import PYRAMID

SHIPPED_FILE = Path(__file__).parent.parent / "config" / "tuning.toml"


@lru_cache
def _shipped_text() -> str:
    return SHIPPED_FILE.read_text("utf-8")


def document_with(**changes: Any) -> dict[str, Any]:
    """The shipped document with these values laid over it; no two callers share a part of it.

    It is the Destiny Deck's part of the document: what Pyramid Poker has in it is read apart.
    """
    shipped = tomllib.loads(_shipped_text())
    del shipped[PYRAMID]
    return merge_patch(shipped, changes)


def tuning_with(**changes: Any) -> Tuning:
    """The shipped tuning with these values laid over it."""
    return read_tuning(document_with(**changes))
