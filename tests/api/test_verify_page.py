"""The page on which players verify draws: one file, under a policy that allows its own scripts and styles alone."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from tests.contract_client import ContractClient
from tests.dockerfile import PROJECT
from tests.fakes.app import make_app

INLINE = re.compile(r"<(?P<kind>style|script)(?P<type> [^>]*)?>(?P<text>.*?)</(?P=kind)>", re.DOTALL)
GUIDE = PROJECT / "docs/api/verifiable-draws.md"


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return ContractClient(make_app())


@pytest.fixture(scope="module")
def page(client: ContractClient) -> str:
    return client.get("/verify").text


def digests(page: str, kind: str) -> list[str]:
    texts = [found["text"] for found in INLINE.finditer(page) if found["kind"] == kind and not found["type"]]
    return [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts]


def test_page__asked_for__comes_with_a_policy_for_its_own_scripts_and_styles(client: ContractClient) -> None:
    answer = client.get("/verify")
    directives = (one.split(maxsplit=1) for one in answer.headers["Content-Security-Policy"].split(";"))

    assert {name: value.strip() for name, value in directives} == {
        "default-src": "'none'",
        "script-src": " ".join(digests(answer.text, "script")),
        "style-src": " ".join(digests(answer.text, "style")),
        "img-src": "data:",
        "connect-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert (len(digests(answer.text, "script")), len(digests(answer.text, "style"))) == (6, 1)


def test_page__asked_for__has_the_headers_of_a_page(client: ContractClient) -> None:
    answer = client.get("/verify")

    assert answer.mimetype == "text/html"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_page__as_one_file__loads_nothing_and_has_no_handlers_in_its_tags(page: str) -> None:
    tags = re.findall(r"<[a-z][^>]*>", INLINE.sub("", page))

    assert len(tags) > 100
    for tag in tags:
        assert " src=" not in tag
        assert not re.search(r"\s(on\w+|style)=", tag), tag
        assert not tag.startswith("<link") or 'href="data:' in tag


@pytest.mark.parametrize(
    "name",
    ["fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon", "import(", "innerHTML", "insertAdjacentHTML", "eval("],
)
def test_page__by_its_source__neither_sends_anything_nor_makes_html_of_text(page: str, name: str) -> None:
    assert name not in page


def test_page__for_a_saved_copy__has_a_policy_of_its_own(page: str) -> None:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)

    assert policy.startswith("default-src 'none'; ")
    assert "connect-src" not in policy, "The default allows no connection."


def test_vectors__of_the_page__are_those_of_the_guide(page: str) -> None:
    hands, deals = re.findall(r"^```json\n(.*?)^```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    found = re.search(r'<script type="application/json" id="vectors">(.*?)</script>', page, re.DOTALL)

    assert found
    assert json.loads(found[1]) == {"hands": json.loads(hands), "deals": json.loads(deals)}


def test_page__packed__is_small(client: ContractClient) -> None:
    answer = client.get("/verify", headers={"Accept-Encoding": "gzip"})

    assert int(answer.headers["Content-Length"]) < 24 * 1024


def test_page__without_scripts__says_what_it_needs(page: str) -> None:
    assert "so it needs JavaScript." in re.findall("<noscript>(.*?)</noscript>", page, re.DOTALL)[0]
