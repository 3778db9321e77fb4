"""Tunings for tests: the shipped one, with some values changed."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from service.engines.destiny.tuning import Tuning, read_tuning
from service.tuning.patches import merge_patch
from service.tuning.revisions import PYRAMID, SHIPPED, TuningRevision

SHIPPED_FILE = Path(__file__).parents[2] / "config" / "tuning.toml"


@lru_cache
def _shipped_text() -> str:
    return SHIPPED_FILE.read_text("utf-8")


def whole_document_with(**changes: Any) -> dict[str, Any]:
    """A new copy of the shipped document with these values changed."""
    return merge_patch(tomllib.loads(_shipped_text()), changes)


def document_with(**changes: Any) -> dict[str, Any]:
    """The Destiny Deck's part of such a document, without that of Pyramid Poker, which is read separately."""
    return {name: value for name, value in whole_document_with(**changes).items() if name != PYRAMID}


def tuning_with(**changes: Any) -> Tuning:
    """The shipped tuning with these values changed."""
    return read_tuning(document_with(**changes))


@lru_cache
def shipped_revision() -> TuningRevision:
    """Revision 0."""
    return TuningRevision.read(SHIPPED, whole_document_with())
