"""The page that verifies draws in the browser: one file with its own styles and scripts, so that it can be saved."""

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from service.web.resources import Resource, read_styles

SOURCES: Final = Path(__file__).with_name("page")
_LOADED: Final = re.compile(
    r'<link rel="stylesheet" href="(?P<style>[\w.]+)">|<script(?P<type>[^>]*) src="(?P<script>[\w.]+)"></script>'
)
_INLINE: Final = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class VerifyPage:
    """The page, and the policy that allows its own styles and scripts and nothing else."""

    document: Resource
    policy: str


@cache
def verify_page() -> VerifyPage:
    """The page of this project, made on first use."""
    html = joined(SOURCES)
    return VerifyPage(Resource.of("text/html", html), policy_of(html))


def joined(sources: Path) -> str:
    """The HTML file in this folder, with the text of each style sheet and script in place of its address."""

    def put_in(found: re.Match[str]) -> str:
        if found["style"]:
            return f"<style>\n{read_styles(sources / found['style'])}</style>"
        return f"<script{found['type']}>\n{(sources / found['script']).read_text('utf-8')}</script>"

    return _LOADED.sub(put_in, (sources / "verify.html").read_text("utf-8"))


def policy_of(html: str) -> str:
    """The Content-Security-Policy of a page that has everything inline."""
    digests: dict[str, list[str]] = {"style": [], "script": []}
    for kind, text in _INLINE.findall(html):
        digests[kind].append(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    return (
        f"default-src 'none'; script-src {' '.join(digests['script'])}; style-src {' '.join(digests['style'])}; "
        "img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
