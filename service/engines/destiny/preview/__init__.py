"""Previews what a tuning change would do to the exact odds."""
