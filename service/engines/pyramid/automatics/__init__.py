"""The arrangements that win on their own: whether cards allow them, where, and how their hands are read (C12)."""
