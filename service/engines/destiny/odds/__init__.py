"""Exact chances, counted over all hands and never sampled."""
