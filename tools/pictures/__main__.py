"""Draws the pictures of docs/pictures/: `make pictures`."""

from tools.pictures.all import draw

if __name__ == "__main__":
    draw()
