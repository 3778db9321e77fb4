"""The vendored files are those that their lists name, and the lists name all of them."""

from pathlib import Path

import pytest

from tools.vendor import FOLDERS, LICENCES, LIST, VendoredFile, digest, vendored

FILES = [(folder, one) for folder in FOLDERS for one in vendored(folder)]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_vendor_list__beside_its_folder__names_every_file(folder: Path) -> None:
    found = {path.name for path in folder.iterdir()} - {LIST, LICENCES}
    assert found == {one.name for one in vendored(folder)}


@pytest.mark.parametrize(("folder", "one"), FILES, ids=[one.name for _, one in FILES])
def test_vendored_file__as_it_lies_here__has_its_digest_and_a_licence(folder: Path, one: VendoredFile) -> None:
    content = (folder / one.name).read_bytes()
    assert digest(content) == one.sha256
    assert f"{one.package} {one.version}\n" in (folder / LICENCES).read_text()
