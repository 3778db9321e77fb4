"""Finding the best arrangement of a deal, exactly (C18; docs/developers/algorithms/best-arrangement.md)."""
