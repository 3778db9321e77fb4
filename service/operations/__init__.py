"""Health, readiness and version."""
