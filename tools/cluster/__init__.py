"""`make run-cluster`: three primaries with a replica each, and two services on them, all on this machine."""
