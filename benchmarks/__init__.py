"""What the service costs, measured side by side with what else could be used; `make bench` runs it."""
