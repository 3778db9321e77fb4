"""Under gevent, how many pauses long work takes before a greenlet runs whose socket has something to read."""

from gevent import monkey

monkey.patch_all()

import socket  # noqa: E402 - after gevent has patched it
import sys  # noqa: E402

import gevent  # noqa: E402

from service.system.clock import let_others_run  # noqa: E402

MOST = 200


def main() -> None:
    """Print the number."""
    one, other = socket.socketpair()
    reader = gevent.spawn(one.recv, 1)
    gevent.sleep(0.01)
    other.send(b"x")
    pauses = 0
    while not reader.ready() and pauses < MOST:
        let_others_run()
        pauses += 1
    sys.stdout.write(str(pauses))


if __name__ == "__main__":
    main()
