"""Authentication, admin access and rate limits."""
