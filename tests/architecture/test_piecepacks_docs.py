"""What the rules page says of the tiles is what the code computes."""

import re

from service.engines.piecepacks.odds.exact import MOST_BOARDS, MOST_DEALS
from service.engines.piecepacks.rankings import RANKINGS
from tests.figures import DOCS, figures

PAGE = (DOCS / "rules" / "piecepacks.md").read_text("utf-8")


def test_table_of_hands__on_the_page__has_the_counts_and_chances_of_the_code() -> None:
    rows = re.findall(r"^\| [^|]+ \| ([\d,]+) \| \**([\d,]+)\** \| ([\d.]+) % \|$", PAGE, re.MULTILINE)
    *hands, (_, total, _) = rows
    assert hands == [(f"{row.printed_count:,}", f"{row.count:,}", f"{100 * row.probability:.4f}") for row in RANKINGS]
    assert total == f"{sum(row.count for row in RANKINGS):,}"


def test_bounds_of_exact_odds__on_the_page__are_those_of_the_code() -> None:
    assert figures(PAGE, "at most # deals") == {MOST_DEALS}
    assert figures(PAGE, "at most # boards") == {MOST_BOARDS}


def test_author_and_licence__on_the_page__are_named() -> None:
    assert "Trevor L Davis" in PAGE
    assert "CC BY-SA 4.0" in PAGE
