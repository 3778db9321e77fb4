"""Generates the Postman collection from the contract."""
