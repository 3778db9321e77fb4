"""What the service does, one module for each thing, reaching the outside only through ports."""
