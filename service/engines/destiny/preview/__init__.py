"""What a change of the tuning would do to the exact odds, before it is made."""
