"""The card games: values and functions that know nothing of HTTP, stores, clocks or chance."""
