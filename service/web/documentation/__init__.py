"""The contract and the guides as pages, made once before the service takes requests."""
