"""Every resolution, kept to be read again."""
