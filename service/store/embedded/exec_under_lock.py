"""The embedded store's process until it is the server: ends with the service, and holds the folder's lock.

Run as a script by `embedded_store`, with `python -I -S`, so that no Python code runs between fork and exec in a process
that has threads. It imports the standard library only.
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
"""As long as a predecessor that was just told to end may take to write its last commands."""
_PR_SET_PDEATHSIG: Final = 1


def end_with(parent: int) -> None:
    """Have the kernel send this process a SIGTERM when the thread that started it ends, for whatever reason."""
    if sys.platform != "linux":
        # Elsewhere nothing does this: after a SIGKILL of the service its store runs on and holds the folder, and the
        # next service names it in its refusal.
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        # The parent was gone before the kernel knew of our wish.
        sys.exit("The service ended while its store was starting.")


def lock(path: str) -> None:
    """Take the folder's lock for as long as this process lives, under whatever program."""
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
    """Become the server."""
    end_with(int(parent))
    lock(lock_file)
    try:
        os.execv(command[0], command)  # noqa: S606  no shell wanted
    except OSError as error:
        sys.exit(f"The server cannot be run: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
