"""Makes all pages of the documentation, with the frame that they share."""

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from service.documentation.contract import Contract, Operation
from service.documentation.documents import Site
from service.documentation.guides import FORMER_NAMES, Guide, read_guides
from service.documentation.markdown import Markdown, Rendered, plain, with_origins
from service.documentation.pages import LIST_TITLE, OperationPages, text_of, text_of_all
from service.documentation.schema_view import Node, SchemaView
from service.web.problem_types import PAGES, PROBLEM_TYPES
from service.web.resources import Resource, read_styles

_TEMPLATES: Final = Path(__file__).with_name("templates")
ASSETS_ADDRESS: Final = "/docs/assets"


class Shell:
    """Renders templates, all with the same frame."""

    def __init__(self, contract: Contract, guides: Sequence[Guide], version: str) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        label = self._templates.get_template("label.html")
        self._templates.globals.update(
            assets=f"{ASSETS_ADDRESS}/{version}",
            info=contract.info,
            server=contract.server,
            groups=contract.groups,
            labels={one.name: Markup(label.render(one=one)) for one in contract.operations},  # noqa: S704  made by a template
            guide_groups=[(name, list(group)) for name, group in groupby(guides, key=lambda guide: guide.group)],
        )

    def render(self, template: str, **context: Any) -> str:
        return self._templates.get_template(template).render(**context)


PROJECT: Final = Path(__file__).resolve().parents[2]
ASSETS: Final = Path(__file__).with_name("assets")
TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".ico": "image/vnd.microsoft.icon",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""Listed here because the table of the `mimetypes` module depends on the machine."""
INTRODUCTION: Final = "introduction"


def of_this_project() -> Site:
    """Make the pages of this project from its current files."""
    return build(PROJECT / "openapi.yaml", PROJECT / "docs", PROJECT / "docs/api/postman/collection.json")


def _content(path: Path) -> bytes:
    return read_styles(path).encode() if path.suffix == ".css" else path.read_bytes()


def build(contract_file: Path, docs: Path, collection_file: Path) -> Site:
    """Make all pages from a contract and a folder of guides. The Postman collection is served unchanged."""
    contract_bytes = contract_file.read_bytes()
    pictures = sorted((*docs.rglob("*.svg"), *docs.rglob("*.png")))
    assets = {path.name: _content(path) for path in (*sorted(ASSETS.iterdir()), *pictures)}
    version = sha256(b"\0".join([name.encode() + content for name, content in assets.items()])).hexdigest()[:12]
    addresses = {
        f"docs/{path.relative_to(docs).as_posix()}": f"{ASSETS_ADDRESS}/{version}/{path.name}" for path in pictures
    }
    pages = _Pages(Contract(contract_bytes), read_guides(docs), version, addresses)
    return Site(
        welcome=pages.welcome(),
        start=pages.start(),
        operations=pages.operations(),
        guides=pages.guides(),
        schemas=pages.schemas(),
        problem_list=pages.problem_list(),
        problems=pages.problems(),
        search=pages.search(),  # last: making the others fills it
        assets={name: Resource.of(TYPES[Path(name).suffix], content) for name, content in assets.items()},
        assets_version=version,
        contract=Resource.of("application/yaml", contract_bytes),
        postman=Resource.of("application/json", collection_file.read_bytes()),
        about=pages.about(),
    )


class _Pages:
    def __init__(
        self, contract: Contract, guides: tuple[Guide, ...], version: str, pictures: Mapping[str, str]
    ) -> None:
        self._contract = contract
        self._guides = guides
        files = {f"docs/{guide.file}": guide.address for guide in guides} | {"openapi.yaml": "/openapi.yaml"}
        self._addresses = {**files, **pictures}
        self._markdown = Markdown(self._to_page, self._to_operation)
        self._schemas = SchemaView(contract, self._markdown)
        self._shell = Shell(contract, guides, version)
        self._found: list[dict[str, str]] = []

    def about(self) -> dict[str, Any]:
        info = self._contract.info
        links = {
            "documentation": "/docs",
            "contract": "/openapi.yaml",
            "postman": "/postman.json",
            "console": "/console",
            "verify": "/verify",
            "catalogue": "/v1/catalogue",
            "health": "/health/ready",
            "version": "/version",
        }
        return {"name": info["title"], "description": info["summary"], "version": info["version"], "links": links}

    def welcome(self) -> Resource:
        return self._page("welcome.html", "/", "")

    def start(self) -> Resource:
        descriptions = {group.name: self._markdown.html(group.description) for group in self._contract.groups}
        return self._page("start.html", "/docs", "", descriptions=descriptions, first_call=self._first_call())

    def _first_call(self) -> Markup:
        """The first command of the contract's prose, which readers can paste right away."""
        fence = re.search(r"```sh\n(.*?)\n```", self._contract.info["description"], re.DOTALL)
        return with_origins(escape(fence[1])) if fence else Markup("")

    def operations(self) -> dict[str, Resource]:
        pages = OperationPages(self._contract, self._markdown, self._schemas)
        return {one.name: self._operation(pages, one) for one in self._contract.operations}

    def _operation(self, pages: OperationPages, one: Operation) -> Resource:
        address = operation_address(one)
        text = plain(one.content.get("description", ""))
        self._find(one.summary, address, f"{one.method} {one.path}", f"{one.name} {text}")
        return self._page("operation.html", address, one.summary, **pages.context(one))

    def guides(self) -> dict[str, Resource]:
        introduction = self._markdown.render(self._contract.info["description"], deeper=1)
        made = {INTRODUCTION: self._guide("Introduction", f"/docs/guides/{INTRODUCTION}", introduction)}
        for guide in self._guides:
            rendered = self._markdown.render(guide.body, partial(self._from_guide, guide))
            made[guide.name] = self._guide(guide.title, guide.address, rendered)
        return made | {former: made[name] for former, name in FORMER_NAMES.items() if name in made}

    def _guide(self, title: str, address: str, rendered: Rendered) -> Resource:
        for section in rendered.sections:
            where = f"{address}#{section.slug}" if section.slug else address
            self._find(section.title or title, where, title, " ".join(section.words))
        contents = [section for section in rendered.sections if section.level == 2]
        return self._page("guide.html", address, title, html=rendered.html, contents=contents)

    def schemas(self) -> Resource:
        trees = {name: self._schemas.brief(name) for name in sorted(self._contract.schemas)}
        for name, tree in trees.items():
            fields = " ".join(_names_in(tree))
            self._find(name, f"/docs/schemas#{name}", "Schema", f"{tree.description.striptags()} {fields}")
        return self._page("schemas.html", "/docs/schemas", "Schemas", trees=trees)

    def problem_list(self) -> Resource:
        return self._problem_page(LIST_TITLE, PAGES, text_of_all())

    def problems(self) -> dict[str, Resource]:
        return {slug: self._problem_page(one.title, one.uri, text_of(one)) for slug, one in PROBLEM_TYPES.items()}

    def _problem_page(self, title: str, address: str, text: str) -> Resource:
        self._find(title, address, LIST_TITLE, plain(text))
        return self._page("guide.html", address, title, html=self._markdown.html(text), contents=[])

    def search(self) -> Resource:
        return Resource.of("application/json", json.dumps(self._found, ensure_ascii=False, separators=(",", ":")))

    def _page(self, template: str, address: str, title: str, **context: Any) -> Resource:
        return Resource.of("text/html", self._shell.render(template, address=address, title=title, **context))

    def _find(self, title: str, address: str, where: str, text: str) -> None:
        self._found.append({"title": title, "address": address, "where": where, "text": " ".join(text.split())})

    def _to_page(self, link: str) -> str | None:
        if link.startswith(("https://", "/", "#")):
            return link
        path, hash_mark, fragment = link.partition("#")
        address = self._addresses.get(posixpath.normpath(path))
        return None if address is None else address + hash_mark + fragment

    def _from_guide(self, guide: Guide, link: str) -> str | None:
        return link if link.startswith("https://") else self._to_page(guide.link_target(link))

    def _to_operation(self, words: str) -> str | None:
        one = self._contract.operation_at(words)
        return None if one is None else operation_address(one)


def operation_address(one: Operation) -> str:
    return f"/docs/reference/{one.name}"


def _names_in(node: Node) -> list[str]:
    return [name for below in (*node.below, *node.choices) for name in (below.name, *_names_in(below))]
