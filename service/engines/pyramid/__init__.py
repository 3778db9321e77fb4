"""Pyramid Poker and its 3-tuple system: the rules as settled in docs/rules/pyramid.md (C1 to C18)."""
