"""A program that draws on its chance, forks twice, and prints what each of the three processes makes of it then."""

import json
import os
from collections.abc import Callable
from typing import Any

from service.system.entropy import SystemDealer
from service.system.identifiers import NumberedRequestIds, NumberedTokens, TimeOrderedIdentifiers


def made_by_a_child(make: Callable[[], Any]) -> Any:
    """What a process forked now makes."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, json.dumps(make()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        made = json.load(pipe)
    os.waitpid(child, 0)
    return made


def main() -> None:
    """Deal hands and name requests in two children and in their parent."""
    dealer, identifiers, ordered = SystemDealer(), NumberedRequestIds(), TimeOrderedIdentifiers()
    tokens = NumberedTokens()
    dealer.deal(1)
    identifiers.new()
    ordered.new()
    tokens()

    def make() -> Any:
        return {
            "hands": dealer.deal(10),
            "names": [identifiers.new() for _ in range(10)],
            "tokens": [tokens().hex() for _ in range(10)],
            "random": [ordered.new()[19:] for _ in range(10)],
        }

    print(json.dumps([made_by_a_child(make), made_by_a_child(make), make()]))  # noqa: T201


if __name__ == "__main__":
    main()
