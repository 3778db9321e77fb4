"""Answers designers' questions about chances: the distribution of a build's totals."""
