"""The endpoints of Pyramid Poker and its 3-tuple table."""
