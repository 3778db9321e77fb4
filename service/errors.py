"""The one thing that every use of the store has to reckon with."""


class StoreUnavailable(Exception):
    """The store is needed for this, and does not answer."""


class StoreTooOld(StoreUnavailable):
    """The store answers that it does not know a command that this needs."""


class StoreUnusable(StoreUnavailable):
    """The store answers that this is not for the service to do, as it is set up: a permission, a database, a key."""


class NotFound(Exception):
    """What a path names is not there; the message says so to the caller."""
