"""Automatics, the arrangements that win on their own: detecting, finding and reading them (C12)."""
