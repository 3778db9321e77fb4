"""The operating system behind ports: clock, randomness, identifiers, background work, the log."""
