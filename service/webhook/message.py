"""The message about a revision, and its signature."""

import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import orjson

from service.system.clock import timestamp
from service.tuning.revisions import Change, KeptRevision

SIGNATURE: Final = "Destiny-Signature"
DELIVERY: Final = "Destiny-Delivery"
TYPE: Final = "tuning.revision"
MOST_LISTED: Final = 200
"""A replacement of the whole tuning can change thousands of fields; the history has all of them."""


def message(revision: KeptRevision, change: Change, environment: str) -> bytes:
    """The body, the same for each attempt."""
    document: dict[str, Any] = {
        "type": TYPE,
        "id": revision.id,
        "time": timestamp(change.time),
        "environment": environment,
        "revision": {
            "tuning_revision": revision.number,
            "based_on": change.based_on,
            "author": change.author,
            "reason": change.reason,
            "restores": change.restores,
            "adopted": change.adopted,
            "forced": bool(change.overridden),
            "warnings": [{"pointer": one.pointer, "message": one.message} for one in change.overridden[:MOST_LISTED]],
            "changes": len(change.differences),
            "changed": [one.pointer for one in change.differences[:MOST_LISTED]],
        },
    }
    return orjson.dumps(document)


def headers(revision: KeptRevision, body: bytes, secret: str, now: datetime) -> Mapping[str, str]:
    """The headers of one attempt: a receiver refuses a signature of long ago, so each attempt has its own."""
    moment = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "desperados-destiny",
        DELIVERY: revision.id,
        SIGNATURE: f"t={moment},v1={signature(body, secret, moment)}",
    }


def signature(body: bytes, secret: str, moment: str) -> str:
    """HMAC-SHA256 of the time, a full stop and the body, in hexadecimal."""
    return hmac.new(secret.encode(), moment.encode() + b"." + body, "sha256").hexdigest()
