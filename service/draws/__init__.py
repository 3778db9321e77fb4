"""Draws that are promised before they are used, so that anyone can verify them."""
