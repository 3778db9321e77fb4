"""What all pages have around them: the bar, the list at the side, the styles and the scripts."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.web.documentation.contract import Contract
from service.web.documentation.guides import Guide

_TEMPLATES: Final = Path(__file__).with_name("templates")


class Shell:
    """Renders templates, each of which fills the same frame."""

    def __init__(self, contract: Contract, guides: Sequence[Guide], version: str) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(
            assets=f"/docs/assets/{version}",
            info=contract.info,
            server=contract.server,
            groups=contract.groups,
            guide_groups=[(name, list(group)) for name, group in groupby(guides, key=lambda guide: guide.group)],
        )

    def render(self, template: str, **context: Any) -> str:
        """The page of a template that is filled with this."""
        return self._templates.get_template(template).render(**context)
