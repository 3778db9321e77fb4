"""Says false things in the contract, one at a time, and lists those that no check notices: `make mutations`."""
