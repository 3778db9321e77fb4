"""Ports to the operating system: clock, randomness, identifiers, background work, the log."""
