"""The signed message to another server about each new revision of the tuning."""
