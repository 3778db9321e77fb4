"""Runs a Valkey server for a service that has no DESTINY_REDIS_URL."""
