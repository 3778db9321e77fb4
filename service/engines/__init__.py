"""The card games: pure values and functions without HTTP, stores, clocks or randomness."""
