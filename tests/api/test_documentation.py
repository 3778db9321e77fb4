"""What this service is, its contract as a file, and the pages made of the contract and the guides."""

import json
import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from benchmarks.growth_picture import PICTURE as GROWTH
from service.documentation.guides import FORMER_NAMES, Guide, read_guides
from tests.contract_client import ContractClient
from tests.dockerfile import PROJECT
from tests.fakes.app import make_app
from tests.openapi import CONTRACT_FILE, contract, operations
from tests.soak.report import PICTURE as SOAK
from tools.pictures.all import PICTURES
from tools.postman.collection import COLLECTION_FILE

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}
A_BROWSER_TAKES = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
FIRST_VIEW = 64 * 1024
"""Bytes that a browser without anything in its cache may have to fetch, unpacked, until it shows the overview."""
ELSEWHERE = {"https://creativecommons.org/licenses/by-sa/4.0/", "https://keepachangelog.com", "https://semver.org"}
"""Where a guide sends its readers, if they follow the link; nothing is loaded from there."""
GUIDES = [*(PROJECT / "docs").rglob("*.md")]


@pytest.fixture(scope="module")
def client() -> ContractClient:
    return ContractClient(make_app())


class Page(HTMLParser):
    """What a page has in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attributes}))

    @cached_property
    def ids(self) -> list[str]:
        return [found["id"] for _, found in self.elements if "id" in found]

    def all(self, attribute: str) -> list[str]:
        return [found[attribute] for _, found in self.elements if attribute in found]


@pytest.fixture(scope="module")
def site() -> dict[str, Page]:
    """Every page that links lead to from the overview and from `/`, by its path."""
    client = ContractClient(make_app())
    found: dict[str, Page] = {}
    waiting = ["/", "/docs"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        answer = client.get(path, headers={"Accept": A_BROWSER_TAKES})
        assert answer.status_code == 200, path
        if answer.mimetype == "text/html":
            found[path] = Page(answer.text)
            waiting += [link.partition("#")[0] for link in found[path].all("href") if link.startswith("/")]
    return found


def links(site: dict[str, Page]) -> Iterator[tuple[str, str]]:
    for path, page in site.items():
        yield from ((path, link) for link in page.all("href"))


@pytest.mark.parametrize("accept", [{}, {"Accept": "*/*"}, {"Accept": "application/json"}])
def test_root__for_a_program__says_what_this_is_and_where_to_go_on(
    client: ContractClient, accept: dict[str, str]
) -> None:
    answer = client.get("/", headers=accept)

    assert answer.mimetype == "application/json"
    assert answer.json == contract()["components"]["examples"]["service_overview"]["value"]
    assert answer.vary.find("Accept") >= 0
    for path in answer.json["links"].values():
        assert client.get(path).status_code == 200


def test_root__for_a_browser__is_a_page_that_leads_to_the_documentation(client: ContractClient) -> None:
    answer = client.get("/", headers={"Accept": A_BROWSER_TAKES})

    assert answer.mimetype == "text/html"
    assert {"/docs", "/verify"} <= set(Page(answer.text).all("href"))
    assert answer.vary.find("Accept") >= 0


def test_contract__asked_for__is_the_file(client: ContractClient) -> None:
    answer = client.get("/openapi.yaml")

    assert answer.status_code == 200
    assert answer.mimetype == "application/yaml"
    assert answer.data == CONTRACT_FILE.read_bytes()


def test_postman_collection__asked_for__is_the_file(client: ContractClient) -> None:
    answer = client.get("/postman.json")

    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.data == COLLECTION_FILE.read_bytes()


def test_pages__by_their_links__are_all_operations_and_all_guides(site: dict[str, Page]) -> None:
    assert {f"/docs/reference/{one.content['operationId']}" for one in operations()} <= site.keys()
    guides = {path for path in site if path.startswith("/docs/guides/")} - {"/docs/guides/introduction"}
    assert len(guides) == len(GUIDES) > 20
    assert guides == {guide.address for guide in read_guides(PROJECT / "docs")}


@pytest.mark.parametrize(
    "path",
    ["errors", "operating", "tuning", "glossary", "rules-piecepacks", "algorithms-exact-odds", "adr-0008-tuning-log"],
)
def test_guide__by_the_address_that_it_had_before_folders_were_named_for_readers__is_there(
    site: dict[str, Page], path: str
) -> None:
    assert f"/docs/guides/{path}" in site


@pytest.mark.parametrize(("former", "name"), FORMER_NAMES.items())
def test_guide__by_its_former_name__is_the_same_page(client: ContractClient, former: str, name: str) -> None:
    page = client.get(f"/docs/guides/{former}")

    assert page.status_code == 200
    assert page.data == client.get(f"/docs/guides/{name}").data


def test_links__of_every_page__lead_to_something_that_is_there(site: dict[str, Page]) -> None:
    for path, link in links(site):
        page, _, fragment = link.partition("#")
        if page.startswith("https://"):
            assert page in ELSEWHERE, (path, link)
        elif fragment:
            assert unquote(fragment) in site[page or path].ids, (path, link)


def test_ids__on_every_page__are_there_once(site: dict[str, Page]) -> None:
    for path, page in site.items():
        assert len(set(page.ids)) == len(page.ids), path


def test_pages__all_of_them__have_nothing_inline_and_nothing_from_elsewhere(site: dict[str, Page]) -> None:
    assert len(site) > 70
    for path, page in site.items():
        if path == "/verify":  # one file with everything inline, see test_verify_page.py
            continue
        tags = [tag for tag, _ in page.elements]
        assert not {"style", "iframe", "object", "embed", "base"} & set(tags), path
        for tag, attributes in page.elements:
            assert "style" not in attributes, (path, tag)
            assert [name for name in attributes if name.startswith("on")] == [], (path, tag)
            loaded = attributes.get("href" if tag == "link" else "src")
            assert loaded is None or re.match(r"/[^/]", loaded), (path, tag)
        assert all(attributes.get("src") for tag, attributes in page.elements if tag == "script"), path


def test_pictures__of_every_page__have_words_and_are_inert_drawings(
    client: ContractClient, site: dict[str, Page]
) -> None:
    images = [found for page in site.values() for tag, found in page.elements if tag == "img"]
    drawings = [image for image in images if image["src"].endswith(".svg")]
    screenshots = [image for image in images if image not in drawings]

    assert {posixpath.basename(image["src"]) for image in drawings} == {*PICTURES, SOAK.name, GROWTH.name}
    assert all(len(image["alt"]) > 20 for image in images)
    assert {client.get(image["src"]).mimetype for image in screenshots} == {"image/png"}
    for image in drawings:
        answer = client.get(image["src"])
        assert answer.mimetype == "image/svg+xml"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg\")|url\(|<script|<image|<use|href=", answer.text) == []


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/docs/schemas", "/docs/reference/resolveAction", "/docs/guides/errors"]
)
def test_page__asked_for__comes_with_the_strict_policy(client: ContractClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})

    directives = (one.split(maxsplit=1) for one in answer.headers["Content-Security-Policy"].split(";"))
    assert {name: value.strip() for name, value in directives} == POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path", ["/openapi.yaml", "/postman.json", "/docs", "/docs/schemas", "/docs/assets/any/pages.css", "/verify"]
)
def test_document__for_a_caller_who_takes_gzip__comes_packed_and_is_the_same(client: ContractClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.data == plain.data  # the client has unpacked it
    assert int(packed.headers["Content-Length"]) * 2 < len(plain.data)
    assert plain.headers["ETag"] == packed.headers["ETag"]
    assert plain.vary.find("Accept-Encoding") >= 0


@pytest.mark.parametrize(
    "path", ["/openapi.yaml", "/postman.json", "/docs", "/docs/guides/errors", "/favicon.ico", "/verify"]
)
def test_document__that_a_caller_has__is_not_sent_again(client: ContractClient, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": f'"other", {tag}'})

    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_overview__with_all_that_it_loads__is_small(client: ContractClient) -> None:
    page = client.get("/docs")
    loaded = [path for path in Page(page.text).all("src") + Page(page.text).all("href") if "/assets/" in path]

    assert len(loaded) >= 4
    assert len(page.data) + sum(len(client.get(path).data) for path in loaded) < FIRST_VIEW


def test_assets__under_the_version_of_the_pages__may_be_kept_for_a_year(client: ContractClient) -> None:
    paths = Page(client.get("/docs/reference/resolveAction").text).all("src")

    assert len(paths) >= 4
    for path in paths:
        assert client.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"
        other = client.get(re.sub(r"/assets/\w+/", "/assets/another/", path))
        assert (other.status_code, other.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "name", ["pages.css", "theme.js", "search.js", "reading.js", "trying.js", "snippets.js", "json.js"]
)
def test_asset__any__names_no_other_address(client: ContractClient, name: str) -> None:
    text = client.get(f"/docs/assets/any/{name}").text

    assert len(text) > 500
    assert re.findall(r"//(?! )", text) == [], "Other than at the start of a comment."
    assert not re.search(r"\burl\(", text)
    assert "@import" not in text


@pytest.mark.parametrize(
    "path", ["/docs/assets/any/..", "/docs/assets/any/%2e%2e%2froutes.py", "/docs/guides/..", "/docs/guides/README.md"]
)
def test_path__of_no_page__is_not_found(client: ContractClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_icon__asked_for__is_a_small_icon(client: ContractClient) -> None:
    icon = client.get("/favicon.ico").data

    assert icon.startswith(b"\x00\x00\x01\x00")
    assert len(icon) < 4096


def test_search__its_entries__lead_to_places_of_the_pages(client: ContractClient, site: dict[str, Page]) -> None:
    entries = json.loads(client.get("/docs/search.json").data)

    for entry in entries:
        path, _, fragment = entry["address"].partition("#")
        assert not fragment or fragment in site[path].ids
    assert {entry["where"] for entry in entries} >= {f"{one.method} {one.path}" for one in operations()}
    assert set(contract()["components"]["schemas"]) <= {entry["title"] for entry in entries}


def test_code__that_names_an_operation__leads_to_its_page(site: dict[str, Page]) -> None:
    assert "/docs/reference/promiseDraw" in site["/docs/guides/introduction"].all("href")
    assert "/docs/guides/verifiable-draws" in site["/docs/guides/introduction"].all("href")
    assert "/docs/guides/rules-pyramid" in site["/docs"].all("href")


@pytest.mark.parametrize("guide", read_guides(PROJECT / "docs"), ids=lambda guide: guide.file)
def test_guide__links_of_its_file__are_links_of_its_page(site: dict[str, Page], guide: Guide) -> None:
    text = (PROJECT / "docs" / guide.file).read_text("utf-8")
    addresses = {f"docs/{one.file}": one.address for one in read_guides(PROJECT / "docs")}
    linked = {link.partition("#")[0] for link in site[guide.address].all("href")}
    for link in re.findall(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)", text):
        target = posixpath.normpath(posixpath.join("docs", guide.folder, link))
        if target.startswith("docs/"):
            assert addresses[target] in linked, link
