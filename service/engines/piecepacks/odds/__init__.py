"""A player's odds: the chance of each hand and of winning, exact or sampled."""
