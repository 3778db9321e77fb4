"""Draws the documentation's pictures from the code: `make pictures`."""
