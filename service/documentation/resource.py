"""What a path answers: bytes made ahead, packed once and for all."""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Self


@dataclass(frozen=True, slots=True)
class Resource:
    """A document, held packed; few callers cannot take it like that, and unpacking is quick."""

    media_type: str
    packed: bytes
    digest: str
    """Of what is unpacked; the same document always has the same one."""

    @classmethod
    def of(cls, media_type: str, content: bytes | str) -> Self:
        """Pack a document."""
        plain = content.encode() if isinstance(content, str) else content
        return cls(media_type, gzip.compress(plain, 9, mtime=0), sha256(plain).hexdigest()[:20])

    @property
    def content(self) -> bytes:
        """The document itself."""
        return gzip.decompress(self.packed)
