"""All pictures, by file name."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.pictures.architecture import architecture
from tools.pictures.graph import ROOT
from tools.pictures.key import life_of_a_key
from tools.pictures.odds import odds_curves
from tools.pictures.request import way_of_a_request

FOLDER: Final = ROOT / "docs" / "pictures"
PICTURES: Final[Mapping[str, Callable[[], str]]] = {
    "architecture.svg": architecture,
    "way-of-a-request.svg": way_of_a_request,
    "odds-by-level.svg": odds_curves,
    "life-of-a-key.svg": life_of_a_key,
}


def draw(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    for name, made in PICTURES.items():
        (folder / name).write_text(made(), "utf-8")
