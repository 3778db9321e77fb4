"""Finding the best arrangement of a deal, exactly (C18; docs/algorithms/best-arrangement.md)."""
