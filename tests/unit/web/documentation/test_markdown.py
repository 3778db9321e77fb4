"""Markdown as HTML that a strict policy takes and whose links lead somewhere."""

import pytest

from service.documentation.markdown import Markdown, plain

PAGES = {"docs/api/errors.md": "/docs/guides/errors", "tuning.md#how": "/docs/guides/tuning#how"}
OPERATIONS = {"POST /v1/odds": "/docs/reference/quoteOdds"}
MARKDOWN = Markdown(PAGES.get, OPERATIONS.get)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("see [how](tuning.md#how)", 'see <a href="/docs/guides/tuning#how">how</a>'),
        ("see [*the file*](../config/x.toml), too", "see <em>the file</em>, too"),
        ("[a](no.md) and [b](tuning.md#how)", 'a and <a href="/docs/guides/tuning#how">b</a>'),
        ("in docs/api/errors.md.", 'in <a href="/docs/guides/errors">docs/api/errors.md</a>.'),
        ("in docs/nothing.md", "in docs/nothing.md"),
        ("`docs/api/errors.md`", '<a href="/docs/guides/errors"><code>docs/api/errors.md</code></a>'),
        ("`POST /v1/odds`", '<a href="/docs/reference/quoteOdds"><code>POST /v1/odds</code></a>'),
        ("`/v1/else <b>`", "<code>/v1/else &lt;b&gt;</code>"),
        ("[`POST /v1/odds`](tuning.md#how)", '<a href="/docs/guides/tuning#how"><code>POST /v1/odds</code></a>'),
        ("[docs/api/errors.md](tuning.md#how)", '<a href="/docs/guides/tuning#how">docs/api/errors.md</a>'),
        ("`http://localhost:8000/x`", '<code><span class="origin">http://localhost:8000</span>/x</code>'),
        ('![a "b"](tuning.md#how)', '<img src="/docs/guides/tuning#how" alt="a &#34;b&#34;" loading="lazy">'),
        ("![only <text>](no.svg)", "only &lt;text&gt;"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
    ],
)
def test_text__with_links_and_code__leads_where_there_is_something(text: str, html: str) -> None:
    assert MARKDOWN.html(text).strip() == f"<p>{html}</p>"


def test_headings__at_any_depth__have_the_ids_that_links_are_written_for() -> None:
    rendered = MARKDOWN.render(
        "# Who may call?\n\nAll.\n\n## `DESTINY_X` & 2 more\n\n# Who may call?\n\nNone.", deeper=1
    )

    assert [(one.level, one.slug, one.title) for one in rendered.sections] == [
        (0, "", ""),
        (2, "who-may-call", "Who may call?"),
        (3, "destiny_x--2-more", "DESTINY_X & 2 more"),
        (2, "who-may-call-1", "Who may call?"),
    ]
    assert [one.words for one in rendered.sections] == [[], ["All."], [], ["None."]]
    assert '<h3 id="destiny_x--2-more"><code>DESTINY_X</code> &amp; 2 more <a class="anchor"' in rendered.html
    assert 'aria-label="Link to DESTINY_X &amp; 2 more"' in rendered.html


def test_table__with_aligned_columns__has_no_inline_styles() -> None:
    html = MARKDOWN.html("| a | b |\n|---|--:|\n| 1 | 2 |")

    assert "style" not in html
    assert '<td class="right">2</td>' in html
    assert html.startswith('<div class="table"')


def test_code__with_the_address_of_a_service_at_home__marks_it() -> None:
    html = MARKDOWN.html("```sh\ncurl localhost:8000/v1 http://127.0.0.1:8000 '<x>'\n```")

    assert '<span class="origin">localhost:8000</span>/v1' in html
    assert '<span class="origin">http://127.0.0.1:8000</span>' in html
    assert "&lt;x&gt;" in html


def test_code__of_json__has_its_tokens_in_colours() -> None:
    html = MARKDOWN.html('```json\n{"a <": [1.5, true, "b"]}\n```')

    assert "<i class=key>&#34;a &lt;&#34;</i>: [<i class=num>1.5</i>, <i class=lit>true</i>, <i class=str>" in html


def test_plain__of_a_text__is_its_words() -> None:
    assert plain("A *word*\nand `code`:\n\n- one\n\n```\nx  =\n 1\n```") == "A word and code: one x = 1"
