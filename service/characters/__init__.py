"""What characters can do, and the effects that run on them."""
