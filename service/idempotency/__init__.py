"""`Idempotency-Key`: a request that draws takes effect once, however often it is sent."""
