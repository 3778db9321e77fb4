"""Shows what a change of the tuning would do to the odds."""
