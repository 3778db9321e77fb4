"""What answers look like: results of the use cases as plain JSON values."""
