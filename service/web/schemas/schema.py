"""The base of every request schema."""

from typing import Any

from marshmallow import RAISE, Schema

from service.rules.errors import listed


class RequestSchema(Schema):
    """Refuses fields that it does not know, and says which it does."""

    class Meta:
        """What marshmallow is told."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages = {
            **self.error_messages,
            "unknown": f"Unknown field. Allowed: {listed(self.load_fields)}.",
            "type": "Must be an object.",
        }
