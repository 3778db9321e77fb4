"""Generators of shipped data, the contract, its Postman collection and the pictures; not part of the service."""
