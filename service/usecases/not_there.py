"""The one thing that every path with a name in it has to reckon with."""


class NotThere(Exception):
    """What a path names is not there; the message says so to the caller."""
