"""Whether the service can listen where it is told to."""

import os
import socket


def why_not_listening(host: str, port: int) -> str | None:
    """What is in the way, as a sentence for the operator."""
    # gunicorn alone would try for five seconds, and with reuse_port would share the port without a word.
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        # The library adds to the words of the system what the sentence says already.
        reason = error.strerror if isinstance(error, socket.gaierror) or not error.errno else os.strerror(error.errno)
        return f"cannot listen on {address}: {reason}. Set another DESTINY_HOST or DESTINY_PORT."
    return None
