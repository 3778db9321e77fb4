"""The action-resolution service of Desperados Destiny."""

VERSION = "0.1.0"
"""Of the service, its contract and its package; no other file has it."""
