"""The endpoints of Dual Piecepacks Poker."""
