"""How balanced the game is: counts of what was resolved, next to the exact odds."""
