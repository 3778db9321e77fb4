"""Kept answers as bytes: as small as a quick compression makes them."""

import zlib
from typing import Final

from service.usecases.kept_answers import KeptAnswer

_PLAIN: Final = b"-"
_DEFLATED: Final = b"z"
_QUICKEST: Final = 1


def pack(answer: KeptAnswer) -> bytes:
    """The answer as one piece: a mark, the status, the media type and a line end, the body."""
    deflated = zlib.compress(answer.body, _QUICKEST)
    mark, body = (_DEFLATED, deflated) if len(deflated) < len(answer.body) else (_PLAIN, answer.body)
    return b"%b%d%b\n%b" % (mark, answer.status, answer.media_type.encode(), body)


def unpack(packed: bytes) -> KeptAnswer:
    """The answer that was packed."""
    head, _, body = packed.partition(b"\n")
    if head[:1] == _DEFLATED:
        body = zlib.decompress(body)
    return KeptAnswer(int(head[1:4]), head[4:].decode(), body)
