"""Copies everything that the service keeps from one store to another, such as from one server to a cluster."""
