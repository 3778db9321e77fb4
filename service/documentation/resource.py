"""Documents that are made in advance and stored compressed."""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Self


@dataclass(frozen=True, slots=True)
class Resource:
    """A gzip-compressed document. Few callers do not accept gzip, and decompressing is quick."""

    media_type: str
    packed: bytes
    digest: str
    """The digest of the uncompressed content: the same document always has the same one."""

    @classmethod
    def of(cls, media_type: str, content: bytes | str) -> Self:
        plain = content.encode() if isinstance(content, str) else content
        return cls(media_type, gzip.compress(plain, 9, mtime=0), sha256(plain).hexdigest()[:20])

    @property
    def content(self) -> bytes:
        """The uncompressed document."""
        return gzip.decompress(self.packed)
