"""Writes SVG: a few shapes in the colours of the documentation, for light and dark pages.

A picture has its own background and loads nothing, so it looks the same on a code host, in an editor and under /docs.
"""

from collections.abc import Iterable, Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
SANS: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MONO: Final = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LINE: Final = 17
"""The distance from one line of text to the next."""
_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "ground": ("#fbf8f2", "#171411"),
    "raised": ("#ffffff", "#201c18"),
    "ink": ("#2a211a", "#ece3d4"),
    "faded": ("#6b5b4c", "#a89a87"),
    "line": ("#d8ccb6", "#463d35"),
    "red": ("#8c2f24", "#f0957b"),
    "green": ("#1d6a5a", "#66c2ab"),
    "gold": ("#8a5a00", "#e0b15a"),
    "blue": ("#3b5a9a", "#8fb0ee"),
    "brown": ("#7a3b12", "#d9a06f"),
    "plum": ("#7b3a78", "#d49bd1"),
    "grey": ("#5b5f66", "#b3b8c0"),
}
"""Each colour for light pages and for dark pages."""


def _style() -> str:
    def rules(theme: int) -> str:
        each = ((name, pair[theme]) for name, pair in _COLOURS.items())
        return "".join(f".{name}{{--c:{colour}}}" for name, colour in each)

    return (
        f"{rules(0)}@media(prefers-color-scheme:dark){{{rules(1)}}}"
        f"text{{font:14px {SANS};fill:var(--c)}}.mono{{font-family:{MONO};font-size:13px}}.small{{font-size:13px}}"
        ".bold{font-weight:600}.title{font-size:17px;font-weight:600}.fill{fill:var(--c)}"
        ".stroke{fill:none;stroke:var(--c);stroke-width:1.4}.thick{stroke-width:2.2}.dashed{stroke-dasharray:5 4}"
    )


class Picture:
    """Collects shapes, each in one of the colours. Later shapes are drawn over earlier ones."""

    def __init__(self, width: float, height: float, title: str, description: str) -> None:
        self._size = (f"{width:g}", f"{height:g}")
        self._about = (title, description)
        self._shapes: list[str] = [f'<rect class="ground fill" width="{width:g}" height="{height:g}" rx="10"/>']

    def text(self, at: Point, words: str, classes: str = "ink", anchor: str = "start") -> None:
        """Add a line of text. `at` is the start, middle or end of its baseline, depending on `anchor`."""
        self._shapes.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" class="{classes}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def lines(self, at: Point, lines: Iterable[str], classes: str = "ink", anchor: str = "start") -> None:
        """Add lines of text, one below the other."""
        for index, words in enumerate(lines):
            self.text((at[0], at[1] + index * LINE), words, classes, anchor)

    def box(self, corner: Point, width: float, height: float, colour: str = "line") -> None:
        """Add a raised box with a border of this colour."""
        place = f'x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{width:.1f}" height="{height:.1f}" rx="7"'
        self._shapes.append(f'<rect {place} class="raised fill"/><rect {place} class="{colour} stroke"/>')

    def line(self, points: Iterable[Point], classes: str = "line") -> None:
        """Add straight lines from point to point."""
        self.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), classes)

    def path(self, data: str, classes: str) -> None:
        """Add a path without a fill."""
        self._shapes.append(f'<path d="{data}" class="stroke {classes}"/>')

    def head(self, tip: Point, towards: Point, colour: str = "faded") -> None:
        """Add an arrowhead that ends at `tip` and points along `towards`, a vector of length 1."""
        (x, y), (dx, dy) = tip, towards
        base = (x - 8 * dx, y - 8 * dy)
        corners = [(x, y), (base[0] - 4 * dy, base[1] + 4 * dx), (base[0] + 4 * dy, base[1] - 4 * dx)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
        self._shapes.append(f'<polygon points="{points}" class="{colour} fill"/>')

    def written(self) -> str:
        """The picture as the text of an SVG file."""
        title, description = self._about
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label={quoteattr(title)}>\n'
            f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
            f"<style>{_style()}</style>\n" + "\n".join(self._shapes) + "\n</svg>\n"
        )
