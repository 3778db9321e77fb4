"""`Idempotency-Key`: a request that draws is answered once, however often it is sent."""
