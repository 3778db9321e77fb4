"""The tuning: its revisions, the live one, and changes to it."""
