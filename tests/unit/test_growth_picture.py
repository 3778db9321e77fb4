"""The picture of growing costs, from tables of any measurement."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

from benchmarks.growth_picture import Growth, draw
from benchmarks.tables import Table

TABLE = Table("Records", "About records.", ["records", "CPU"], [["10", "1"]])


def test_picture__of_two_tables__has_their_titles_lines_and_ends(tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    draw(
        [
            Growth(TABLE, (0, 10, 1000), {"resolve": (1.0, 2.0, 30.0), "page": (5.0, 5.0, 6.0)}),
            Growth(TABLE, (7,), {"an answer": (4.0,)}),
        ],
        file,
    )

    drawn = fromstring(file.read_text("utf-8"))  # noqa: S314  made here
    words = ["".join(found.itertext()) for found in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("Records") == 2
    assert {"resolve", "page", "an answer", "1,000", "7", "30"} <= set(words)
    assert words.index("resolve") < words.index("page")  # from the highest line down, as in the picture
