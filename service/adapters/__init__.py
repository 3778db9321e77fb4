"""The outside: stores, files, clocks and the operating system's randomness, each behind a port."""
