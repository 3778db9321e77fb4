"""The pages are made from whatever the contract and the guides say, ahead of requests."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from service.documentation.documents import Site
from service.documentation.made import site
from service.documentation.site import build
from tests.dockerfile import PROJECT

DECISION = PROJECT / "docs" / "adr" / "0012-documentation-by-ourselves.md"
OVERVIEW_ASSETS = ("pages.css", "theme.js", "search.js", "reading.js")
CONTRACT = {
    "openapi": "3.1.0",
    "info": {
        "title": "Saloon",
        "summary": "Serves drinks.",
        "version": "7",
        "description": "# Order\n\nSee `GET /beer`.",
    },
    "servers": [{"url": "http://localhost:8000"}],
    "security": [{}, {"apiToken": []}],
    "tags": [{"name": "Bar", "description": "All of docs/menu.md."}],
    "paths": {
        "/beer/{size}": {
            "parameters": [
                {"name": "size", "in": "path", "required": True, "schema": {"type": "integer", "maximum": 3}}
            ],
            "get": {
                "operationId": "getBeer",
                "tags": ["Bar"],
                "summary": "A beer",
                "responses": {
                    "200": {"description": "Cheers.", "content": {"text/plain": {"schema": {"type": "string"}}}}
                },
            },
        }
    },
    "components": {"schemas": {"Glass": {"type": "string", "description": "Of `docs/menu.md`."}}},
}


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
def saloon(tmp_path: Path) -> Site:
    contract = tmp_path / "contract.yaml"
    contract.write_text(yaml.safe_dump(CONTRACT))
    (tmp_path / "docs" / "house-rules").mkdir(parents=True)
    (tmp_path / "docs" / "pictures").mkdir()
    (tmp_path / "docs" / "pictures" / "bar.svg").write_text(PICTURE)
    (tmp_path / "docs" / "menu.md").write_text("# The menu\n\nSee [no spitting](house-rules/spitting.md#never).\n")
    (tmp_path / "docs" / "house-rules" / "spitting.md").write_text(
        "# Spitting\n\n## Never\n\n[Menu](../menu.md) ![The bar](../pictures/bar.svg) ![No such thing](no.svg)\n"
    )
    collection = tmp_path / "collection.json"
    collection.write_text("{}")
    return build(contract, tmp_path / "docs", collection)


def text(content: bytes) -> str:
    return content.decode()


def test_pages__of_another_contract__are_its_own(saloon: Site) -> None:
    assert list(saloon.operations) == ["getBeer"]
    page = text(saloon.operations["getBeer"].content)
    assert "<h1>A beer</h1>" in page
    assert "integer, at most 3" in page
    assert "Cheers." in page
    assert 'data-answers="text"' in page
    assert "Desperados" not in page.replace("Desperados Destiny</a>", "")
    assert saloon.about["name"] == "Saloon"
    assert 'href="/docs/guides/menu">docs/menu.md</a>' in text(saloon.start.content)
    assert 'href="/docs/guides/menu"><code>docs/menu.md</code></a>' in text(saloon.schemas.content)


def test_guides__in_any_folder__have_pages_with_links_between_them(saloon: Site) -> None:
    assert set(saloon.guides) == {"introduction", "menu", "house-rules-spitting"}
    assert 'href="/docs/guides/house-rules-spitting#never"' in text(saloon.guides["menu"].content)
    spitting = text(saloon.guides["house-rules-spitting"].content)
    assert '<a href="/docs/guides/menu">Menu</a>' in spitting
    assert re.search(r"<details open>\s*<summary>House rules</summary>", spitting)


def test_pictures__in_any_folder__are_assets_that_guides_show(saloon: Site) -> None:
    page = text(saloon.guides["house-rules-spitting"].content)

    assert (
        f'<img src="/docs/assets/{saloon.assets_version}/bar.svg" alt="The bar" loading="lazy"> No such thing</p>'
        in page
    )
    assert (saloon.assets["bar.svg"].media_type, text(saloon.assets["bar.svg"].content)) == ("image/svg+xml", PICTURE)


@pytest.mark.slow
def test_pages__made_again_from_the_same_files__are_the_same() -> None:
    again = build(PROJECT / "openapi.yaml", PROJECT / "docs", PROJECT / "docs" / "api" / "postman" / "collection.json")
    assert again == site()


RELOADED_TWICE = """
import logging, os, runpy, types
from pathlib import Path
from service.documentation import made
from service.documentation.made import site
Path(os.environ["DESTINY_DATA_DIR"]).mkdir()
on_reload = runpy.run_path("config/gunicorn.conf.py")["on_reload"]
server = types.SimpleNamespace(log=logging.getLogger("master"), cfg=types.SimpleNamespace(reload=True))

def worker_finds_the_change():
    worker = os.fork()
    if not worker:
        os._exit(b"Changed since the start" not in site().guides["errors"].content)
    assert os.waitpid(worker, 0)[1] == 0

guide = Path("docs/api/errors.md")
guide.write_text("# Changed since the start")
on_reload(server)
worker_finds_the_change()
Path("openapi.yaml").write_text("openapi: [")
on_reload(server)
assert b"Changed since the start" in site().guides["errors"].content
worker_finds_the_change()
on_reload(server)
worker_finds_the_change()
made.end()
"""


@pytest.mark.slow
def test_master__at_a_reload__makes_the_pages_again_or_keeps_them(tmp_path: Path) -> None:
    for folder in ("service", "config", "docs/api"):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    # A contract whose few pages are made in no time.
    (tmp_path / "openapi.yaml").write_text(yaml.safe_dump(CONTRACT))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DESTINY_")}
    done = subprocess.run(
        [sys.executable, "-c", RELOADED_TWICE],
        cwd=tmp_path,
        env={**environment, "DESTINY_DATA_DIR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # What the service says of it goes to its log, on standard output.
    assert "The pages could not be made, and stay as they were." in done.stdout


def test_decision__its_figures_of_our_pages__are_theirs() -> None:
    row = re.search(r"^\| our own pages \| (\d+) \| (\d+) \|", DECISION.read_text("utf-8"), re.MULTILINE)
    assert row
    resources = [site().start, *(site().assets[name] for name in OVERVIEW_ASSETS)]
    packed, plain = (
        sum(map(len, sizes)) / 1024 for sizes in zip(*((r.packed, r.content) for r in resources), strict=True)
    )
    assert int(row[1]) == pytest.approx(packed, rel=0.25)
    assert int(row[2]) == pytest.approx(plain, rel=0.25)
