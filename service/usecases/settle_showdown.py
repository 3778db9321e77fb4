"""Settling a showdown: the table is checked as a whole, then the pots are shared out."""

from service.rules.piecepacks.showdown import Showdown, ShowdownResult, show_down
from service.rules.piecepacks.table_checks import check_showdown


def settle_showdown(showdown: Showdown) -> ShowdownResult:
    """The result; `InvalidInput` where the table cannot be as it is described."""
    check_showdown(showdown)
    return show_down(showdown)
