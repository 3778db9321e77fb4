"""The Destiny Deck: every action of the game decided by a five-card hand."""
