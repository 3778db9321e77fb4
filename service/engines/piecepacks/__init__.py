"""Dual Piecepacks Poker (ruling D): its tiles and hands, the table of hands, showdowns and chances."""
