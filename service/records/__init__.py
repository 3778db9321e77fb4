"""Keeps a record of every resolution, to read later."""
