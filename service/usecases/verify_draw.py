"""Verifying a draw: what it must have come to, from its seeds alone."""

from dataclasses import dataclass

from service.rules.draws import Hand
from service.rules.seeded_draws import seed_hash, seeded_hands


@dataclass(frozen=True, slots=True)
class DrawToVerify:
    """The seeds of a draw, and how many hands it had."""

    server_seed: bytes
    client_seed: str
    hands: int


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """What must have been promised, and what must have been drawn."""

    server_seed_hash: str
    hands: tuple[Hand, ...]


def verify_draw(draw: DrawToVerify) -> VerifiedDraw:
    """The draw, made again."""
    return VerifiedDraw(seed_hash(draw.server_seed), seeded_hands(draw.server_seed, draw.client_seed, draw.hands))
