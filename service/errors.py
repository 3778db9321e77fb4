"""Errors that any use of the store can raise, and the one for things that do not exist."""


class StoreUnavailable(Exception):
    """The request needs the store, and the store does not answer."""


class StoreTooOld(StoreUnavailable):
    """The store does not know a command that the request needs."""


class StoreUnusable(StoreUnavailable):
    """The store refuses the request because of how it is set up: a permission, a database, a key of another type."""


class NotFound(Exception):
    """The path names something that does not exist. The caller reads the message."""
