"""Draws the life of an idempotency key."""

from typing import Final

from service.idempotency.redis import KEEP_S, LEASE_S
from tools.pictures.svg import Picture, Point

_WIDTH: Final = 860.0
_HEIGHT: Final = 500.0
_BOX: Final = (176.0, 74.0)


def life_of_a_key() -> str:
    """The picture of a key's states and transitions."""
    hours, seconds = f"{KEEP_S / 3600:g} hours", f"{LEASE_S:g} s"
    picture = Picture(
        _WIDTH,
        _HEIGHT,
        "The life of an idempotency key",
        f"A draw that changes nothing in the store takes a free key in one step: its answer is kept for {hours} and "
        f"replayed. Any other draw leases the key first, for {seconds} at most, and a draw that fails frees it.",
    )
    picture.text((28, 34), "The life of an idempotency key", "ink title")
    free, leased, kept = (42.0, 130.0), (342.0, 260.0), (642.0, 130.0)
    _state(picture, free, "free", ("never sent, released", "or expired"), "grey")
    _state(picture, leased, "leased", ("one request answers,", f"for {seconds} at most"), "gold")
    _state(picture, kept, "kept", ("the first answer,", f"for {hours}"), "green")
    _transitions(picture, seconds, hours)
    _loop(picture, (leased[0] + 88, leased[1]), ["same request: 409 idempotency-key-in-use,", "with Retry-After"])
    _loop(picture, (kept[0] + 88, kept[1]), ["same request: the kept answer,", "with Idempotent-Replayed: true"])
    picture.line([(430, 334), (430, 366)], "faded dashed")
    picture.line([(730, 204), (730, 392), (560, 392)], "faded dashed")
    picture.box((300, 366), 260, 52, "red")
    picture.text((430, 387), "409 idempotency-key-reused", "red mono", "middle")
    picture.text((430, 406), "another request sent the same key", "faded small", "middle")
    picture.text((28, _HEIGHT - 16), "Store unavailable: 503, and nothing that was drawn is sent.", "faded small")
    return picture.written()


def _transitions(picture: Picture, seconds: str, hours: str) -> None:
    _way(picture, (218, 160), (642, 160))
    picture.lines(
        (430, 134),
        ["in one step: a draw that changes nothing else,", "its answer is 200 or 201"],
        "ink small",
        "middle",
    )
    _way(picture, (160, 204), (160, 284), (342, 284))
    picture.lines((172, 258), ["first request of any", "other kind of draw"], "ink small")
    _way(picture, (518, 297), (680, 297), (680, 204))
    picture.lines((536, 318), ["drawn: answer", "is 200 or 201"], "ink small")
    _way(picture, (342, 312), (110, 312), (110, 204))
    picture.lines((226, 332), ["refused, or the", f"{seconds} are over"], "ink small", "middle")
    _way(picture, (780, 204), (780, 446), (72, 446), (72, 204))
    picture.text((430, 438), f"{hours} are over", "ink small", "middle")


def _state(picture: Picture, corner: Point, name: str, lines: tuple[str, ...], colour: str) -> None:
    picture.box(corner, *_BOX, colour)
    picture.text((corner[0] + _BOX[0] / 2, corner[1] + 24), name, f"{colour} bold", "middle")
    picture.lines((corner[0] + _BOX[0] / 2, corner[1] + 44), lines, "faded small", "middle")


def _way(picture: Picture, *points: Point) -> None:
    """An arrow along these points, whose last part is level or upright."""
    *_, (x, y), end = points
    towards = ((end[0] > x) - (end[0] < x), (end[1] > y) - (end[1] < y))
    picture.line([*points[:-1], (end[0] - 7 * towards[0], end[1] - 7 * towards[1])], "faded")
    picture.head(end, towards)


def _loop(picture: Picture, top: Point, words: list[str]) -> None:
    x, y = top
    picture.path(
        f"M{x - 16:.1f} {y:.1f}C{x - 26:.1f} {y - 42:.1f} {x + 26:.1f} {y - 42:.1f} {x + 15:.1f} {y - 6:.1f}", "faded"
    )
    picture.head((x + 13, y), (-0.26, 0.966))
    picture.lines((x, y - 58), words, "ink small", "middle")
