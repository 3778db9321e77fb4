"""Actions: resolve, score, and the exact odds."""
