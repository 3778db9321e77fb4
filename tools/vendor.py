"""Fetches the vendored scripts in the versions that their lists name, and writes their digests: `make vendor`."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = (ROOT / "service/console/vendor", ROOT / "tests/browser/vendor")
LIST: Final = "vendor.toml"
LICENCES: Final = "licences.txt"


@dataclass(frozen=True, slots=True)
class VendoredFile:
    """A file that is not ours, as its package has it."""

    name: str
    package: str
    version: str
    path: str
    """Where it is in the package."""
    licence: str
    sha256: str


def vendored(folder: Path) -> tuple[VendoredFile, ...]:
    """What the folder's list names."""
    return tuple(VendoredFile(**one) for one in tomllib.loads((folder / LIST).read_text())["file"])


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def fetch(folder: Path) -> Iterator[str]:
    """Fetch the files of a folder, and write their digests and licences; yields what has changed."""
    licences: dict[str, str] = {}
    listed = (folder / LIST).read_text()
    for one in vendored(folder):
        content, licence = _from_package(one)
        licences[f"{one.package} {one.version}"] = licence
        (folder / one.name).write_bytes(content)
        if digest(content) != one.sha256:
            entry = re.compile(rf'(name = "{re.escape(one.name)}"\n(?:\w+ = .*\n)*?sha256 = ")\w*')
            listed = entry.sub(rf"\g<1>{digest(content)}", listed)
            yield one.name
    (folder / LIST).write_text(listed)
    texts = (f"{name}\n\n{text.strip()}\n" for name, text in sorted(licences.items()))
    (folder / LICENCES).write_text(f"\n{'-' * 80}\n\n".join(texts))


def _from_package(one: VendoredFile) -> tuple[bytes, str]:
    with TemporaryDirectory(prefix="destiny-vendor-") as folder:
        command = ("npm", "pack", "--json", "--pack-destination", folder, f"{one.package}@{one.version}")
        packed = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603  from our own list
        with tarfile.open(Path(folder) / packed[0]["filename"]) as archive:
            return _read(archive, one.path), _read(archive, "LICENSE").decode()


def _read(archive: tarfile.TarFile, path: str) -> bytes:
    file = archive.extractfile(f"package/{path}")
    if file is None:
        sys.exit(f"{path} is not a file in its package.")
    return file.read()


def main() -> None:
    for folder in FOLDERS:
        for name in fetch(folder):
            print(f"{folder.relative_to(ROOT)}/{name} has changed: look at what is new in it, and run the tests.")  # noqa: T201


if __name__ == "__main__":
    main()
