"""Shows how balanced the game is: counts of resolutions, compared with the exact odds."""
