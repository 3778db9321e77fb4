"""A program that fills a dealer's pool, forks twice, and prints what each of the three processes deals then."""

import json
import os

from service.adapters.entropy import SystemDealer
from service.rules.draws import Hand


def hands_of_a_child(dealer: SystemDealer) -> list[Hand]:
    """What a process forked now deals."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, json.dumps(dealer.deal(10)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        hands: list[Hand] = json.load(pipe)
    os.waitpid(child, 0)
    return hands


def main() -> None:
    """Deal in two children and in their parent."""
    dealer = SystemDealer()
    dealer.deal(1)
    print(json.dumps([hands_of_a_child(dealer), hands_of_a_child(dealer), dealer.deal(10)]))  # noqa: T201


if __name__ == "__main__":
    main()
