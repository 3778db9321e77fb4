"""The Postman collection, made from the contract."""
