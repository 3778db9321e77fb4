"""What a player can expect: the chance of each hand, and of winning, exact or sampled."""
