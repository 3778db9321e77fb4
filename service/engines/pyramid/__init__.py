"""Pyramid Poker and its 3-tuple system, by the rules in docs/rules/pyramid.md (C1 to C18)."""
