"""Verifying a draw from its seeds."""
