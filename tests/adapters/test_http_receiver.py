"""Messages over HTTP: to servers that take them, refuse them, are slow, or are gone."""

from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest

from service.webhook.ports import NotDelivered
from service.webhook.receiver import HttpReceiver
from tests.hooks import Hook, listening, with_status

HEADERS = {"Destiny-Delivery": "one", "Content-Type": "application/json"}
PATIENT_S, HASTY_S = 60.0, 0.2


@pytest.mark.parametrize("status", [200, 202, 204])
def test_message__that_is_taken__arrives_as_it_was_sent(status: int) -> None:
    with listening(with_status(status)) as hook:
        HttpReceiver(f"{hook.url}?token=a%20b").post(b'{"a": "\xe2\x99\xa0"}', HEADERS)

    ((path, headers, body),) = hook.got
    assert (path, body) == ("/hook?token=a%20b", b'{"a": "\xe2\x99\xa0"}')
    assert (headers["Destiny-Delivery"], headers["Content-Type"]) == ("one", "application/json")
    assert headers["Host"] == f"127.0.0.1:{hook.port}"


def test_message__to_an_address_without_a_path__goes_to_its_root() -> None:
    with listening(with_status(200)) as hook:
        HttpReceiver(f"http://127.0.0.1:{hook.port}").post(b"{}", HEADERS)

    assert hook.got[0][0] == "/"


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])
def test_message__answered_otherwise__is_not_delivered_and_follows_no_redirect(status: int) -> None:
    with listening(with_status(status)) as hook, pytest.raises(NotDelivered, match=f"it answered {status}"):
        HttpReceiver(hook.url).post(b"{}", HEADERS)

    assert len(hook.got) == 1


def test_message__to_no_one__is_not_delivered(closed_port: int) -> None:
    with pytest.raises(NotDelivered, match="ConnectionRefusedError"):
        HttpReceiver(f"http://127.0.0.1:{closed_port}/hook").post(b"{}", HEADERS)


def test_message__over_tls_to_a_server_without__is_not_delivered() -> None:
    with listening(with_status(200)) as hook, pytest.raises(NotDelivered, match="SSLError"):
        HttpReceiver(hook.url.replace("http:", "https:")).post(b"{}", HEADERS)


def garbage(_: Hook, handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x00" * 100_000)
    handler.close_connection = True


def hang_up(_: Hook, handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


@pytest.mark.parametrize("manners", [garbage, hang_up])
def test_message__answered_with_nothing_or_nonsense__is_not_delivered(
    manners: Callable[[Hook, BaseHTTPRequestHandler], None],
) -> None:
    with listening(manners) as hook, pytest.raises(NotDelivered):
        HttpReceiver(hook.url).post(b"{}", HEADERS)


def test_message__to_a_silent_server__is_not_delivered() -> None:
    over = Event()

    def be_silent(_: Hook, handler: BaseHTTPRequestHandler) -> None:
        over.wait()
        handler.close_connection = True

    with listening(be_silent) as hook:
        with pytest.raises(NotDelivered, match="timed out"):
            HttpReceiver(hook.url, silence_s=HASTY_S, attempt_s=PATIENT_S).post(b"{}", HEADERS)
        over.set()


def test_message__to_a_server_that_answers_byte_by_byte__is_given_up_in_time() -> None:
    over = Event()

    def drip(_: Hook, handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        with suppress(OSError):
            while not over.wait(0.01):
                handler.wfile.write(b"a")

    with listening(drip) as hook:
        with pytest.raises(NotDelivered, match=r"took longer than 0\.2 seconds"):
            HttpReceiver(hook.url, silence_s=PATIENT_S, attempt_s=HASTY_S).post(b"{}", HEADERS)
        over.set()


def test_answer__however_long__is_not_read() -> None:
    def flood(_: Hook, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        handler.close_connection = True
        try:
            while True:
                handler.wfile.write(b"a" * 65_536)
        except OSError:
            gone.set()

    gone = Event()
    with listening(flood) as hook:
        HttpReceiver(hook.url, PATIENT_S, PATIENT_S).post(b"{}", HEADERS)
        gone.wait()
