"""The guard over every page sees what it is there to see."""

import pytest
from playwright.sync_api import Error, Page

from tests.browser.conftest import OpenPage
from tests.browser.guard import Guard
from tests.conftest import Eventually


def seen(guard: Guard, eventually: Eventually, page: Page, text: str) -> None:
    def complained() -> bool:
        page.evaluate("0")  # lets the events come in
        return any(text in line for line in guard.complaints)

    eventually(complained)
    guard.complaints.clear()


def test_guard__over_an_inline_style__sees_the_violation(
    open_page: OpenPage, guard: Guard, eventually: Eventually
) -> None:
    page = open_page("/")
    page.evaluate(
        "document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {color: red}'}))"
    )
    seen(guard, eventually, page, "policy violation: style-src-elem")


def test_guard__over_html_made_of_text__sees_the_violation(
    open_page: OpenPage, guard: Guard, eventually: Eventually
) -> None:
    page = open_page("/")
    page.evaluate("() => { try { document.body.innerHTML = '<p>'; } catch { } }")
    seen(guard, eventually, page, "policy violation: require-trusted-types-for")


def test_guard__over_a_line_on_the_console__sees_it(open_page: OpenPage, guard: Guard, eventually: Eventually) -> None:
    page = open_page("/")
    page.evaluate("console.error('something is wrong')")
    seen(guard, eventually, page, "console: something is wrong")


def test_guard__over_an_uncaught_error__sees_it(open_page: OpenPage, guard: Guard, eventually: Eventually) -> None:
    page = open_page("/")
    page.evaluate("() => { setTimeout(() => { throw new Error('never caught'); }); }")
    seen(guard, eventually, page, "never caught")


def test_guard__over_a_missing_file__sees_it_unless_the_test_expects_it(
    open_page: OpenPage, guard: Guard, eventually: Eventually
) -> None:
    page = open_page("/")
    page.evaluate("fetch('/nothing')")
    seen(guard, eventually, page, "404")
    guard.expected = {404}
    page.evaluate("fetch('/nothing')")
    page.evaluate("console.error('after it')")
    seen(guard, eventually, page, "after it")


def test_guard__over_a_request_to_elsewhere__sees_it(open_page: OpenPage, guard: Guard) -> None:
    page = open_page("/")
    with pytest.raises(Error, match=r"ERR_UNSAFE_PORT|ERR_CONNECTION_REFUSED"):
        page.goto("http://127.0.0.1:1/elsewhere")
    assert guard.complaints == ["request to elsewhere: http://127.0.0.1:1/elsewhere"]
    guard.complaints.clear()
