"""What makes shipped data, the contract's collection and the figures of the docs; no part of the service."""
