"""Insight: what resolutions come to when they are counted, beside what they should come to."""
