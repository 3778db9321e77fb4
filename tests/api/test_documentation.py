"""The contract as a file and as a page that loads nothing from elsewhere."""

import re

import pytest

from tests.contract_client import ContractClient
from tests.openapi import CONTRACT_FILE

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}


def references(page: str) -> list[str]:
    found: list[str] = re.findall(r"""(?:src|href)=["']([^"']*)["']""", page)
    return found


def test_contract__asked_for__is_the_file(client: ContractClient) -> None:
    answer = client.get("/openapi.yaml")

    assert answer.status_code == 200
    assert answer.mimetype == "application/yaml"
    assert answer.data == CONTRACT_FILE.read_bytes()


def test_page__asked_for__says_that_nothing_may_come_from_elsewhere(client: ContractClient) -> None:
    answer = client.get("/docs")

    assert answer.mimetype == "text/html"
    directives = (one.split(maxsplit=1) for one in answer.headers["Content-Security-Policy"].split(";"))
    assert {name: value.strip() for name, value in directives} == POLICY


def test_page__whatever_it_refers_to__is_served_here(client: ContractClient) -> None:
    paths = references(client.get("/docs").text)

    assert "/docs/assets/documentation.js" in paths
    for path in paths:
        assert re.match(r"/[^/]", path), "Something from elsewhere."
        assert client.get(path).status_code == 200


def test_page__without_inline_scripts__is_what_its_policy_allows(client: ContractClient) -> None:
    assert re.findall(r"<script(?![^>]*\bsrc=)", client.get("/docs").text) == []


def test_script_of_the_page__reads_the_contract_of_this_service(client: ContractClient) -> None:
    script = client.get("/docs/assets/documentation.js").text

    assert '"/openapi.yaml"' in script
    assert "://" not in script


def test_styles_of_the_page__hide_the_choice_of_servers_and_not_the_button_for_tokens(client: ContractClient) -> None:
    styles = client.get("/docs/assets/documentation.css").text
    hidden = re.findall(r"([^{}]*)\{[^{}]*display:\s*none[^{}]*\}", re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL))

    assert [selector.strip() for selector in hidden] == [
        ".swagger-ui .scheme-container .schemes .schemes-server-container"
    ]


def test_styles_of_the_page__load_nothing(client: ContractClient) -> None:
    for name in ("documentation.css", "swagger-ui.css"):
        sources = re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s]*)""", client.get(f"/docs/assets/{name}").text)

        assert [source for source in sources if not source.startswith("data:")] == []


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("documentation.css", "text/css"),
        ("documentation.js", "text/javascript"),
        ("swagger-ui.css", "text/css"),
        ("swagger-ui-bundle.js", "text/javascript"),
        ("favicon-32x32.png", "image/png"),
    ],
)
def test_asset__of_the_page__may_be_kept_for_an_hour(client: ContractClient, name: str, media_type: str) -> None:
    answer = client.get(f"/docs/assets/{name}", headers={"Range": "bytes=0-1", "If-None-Match": "*"})

    assert (answer.status_code, answer.mimetype) == (200, media_type)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert len(answer.data) > 100


@pytest.mark.parametrize("name", ["index.html", "package.json", "swagger-ui.js", "..", "documentation.html", "%2e%2e"])
def test_asset__not_of_the_page__is_not_found(client: ContractClient, name: str) -> None:
    assert client.get(f"/docs/assets/{name}").status_code == 404
