"""Holds the manifests against the schemas of Kubernetes, in the oldest and the newest version: `make manifests`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import yaml

FOLDER: Final = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
VERSIONS: Final = ("1.30", "1.37")
"""What docs/operators/kubernetes.md says, and the newest whose schemas are locked."""
NOT_OBJECTS: Final = {"kustomization.yaml"}


def wrong() -> Iterator[str]:
    """What the schemas do not allow, each with its file."""
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.name not in NOT_OBJECTS:
            for document in yaml.safe_load_all(path.read_text("utf-8")):
                yield from (f"{path.name}: {one}" for one in _mistakes(document))


def _mistakes(document: Any) -> Iterator[str]:
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            yield f"{document['kind']} under {version}: {'.'.join(map(str, error.path))}: {error.message}"
        except kubernetes_validate.SchemaNotFoundError as error:
            yield error.message


def main() -> int:
    """The exit code: 0 if all are right."""
    found = list(wrong())
    sys.stdout.write("".join(f"manifests: {line}\n" for line in found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
