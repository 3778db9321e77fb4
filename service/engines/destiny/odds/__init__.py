"""Exact chances: every question answered by counting over all hands, never by sampling."""
