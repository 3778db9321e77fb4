"""Renders Markdown as HTML: linkable headings, links to our own pages, nothing that the strict CSP refuses."""

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from service.documentation.json_view import coloured

Links = Callable[[str], str | None]
"""The address that a link leads to. None: there is no such page, and only the text of the link or image is shown."""

_LOCAL: Final = re.compile(r"(?:http://)?(?:localhost|127\.0\.0\.1):8000")
_DOCUMENT: Final = re.compile(r"\bdocs/[\w/-]+\.md\b")
_ALIGNED: Final = re.compile(r"text-align:(\w+)")


@dataclass(slots=True)
class Section:
    """A heading and the words under it."""

    level: int
    slug: str
    title: str
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rendered:
    """HTML and its sections."""

    html: Markup
    sections: tuple[Section, ...]
    """The words before the first heading are in a section without a title."""


class Markdown:
    """Renders texts. `to_page` resolves links to files, and `to_operation` code such as `POST /v1/odds`."""

    def __init__(self, to_page: Links, to_operation: Links) -> None:
        self._to_page = to_page
        self._to_operation = to_operation
        self._htmls: dict[str, Markup] = {}
        self._parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        rules = {
            "heading_open": self._heading_open,
            "heading_close": self._heading_close,
            "table_open": self._table_open,
            "table_close": self._table_close,
            "th_open": self._cell_open,
            "td_open": self._cell_open,
            "fence": self._fence,
            "code_inline": self._code,
            "image": self._image,
            "text": self._text,
        }
        for name, rule in rules.items():
            self._parser.add_render_rule(name, _as_method(rule))

    def render(self, text: str, to_page: Links | None = None, deeper: int = 0) -> Rendered:
        """Render the text with its headings `deeper` levels down; `to_page` overrides the renderer's own."""
        tokens = self._parser.parse(text)
        sections = _sections(tokens, deeper)
        for token in tokens:
            if token.children:
                token.children = _with_links_that_lead_somewhere(token.children, to_page or self._to_page)
        html = Markup(self._parser.renderer.render(tokens, self._parser.options, {}))  # noqa: S704  escaped by the renderer
        return Rendered(html, tuple(sections))

    def html(self, text: str) -> Markup:
        """The HTML alone, for descriptions without headings. Cached."""
        if text not in self._htmls:  # many operations share a parameter, a header or an answer
            self._htmls[text] = self.render(text).html
        return self._htmls[text]

    def _heading_open(self, tokens: Sequence[Token], at: int) -> str:
        token = tokens[at]
        return f'<{token.tag} id="{token.meta["slug"]}">'

    def _heading_close(self, tokens: Sequence[Token], at: int) -> str:
        token = tokens[at]
        slug, title = token.meta["slug"], escape(token.meta["title"])
        return f' <a class="anchor" href="#{slug}" aria-label="Link to {title}">#</a></{token.tag}>\n'

    def _table_open(self, _tokens: Sequence[Token], _at: int) -> str:
        return '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n'

    def _table_close(self, _tokens: Sequence[Token], _at: int) -> str:
        return "</table></div>\n"

    def _cell_open(self, tokens: Sequence[Token], at: int) -> str:
        aligned = _ALIGNED.search(str(tokens[at].attrGet("style") or ""))
        return f'<{tokens[at].tag} class="{aligned[1]}">' if aligned else f"<{tokens[at].tag}>"

    def _fence(self, tokens: Sequence[Token], at: int) -> str:
        language = tokens[at].info.split(maxsplit=1)[0] if tokens[at].info else "text"
        text = tokens[at].content.rstrip("\n")
        code = coloured(text) if language == "json" else escape(text)
        return f'<pre tabindex="0" data-language="{escape(language)}"><code>{with_origins(code)}</code></pre>\n'

    def _code(self, tokens: Sequence[Token], at: int) -> str:
        text = tokens[at].content
        code = f"<code>{with_origins(escape(text))}</code>"
        target = self._to_operation(text) or (self._to_page(text) if _DOCUMENT.fullmatch(text) else None)
        if tokens[at].meta.get("linked"):
            return code
        return f'<a href="{escape(target)}">{code}</a>' if target else code

    def _image(self, tokens: Sequence[Token], at: int) -> str:
        source, text = tokens[at].attrGet("src"), escape(" ".join(tokens[at].content.split()))
        return f'<img src="{escape(str(source))}" alt="{text}" loading="lazy">' if source else str(text)

    def _text(self, tokens: Sequence[Token], at: int) -> str:
        if tokens[at].meta.get("linked"):
            return str(escape(tokens[at].content))

        def linked(name: re.Match[str]) -> str:
            target = self._to_page(name[0])
            return f'<a href="{escape(target)}">{name[0]}</a>' if target else name[0]

        return _DOCUMENT.sub(linked, str(escape(tokens[at].content)))


def with_origins(code: str) -> Markup:
    """Mark local addresses in code, so that the page's script can replace them with the address that serves it."""
    marked = _LOCAL.sub(r'<span class="origin">\g<0></span>', str(code))
    return Markup(marked)  # noqa: S704  its parts were escaped


def plain(text: str) -> str:
    """The words of a Markdown text, for searching."""
    return " ".join(word for section in _sections(MarkdownIt("commonmark").parse(text), 0) for word in section.words)


def _sections(tokens: Sequence[Token], deeper: int) -> list[Section]:
    """The sections of a text. Sets the level, title and slug on the tokens of each heading."""
    sections = [Section(0, "", "")]
    taken: dict[str, int] = {}
    heading: Token | None = None
    for token in tokens:
        if token.type == "heading_open":
            heading = token
        elif token.type == "heading_close" and heading:
            token.tag, token.meta, heading = heading.tag, heading.meta, None
        elif token.type == "inline" and heading:
            title = _words(token)
            slug = _slug(title)
            count = taken[slug] = taken.get(slug, -1) + 1
            heading.tag = f"h{int(heading.tag[1]) + deeper}"
            heading.meta = {"title": title, "slug": f"{slug}-{count}" if count else slug}
            sections.append(Section(int(heading.tag[1]), heading.meta["slug"], title))
        elif token.type in ("inline", "fence", "code_block"):
            sections[-1].words.append(_words(token))
    return sections


def _words(token: Token) -> str:
    if token.children is None:
        return " ".join(token.content.split())
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children).strip()


def _slug(title: str) -> str:
    """The id that GitHub gives a heading, which the links between the guides use."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _with_links_that_lead_somewhere(tokens: list[Token], to_page: Links) -> list[Token]:
    kept: list[Token] = []
    dropped = False
    inside = False
    for token in tokens:
        if token.type == "image":
            token.attrs["src"] = to_page(str(token.attrGet("src"))) or ""
        if token.type == "link_open":
            target = to_page(str(token.attrGet("href")))
            dropped = target is None
            inside = not dropped
            token.attrs["href"] = target or ""
        if token.type in ("link_open", "link_close") and dropped:
            dropped = dropped and token.type == "link_open"
            continue
        if token.type == "link_close":
            inside = False
        if inside and token.type in ("text", "code_inline"):
            token.meta["linked"] = True
        kept.append(token)
    return kept


def _as_method(rule: Callable[[Sequence[Token], int], str]) -> Callable[..., str]:
    def method(
        _renderer: RendererHTML,
        tokens: Sequence[Token],
        at: int,
        _options: OptionsDict,
        _environment: MutableMapping[str, Any],
    ) -> str:
        return rule(tokens, at)

    return method
