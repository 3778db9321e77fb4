"""Verifies a draw: repeats it from its seeds, and compares the result with the answer that revealed it."""

from dataclasses import dataclass

from service.engines.draws import DrawPurpose, Hand, seed_hash, seeded_hands, seeded_words
from service.engines.piecepacks import dealing as tiles
from service.engines.piecepacks import variants
from service.engines.pyramid import cards

Drawn = tuple[Hand, ...] | cards.Deal | tiles.Deal


@dataclass(frozen=True, slots=True)
class VerifyDrawInput:
    """The seeds of a draw of hands, and their number."""

    server_seed: bytes
    client_seed: str
    hands: int


@dataclass(frozen=True, slots=True)
class VerifyPyramidDealInput:
    """The seeds of a deal of cards, the number of players, and the variant."""

    server_seed: bytes
    client_seed: str
    players: int
    variant: cards.Variant = cards.Variant.NO_SURRENDER


@dataclass(frozen=True, slots=True)
class VerifyPiecepacksDealInput:
    """The seeds of a deal of tiles, the variant, and a number of players that the variant allows."""

    server_seed: bytes
    client_seed: str
    variant: variants.Variant
    players: int


ToVerify = VerifyDrawInput | VerifyPyramidDealInput | VerifyPiecepacksDealInput


@dataclass(frozen=True, slots=True)
class AnsweredDraw:
    """A draw as an answer revealed it: its seeds, and the result that the answer claims."""

    made_from: ToVerify
    server_seed_hash: str
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """The hash and the cards that follow from the seeds."""

    server_seed_hash: str
    drawn: Drawn
    matches: bool | None = None
    """Whether the answer claimed the same; None where there was nothing to compare."""


def verify_draw(draw: ToVerify | AnsweredDraw) -> VerifiedDraw:
    if isinstance(draw, AnsweredDraw):
        promised, drawn = _redone(draw.made_from)
        matches = promised == draw.server_seed_hash and _in_any_order(drawn) == _in_any_order(draw.drawn)
        return VerifiedDraw(promised, drawn, matches)
    return VerifiedDraw(*_redone(draw))


def _redone(draw: ToVerify) -> tuple[str, Drawn]:
    promised = seed_hash(draw.server_seed)
    match draw:
        case VerifyDrawInput():
            return promised, seeded_hands(draw.server_seed, draw.client_seed, draw.hands)
        case VerifyPyramidDealInput():
            words = seeded_words(draw.server_seed, draw.client_seed, DrawPurpose.PYRAMID_DEAL)
            return promised, cards.Deal(draw.variant, cards.deal(draw.players, draw.variant, words))
        case VerifyPiecepacksDealInput():
            words = seeded_words(draw.server_seed, draw.client_seed, DrawPurpose.PIECEPACKS_DEAL)
            return promised, tiles.deal(draw.variant, draw.players, words)


def _in_any_order(drawn: Drawn) -> object:
    """A value that does not depend on how players sort what they hold. The order of the board matters."""
    match drawn:
        case cards.Deal():
            return drawn.variant, [(sorted(player.cards), sorted(player.kitty)) for player in drawn.players]
        case tiles.Deal():
            return drawn.variant, [sorted(own) for own in drawn.players], drawn.board
        case _:
            return [sorted(hand) for hand in drawn]
