"""Operators: the people and tools behind the admin routes, with their roles."""
