"""Sends a single request and returns its answer."""

import socket


def one_answer(port: int, request: bytes) -> bytes:
    """The body of the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as asked:
        asked.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        answer = b""
        while part := asked.recv(65536):
            answer += part
    return answer.partition(b"\r\n\r\n")[2]
