"""Metric definitions and their export for Prometheus."""
