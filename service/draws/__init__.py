"""Draws that the service commits to before they are used, so that anyone can verify them."""
