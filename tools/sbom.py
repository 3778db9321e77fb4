"""`make sbom`: writes a software bill of materials of the image as CycloneDX, from what is locked and vendored."""

import json
import re
from pathlib import Path
from typing import Any, Final

from service import VERSION
from tools.locks import ROOT, SERVICE, Pin, pins
from tools.vendor import FOLDERS, VendoredFile, vendored

SBOM: Final = ROOT / "build" / "sbom.cdx.json"
NAME: Final = "desperados-destiny"
_LICENCE: Final = "MIT"

Component = dict[str, Any]


def sbom() -> str:
    """The document. It has no time and no number of its own: the same state of the project gives the same one."""
    vendored_files = vendored(FOLDERS[0])  # those of the console; the others are for tests
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "pre-build"}],
            "component": {
                "type": "application",
                "bom-ref": f"pkg:generic/{NAME}@{VERSION}",
                "name": NAME,
                "version": VERSION,
                "licenses": [{"license": {"id": _LICENCE}}],
                "purl": f"pkg:generic/{NAME}@{VERSION}",
            },
        },
        "components": [
            *map(_package, pins(SERVICE.read_text("utf-8"))),
            *map(_script, vendored_files),
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _package(pin: Pin) -> Component:
    # A package URL has the name as the index compares it.
    name = re.sub(r"[-_.]+", "-", pin.name).lower()
    return _component(
        f"pkg:pypi/{name}@{pin.version}",
        name=pin.name,
        version=pin.version,
        # One of them is that of the file that is installed: which one depends on the machine.
        hashes=[{"alg": "SHA-256", "content": digest} for digest in pin.hashes],
    )


def _script(file: VendoredFile) -> Component:
    return _component(
        f"pkg:npm/{file.package}@{file.version}",
        name=file.package,
        version=file.version,
        hashes=[{"alg": "SHA-256", "content": file.sha256}],
        licenses=[{"license": {"id": file.licence}}],
    )


def _component(purl: str, **fields: Any) -> Component:
    return {"type": "library", "bom-ref": purl, **fields, "purl": purl}


def write(path: Path = SBOM) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(sbom(), "utf-8")


if __name__ == "__main__":
    write()
