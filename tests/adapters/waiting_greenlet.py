"""Under gevent, how many yields long work takes before a greenlet runs whose socket has something to read."""

from gevent import monkey

monkey.patch_all()

import socket  # noqa: E402 - after gevent has patched it
import sys  # noqa: E402

import gevent  # noqa: E402

from service.system.clock import yield_to_event_loop  # noqa: E402

MOST = 200


def main() -> None:
    """Print the number."""
    one, other = socket.socketpair()
    reader = gevent.spawn(one.recv, 1)
    gevent.sleep(0.01)
    other.send(b"x")
    yields = 0
    while not reader.ready() and yields < MOST:
        yield_to_event_loop()
        yields += 1
    sys.stdout.write(str(yields))


if __name__ == "__main__":
    main()
