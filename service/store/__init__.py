"""The Redis store: client, keys, failures and health checks."""
