"""Takes the data folder's lock, ties the process to the service's life, and executes the server in it.

`server.py` runs it as a script with `python -I -S`, so that no Python code runs between fork and exec in a process that
has threads. It imports only the standard library.
"""

import ctypes
import fcntl
import os
import signal
import sys
import time
from typing import Final

FOLDER_IN_USE: Final = 75
"""Exit status: another process holds the lock. EX_TEMPFAIL of sysexits.h."""
LOCK_WAIT_S: Final = 2.0
"""Time for a predecessor that is shutting down to write its last commands."""
_PR_SET_PDEATHSIG: Final = 1


def end_with(parent: int) -> None:
    """Have the kernel send this process a SIGTERM when the thread that started it ends for any reason."""
    if sys.platform != "linux":
        # No other system can do this. After a SIGKILL of the service, its store keeps running and holds the folder;
        # the next service refuses to start and names it.
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        # The parent ended before the prctl call.
        sys.exit("The service ended while its store was starting.")


def lock(path: str) -> None:
    """Take the folder's lock for the life of this process; exec does not release it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                sys.stderr.write("Another process holds the folder's lock.\n")
                sys.exit(FOLDER_IN_USE)
            time.sleep(0.02)
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"store process {os.getpid()} of service process {os.getppid()}".encode())
    os.set_inheritable(descriptor, True)


def main(parent: str, lock_file: str, *command: str) -> None:
    """Replace this process with the server."""
    end_with(int(parent))
    lock(lock_file)
    try:
        os.execv(command[0], command)  # noqa: S606  no shell wanted
    except OSError as error:
        sys.exit(f"The server cannot be run: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
