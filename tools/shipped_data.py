"""Writes the modules of `service/engines/data`: CSV as a constant, so that the engines read no files."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from service.engines import data

FOLDER: Final = Path(data.__path__[0])
SHARES: Final = "pyramid_shares.py"
REFERENCE_DEALS: Final = "pyramid_reference_deals.py"
FIRST_VALUES: Final = "pyramid_first_values.py"
_DESCRIPTIONS: Final = {
    SHARES: "How often each 3-tuple was played, in billionths, and on fresh deals. Written by `make win-table`.",
    REFERENCE_DEALS: "The hands that each seat lays down in the reference deals. Written by `make reference-deals`.",
    FIRST_VALUES: "What thirteen cards are worth, in thousandths of all hands. Written by `make reference-deals`.",
}
_BEGIN: Final = 'CSV = """\\\n'
_END: Final = '"""\n'


def write(folder: Path, name: str, lines: Iterable[str]) -> None:
    csv = "".join(f"{line}\n" for line in lines)
    (folder / name).write_text(f'"""{_DESCRIPTIONS[name]}"""\n\n{_BEGIN}{csv}{_END}', "utf-8")


def read(folder: Path, name: str) -> list[str]:
    """The lines of CSV in the module of this name."""
    return (folder / name).read_text("utf-8").partition(_BEGIN)[2].removesuffix(_END).splitlines()
