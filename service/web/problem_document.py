"""What every problem document (RFC 9457) is made of, for the routes and for the server before them."""

from typing import Any, Final

Json = dict[str, Any]
MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:desperados-destiny:problem:"


def problem_document(status: int, slug: str, detail: str, instance: str, **more: Any) -> Json:
    """The document; `instance` is the path that was asked for."""
    return {
        "type": TYPE_PREFIX + slug,
        "title": slug.replace("-", " ").capitalize(),
        "status": status,
        "detail": detail,
        "instance": instance,
        **more,
    }
