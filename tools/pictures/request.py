"""Draws the path of a request to resolve an action, module by module."""

from typing import Final

from tools.pictures.svg import Picture

Step = tuple[str, str, str]
STEPS: Final[tuple[tuple[str, str, tuple[Step, ...]], ...]] = (
    (
        "the request arrives",
        "grey",
        (
            ("server/worker.py", "reads it from its connection, within the time limits", "400 408 431"),
            ("web/request_log.py", "gives it an id; when it ends, logs and counts it", ""),
            ("auth/require.py", "who calls, and how often", "401 429"),
        ),
    ),
    (
        "everything is checked",
        "gold",
        (
            ("web/json_io.py", "bytes to a JSON value: size, type, UTF-8, no key twice", "400 408 413 415"),
            ("idempotency/answer_once.py", "with a key, if the draw changes the store: a lease", "409 422 503"),
            ("actions/schemas.py", "the value to a frozen action: types, bounds, unknown fields", "422"),
            ("actions/resolve.py", "takes the live tuning from memory", ""),
            ("characters/lookup.py", "characters named by id get their skills and effects", "422 503"),
            ("engines/destiny/contests.py", "looks names up, works strengths out", "422"),
        ),
    ),
    (
        "the hands are drawn",
        "red",
        (
            ("draws/promise.py", "takes the promised draw, if the action names one", "422 503"),
            ("engines/draws.py", "random words to hands, without bias", ""),
            ("engines/destiny/resolution.py", "hands to scores to outcome: cannot fail", ""),
        ),
    ),
    (
        "the answer goes out",
        "green",
        (
            ("actions/texts.py", "the resolution to JSON", ""),
            ("idempotency/answer_once.py", "with a key: keeps the answer, or sends the kept one", "409 503"),
            ("actions/serialized.py", "the answer is certain: record it, count it", ""),
        ),
    ),
)
"""The parts of the path. A step is a module, what it does, and the error statuses that it may end with."""
_WIDTH: Final = 860.0
_ROW: Final = 34.0
_HEADING: Final = 40.0
_LEFT: Final = 44.0


def way_of_a_request() -> str:
    count = sum(len(steps) for _, _, steps in STEPS)
    height = 74 + count * _ROW + len(STEPS) * _HEADING + 36
    picture = Picture(
        _WIDTH,
        height,
        "The way of POST /v1/resolve",
        "; ".join(f"{module} {what}" for _, _, steps in STEPS for module, what, _ in steps),
    )
    picture.text((28, 34), "POST /v1/resolve, from socket to answer", "ink title")
    picture.text((_WIDTH - 28, 34), "may end here with", "faded small", "end")
    y = 58.0
    for heading, colour, steps in STEPS:
        picture.text((_LEFT + 24, y + 22), heading, f"{colour} bold")
        y += _HEADING
        for module, what, statuses in steps:
            picture.box((_LEFT + 24, y - 4), _WIDTH - _LEFT - 24 - 28, _ROW - 6, "line")
            picture.text((_LEFT + 36, y + 15), module, "ink mono")
            picture.text((_LEFT + 274, y + 15), what, "ink small")
            picture.text((_WIDTH - 40, y + 15), statuses, "red mono", "end")
            y += _ROW
        picture.line([(_LEFT, y - len(steps) * _ROW - _HEADING + 8), (_LEFT, y - 6)], f"{colour} thick")
    picture.head((_LEFT, y + 8), (0, 1), "green")
    last = "What can be refused is refused before a card is drawn; only a key without a lease is looked at last."
    picture.text((28, height - 12), last, "faded small")
    return picture.written()
