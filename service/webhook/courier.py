"""The thread of a worker that delivers messages."""

import time
from collections.abc import Callable
from threading import Thread


def start(step: Callable[[], float]) -> None:
    """Do steps for as long as the process runs, and wait after each as long as it says.

    The thread is a greenlet in a worker. A daemon: a message that is not sent when the process ends is sent by another.
    """

    def run() -> None:
        while True:
            time.sleep(step())

    Thread(target=run, name="webhook", daemon=True).start()
