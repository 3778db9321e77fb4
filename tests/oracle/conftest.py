"""The enumerations that the oracles share; each is made once."""

import pytest

from tests.oracle.every_hand import EveryHand, HandKinds, enumerate_hands


@pytest.fixture(scope="session")
def every_hand() -> EveryHand:
    """All hands, classified independently of the service."""
    return enumerate_hands()


@pytest.fixture(scope="session")
def hand_kinds(every_hand: EveryHand) -> HandKinds:
    """All hands by what their totals depend on."""
    return every_hand.kinds
