"""Makes openapi.yaml of its parts, and its examples by asking the service: `make contract`."""

from contextlib import suppress

import yaml

from service.documentation.made import make_again
from tools.contract.examples import Examples
from tools.contract.parts import CONTRACT_FILE, merged, part_files, read, with_examples
from tools.contract.text import entry


def main() -> None:
    """Write the file, and again while the service shows in an example what the file said before."""
    text = merged(path.read_text("utf-8") for path in part_files())
    document = read(text)
    if not _is_readable():  # as after a conflict; the service that is asked has to read something
        without_answers = {name: entry(name, {"value": None}, 4) for name in document["components"]["examples"]}
        CONTRACT_FILE.write_text(with_examples(text, without_answers), "utf-8")
    while (made := with_examples(text, dict(Examples(document).written()))) != CONTRACT_FILE.read_text("utf-8"):
        CONTRACT_FILE.write_text(made, "utf-8")
        make_again()


def _is_readable() -> bool:
    with suppress(OSError, yaml.YAMLError):
        return "paths" in read(CONTRACT_FILE.read_text("utf-8"))
    return False


if __name__ == "__main__":
    main()
