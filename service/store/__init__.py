"""The connection to Redis: client, keys, failures, checks."""
