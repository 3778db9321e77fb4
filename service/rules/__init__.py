"""The rules of the games: values and functions, knowing nothing of HTTP, stores, clocks or chance."""
