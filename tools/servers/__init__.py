"""Servers of the kind that the embedded store uses, on this machine, for trying what several of them do."""
