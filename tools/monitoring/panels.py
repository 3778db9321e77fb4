"""What the dashboard shows, row by row, and what it marks in every panel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.metrics.definitions import (
    CHARACTERS_LOOKED_UP,
    DURATIONS,
    HANDS_DEALT,
    KEYED_REQUESTS,
    RECORDS_LOST,
    RECORDS_WAITING,
    REQUESTS,
    STORE_FAILURES,
    STORE_UP,
    TUNING_CONFIRMED,
    TUNING_HISTORY_DIFFERS,
    TUNING_NEWEST,
    TUNING_OLDEST,
    WEBHOOK_MESSAGES,
)
from service.records.keep import MOST_WAITING
from tools.monitoring.alerts import GAME, MOST_FAILING
from tools.monitoring.selectors import UP, buckets, of

PERIOD: Final = "$__rate_interval"
"""Grafana puts in a range that suits the zoom, and never less than four scrapes."""
_ONE_IS_GOOD: Final = ((None, "red"), (1, "green"))
ALERTS_FIRING: Final = 'ALERTS{alertname=~"Destiny.*", alertstate="firing"}'
"""Prometheus makes this series itself."""


@dataclass(frozen=True, slots=True)
class Query:
    """An expression, and how its series are named in the legend."""

    expression: str
    legend: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A graph over time, or the current number alone."""

    title: str
    about: str
    queries: Sequence[Query]
    unit: str = "short"
    """One of Grafana's units."""
    width: int = 8
    """Of 24 columns."""
    current: bool = False
    """Whether only the current number is shown."""
    most: float | None = None
    """Where the axis ends, if that is known."""
    stacked: bool = False
    colors: Sequence[tuple[float | None, str]] = ((None, "text"),)
    """From which value on a current number has which colour; None is from the lowest."""


def _per_second(series: str, by: str = "") -> str:
    return f"sum{f' by ({by}) ' if by else ''}(rate({series}[{PERIOD}]))"


def _quantile(quantile: float, by: str = "le", **patterns: str) -> str:
    return f"histogram_quantile({quantile}, {_per_second(buckets(**patterns), by)})"


def _share(part: str, whole: str) -> str:
    # Nothing of a kind is 0 %, and not a gap in the graph; no request at all is a gap.
    return f"({_per_second(part)} or vector(0)) / {_per_second(whole)}"


_GAME_ANSWERS: Final = of(REQUESTS, route=GAME)
_RESOLVE: Final = "/v1/resolve"

ROWS: Final[Sequence[tuple[str, Sequence[Panel]]]] = (
    (
        "Now",
        (
            Panel(
                "Instances up",
                "Instances that could be scraped.",
                [Query(f"sum({UP})", "up")],
                "none",
                4,
                current=True,
                colors=_ONE_IS_GOOD,
            ),
            Panel(
                "Store",
                "1 if every instance can use its store.",
                [Query(f"min({of(STORE_UP)})", "up")],
                "none",
                4,
                current=True,
                colors=_ONE_IS_GOOD,
            ),
            Panel(
                "Tuning revision",
                "The live revision; the newest while workers differ.",
                [Query(f"max({of(TUNING_NEWEST)})", "revision")],
                "none",
                4,
                current=True,
            ),
            Panel(
                "Server errors",
                "The share of the game's requests that ended in one.",
                [Query(_share(of(REQUESTS, route=GAME, status="5.."), _GAME_ANSWERS), "errors")],
                "percentunit",
                4,
                current=True,
                colors=((None, "green"), (MOST_FAILING, "red")),
            ),
            Panel(
                "Alerts",
                "Alerts that fire.",
                [Query(f"count({ALERTS_FIRING}) or vector(0)", "firing")],
                "none",
                8,
                current=True,
                colors=((None, "green"), (1, "red")),
            ),
        ),
    ),
    (
        "Requests",
        (
            Panel("By route", "Answers per second.", [Query(_per_second(of(REQUESTS), "route"), "{{route}}")], "reqps"),
            Panel(
                "By class of status",
                "Answers per second.",
                [
                    Query(_per_second(of(REQUESTS, status=f"{digit}..")), f"{digit}xx: {what}")
                    for digit, what in ((2, "answered"), (3, "not changed"), (4, "refused"), (5, "failed"))
                ],
                "reqps",
                stacked=True,
            ),
            Panel(
                "Failed and limited",
                "Shares of the game's requests: server errors, those without the store (503) by themselves, and those "
                "that the rate limit refused (429).",
                [
                    Query(_share(of(REQUESTS, route=GAME, status="5.."), _GAME_ANSWERS), "5xx"),
                    Query(_share(of(REQUESTS, route=GAME, status="503"), _GAME_ANSWERS), "503"),
                    Query(_share(of(REQUESTS, route=GAME, status="429"), _GAME_ANSWERS), "429"),
                ],
                "percentunit",
            ),
        ),
    ),
    (
        "Time",
        (
            Panel(
                "A resolution",
                "Time in the application, without gunicorn's. Longer than a second counts as a second.",
                [Query(_quantile(share, route=_RESOLVE), f"{share:.0%}") for share in (0.5, 0.95, 0.99)],
                "s",
                6,
            ),
            Panel(
                "All of the game's requests",
                "Time in the application. A batch or the odds of a gang war take longer than a resolution.",
                [Query(_quantile(share, route=GAME), f"{share:.0%}") for share in (0.5, 0.95, 0.99)],
                "s",
                6,
            ),
            Panel(
                "Slowest routes",
                "The 99th percentile of the ten routes where it is highest.",
                [Query(f"topk(10, {_quantile(0.99, 'route, le')})", "{{route}}")],
                "s",
                6,
            ),
            Panel(
                "Workers busy",
                "Seconds of answering per second, summed over all workers of an instance. Near the number of its "
                "workers, requests wait.",
                [Query(f"sum by (instance) (rate({DURATIONS.name}_sum[{PERIOD}]))", "{{instance}}")],
                width=6,
            ),
        ),
    ),
    (
        "Play",
        (
            Panel(
                "Hands dealt",
                "Per second, by type of action and game.",
                [Query(_per_second(of(HANDS_DEALT), "by"), "{{by}}")],
                "ops",
                stacked=True,
            ),
            Panel(
                "Requests with an Idempotency-Key",
                "Per second, by their outcome.",
                [Query(_per_second(of(KEYED_REQUESTS), "result"), "{{result}}")],
                "ops",
            ),
            Panel(
                "Characters named in actions",
                "Per second. Unknown ones have to be sent again, with their skills.",
                [Query(_per_second(of(CHARACTERS_LOOKED_UP), "found"), "{{found}}")],
                "ops",
            ),
        ),
    ),
    (
        "Store and records",
        (
            Panel(
                "Store up", "1 or 0.", [Query(f"min by (instance) ({of(STORE_UP)})", "{{instance}}")], "none", 6, most=1
            ),
            Panel(
                "Failures of the store",
                "Operations per second that failed.",
                [Query(_per_second(of(STORE_FAILURES), "instance"), "{{instance}}")],
                "ops",
                6,
            ),
            Panel(
                "Most records waiting",
                f"The most that a worker has had waiting since it started. Near {MOST_WAITING:,} it drops the oldest.",
                [Query(f"max by (instance) ({of(RECORDS_WAITING)})", "{{instance}}")],
                "short",
                6,
            ),
            Panel(
                "Records lost",
                "In the last hour, by reason.",
                [Query(f"sum by (reason) (increase({of(RECORDS_LOST)}[1h]))", "{{reason}}")],
                "short",
                6,
            ),
        ),
    ),
    (
        "Tuning",
        (
            Panel(
                "Revision",
                "The newest and the oldest that workers play by.",
                [
                    Query(f"max by (instance) ({of(TUNING_NEWEST)})", "{{instance}}, newest"),
                    Query(f"min by (instance) ({of(TUNING_OLDEST)})", "{{instance}}, oldest"),
                ],
                "none",
                6,
            ),
            Panel(
                "Not confirmed for",
                "Since when the worker that is furthest behind has not read the tuning in the store.",
                [Query(f"time() - min by (instance) ({of(TUNING_CONFIRMED)})", "{{instance}}")],
                "s",
                6,
            ),
            Panel(
                "Other history",
                "1 if the store has lost revisions or is another one.",
                [Query(f"max by (instance) ({of(TUNING_HISTORY_DIFFERS)})", "{{instance}}")],
                "none",
                6,
                most=1,
            ),
            Panel(
                "Messages to the webhook",
                "In the last hour, by result. None at all is usual: there is one for each change of the tuning.",
                [Query(f"sum by (result) (increase({of(WEBHOOK_MESSAGES)}[1h]))", "{{result}}")],
                "short",
                6,
            ),
        ),
    ),
)

_REVISION: Final = of(TUNING_NEWEST)
REVISION_CHANGED: Final = (
    f'count_values("revision", max({_REVISION})) '
    f'unless count_values("revision", max(last_over_time({_REVISION}[1h] offset 1m)))'
)
"""For a minute after each change: a series whose label is the new revision. An instance that was away for less than an
hour has changed nothing."""
