"""Who is calling, what they may call, and how often."""
