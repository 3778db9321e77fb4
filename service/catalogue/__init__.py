"""The skills, crimes, items and other ids that requests can name."""
