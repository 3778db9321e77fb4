"""Draws the life of an idempotency key."""

from typing import Final

from service.idempotency.redis import KEEP_S, LEASE_S
from tools.pictures.svg import Picture, Point

_WIDTH: Final = 860.0
_HEIGHT: Final = 430.0
_BOX: Final = (176.0, 74.0)


def life_of_a_key() -> str:
    """The picture of a key's states and transitions."""
    hours, seconds = f"{KEEP_S / 3600:g} hours", f"{LEASE_S:g} s"
    picture = Picture(
        _WIDTH,
        _HEIGHT,
        "The life of an idempotency key",
        f"A free key is leased to the first request that sends it, for {seconds} at most. A draw that succeeds is kept "
        f"under it for {hours} and replayed; anything else frees the key.",
    )
    picture.text((28, 34), "The life of an idempotency key", "ink title")
    free, leased, kept = (42.0, 150.0), (342.0, 150.0), (642.0, 150.0)
    _state(picture, free, "free", ("never sent, released", "or expired"), "grey")
    _state(picture, leased, "leased", ("one request answers,", f"for {seconds} at most"), "gold")
    _state(picture, kept, "kept", ("the first answer,", f"for {hours}"), "green")
    right, left, middle = _BOX[0], 0.0, _BOX[1] / 2
    _across(picture, (free[0] + right, free[1] + middle - 16), (leased[0], leased[1] + middle - 16))
    picture.lines((280, 136), ["first request", "with the key"], "ink small", "middle")
    _across(picture, (leased[0] + right, leased[1] + middle - 16), (kept[0], kept[1] + middle - 16))
    picture.lines((580, 136), ["drawn: answer", "is 200 or 201"], "ink small", "middle")
    _across(picture, (leased[0] + left, leased[1] + middle + 18), (free[0] + right, free[1] + middle + 18))
    picture.lines((280, 222), ["refused, or the", f"{seconds} are over"], "ink small", "middle")
    _under(picture, (kept[0] + 88, kept[1] + _BOX[1]), (free[0] + 88, free[1] + _BOX[1]), 372)
    picture.text((430, 364), f"{hours} are over", "ink small", "middle")
    _loop(picture, (leased[0] + 88, leased[1]), ["same request: 409 idempotency-key-in-use,", "with Retry-After"])
    _loop(picture, (kept[0] + 88, kept[1]), ["same request: the kept answer,", "with Idempotent-Replayed: true"])
    picture.line([(430, 224), (430, 280)], "faded dashed")
    picture.line([(700, 224), (700, 306), (560, 306)], "faded dashed")
    picture.box((300, 280), 260, 52, "red")
    picture.text((430, 301), "409 idempotency-key-reused", "red mono", "middle")
    picture.text((430, 320), "another request sent the same key", "faded small", "middle")
    picture.text((28, _HEIGHT - 16), "Store unavailable: 503, and nothing that was drawn is sent.", "faded small")
    return picture.written()


def _state(picture: Picture, corner: Point, name: str, lines: tuple[str, ...], colour: str) -> None:
    picture.box(corner, *_BOX, colour)
    picture.text((corner[0] + _BOX[0] / 2, corner[1] + 24), name, f"{colour} bold", "middle")
    picture.lines((corner[0] + _BOX[0] / 2, corner[1] + 44), lines, "faded small", "middle")


def _across(picture: Picture, start: Point, end: Point) -> None:
    way = 1 if end[0] > start[0] else -1
    picture.line([start, (end[0] - 7 * way, end[1])], "faded")
    picture.head(end, (way, 0))


def _under(picture: Picture, start: Point, end: Point, depth: float) -> None:
    picture.line([start, (start[0], depth), (end[0], depth), (end[0], end[1] + 7)], "faded")
    picture.head(end, (0, -1))


def _loop(picture: Picture, top: Point, words: list[str]) -> None:
    x, y = top
    picture.path(
        f"M{x - 16:.1f} {y:.1f}C{x - 26:.1f} {y - 42:.1f} {x + 26:.1f} {y - 42:.1f} {x + 15:.1f} {y - 6:.1f}", "faded"
    )
    picture.head((x + 13, y), (-0.26, 0.966))
    picture.lines((x, y - 58), words, "ink small", "middle")
