"""Dual Piecepacks Poker (ruling D): tiles and hands, the table of hands, showdowns and odds."""
