"""The console's page and files: small, cached, and under a policy that lets nothing else in."""

import gzip
import re
from hashlib import sha256
from pathlib import Path

import pytest

from service.console.files import ASSETS, FOLDER, VENDOR, console_files, read_files, shortened
from tests.contract_client import ContractClient
from tests.fakes.app import make_app

MOST_BYTES = 60 * 1024
"""Compressed, without D3."""


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return ContractClient(make_app())


@pytest.fixture(scope="module")
def page(client: ContractClient) -> str:
    return client.get("/console").text


def addresses(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="(/console/assets/[^"]+)"', page)


def test_console__asked_for__has_a_strict_policy(client: ContractClient) -> None:
    answer = client.get("/console")
    directives = (one.split(maxsplit=1) for one in answer.headers["Content-Security-Policy"].split(";"))

    assert {name: value.strip() for name, value in directives} == {
        "default-src": "'none'",
        **dict.fromkeys(("script-src", "style-src", "img-src", "connect-src"), "'self'"),
        **dict.fromkeys(("base-uri", "form-action", "frame-ancestors"), "'none'"),
        "require-trusted-types-for": "'script'",
        "trusted-types": "lit-html",
    }
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_page__with_its_scripts_and_styles__loads_each_from_here_and_for_a_year(
    client: ContractClient, page: str
) -> None:
    assert re.findall(r'(?:src|href)="(?!/)', page) == []
    for address in addresses(page):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_page__names_every_script_in_advance(page: str) -> None:
    scripts = {f"{folder}/{path.name}" for folder in ASSETS for path in (FOLDER / folder).glob("*.js")}
    preloaded = re.findall(r'rel="modulepreload" href="/console/assets/\w+/([^"]+)"', page)

    assert set(preloaded) == scripts
    assert len(preloaded) == len(scripts)


def test_scripts__with_what_they_import__import_only_what_is_served() -> None:
    for (folder, name), resource in console_files().assets.items():
        if folder == "vendor" or not name.endswith(".js"):
            continue
        for imported in re.findall(r'^import (?:.* from )?"([^"]+)";', resource.content.decode(), re.MULTILINE):
            target = (FOLDER / folder / imported).resolve().relative_to(FOLDER)
            assert (target.parent.name, target.name) in console_files().assets, f"{folder}/{name}: {imported}"


def test_console__compressed__is_small() -> None:
    files = console_files()
    own = [files.page, *(one for (_, name), one in files.assets.items() if not name.startswith("d3-"))]

    assert sum(len(gzip.compress(one.content, 9)) for one in own) < MOST_BYTES


COMMENTED = """// A screen.
import { html } from "../vendor/lit-html.js";

/** What it shows.
 *  It has two lines. */
export const view = () => html`<a href="https://example.org"> // no comment
  </a>`; /* kept: code is before it */
/* One line. */
"""


def test_script__with_comments_and_indentation__keeps_its_code() -> None:
    assert shortened(COMMENTED).splitlines() == [
        'import { html } from "../vendor/lit-html.js";',
        'export const view = () => html`<a href="https://example.org"> // no comment',
        "</a>`; /* kept: code is before it */",
    ]


def test_scripts__of_others__are_sent_as_they_came() -> None:
    for (folder, name), resource in console_files().assets.items():
        if folder == VENDOR:
            assert resource.content == (FOLDER / folder / name).read_bytes()


def test_version__is_that_of_what_is_sent() -> None:
    files = console_files()
    digest = sha256()
    for (folder, name), resource in files.assets.items():
        digest.update(f"{folder}/{name} {len(resource.content)}\n".encode() + resource.content)

    assert digest.hexdigest().startswith(files.version)


def test_version__of_the_files__changes_with_any_of_them(tmp_path: Path) -> None:
    for folder in ASSETS:
        (tmp_path / folder).mkdir()
    (tmp_path / "console.html").write_text('<link href="{assets}/styles/a.css">')
    (tmp_path / "styles/a.css").write_text("a {}")
    first = read_files(tmp_path)
    (tmp_path / "styles/a.css").write_text("b {}")
    second = read_files(tmp_path)

    assert first.version != second.version
    assert f"/console/assets/{second.version}/styles/a.css" in second.page.content.decode()
