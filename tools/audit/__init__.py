"""Compares every locked package with known vulnerabilities."""
