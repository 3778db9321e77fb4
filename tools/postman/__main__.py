"""`make postman`: writes the Postman collection and its environment from the contract."""

import json

from service.documentation.contract import Contract, Json
from tools.postman.collection import (
    COLLECTION_FILE,
    CONTRACT_FILE,
    ENVIRONMENT_FILE,
    FOLDER,
    collection,
    environment,
)


def written(document: Json) -> str:
    """The text of a file. The same document always has the same text."""
    return json.dumps(document, ensure_ascii=False, indent="\t") + "\n"


def main() -> None:
    contract = Contract(CONTRACT_FILE.read_bytes())
    FOLDER.mkdir(parents=True, exist_ok=True)
    COLLECTION_FILE.write_text(written(collection(contract)), "utf-8")
    ENVIRONMENT_FILE.write_text(written(environment(contract)), "utf-8")


if __name__ == "__main__":
    main()
