"""What the service does for Pyramid Poker, one module for each thing."""
