"""Benchmarks of the service against alternatives, run by `make bench`."""
