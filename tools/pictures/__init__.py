"""The pictures of the documentation that are made from the code: `make pictures`."""
