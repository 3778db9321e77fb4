"""Writes the pictures to docs/pictures/: `make pictures`."""

from tools.pictures.all import FOLDER, PICTURES


def main() -> None:
    """Write each file."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in PICTURES.items():
        (FOLDER / name).write_text(made(), "utf-8")


if __name__ == "__main__":
    main()
