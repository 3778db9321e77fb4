"""Insight: how resolutions went, counted and compared with their exact odds."""
