"""The alerts, each with when it fires and what to look at first. docs/operators/monitoring.md says what to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import yaml

from service.metrics.definitions import (
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
from tools.monitoring.selectors import JOB, UP, buckets, of

CRITICAL: Final = "critical"
"""Players notice it or something is about to be lost: someone is paged."""
WARNING: Final = "warning"
"""It can wait until the morning."""
GAME: Final = "/v1/.*"
"""Health checks and scrapes say nothing about what players get."""
MOST_FAILING: Final = 0.05
"""The share of the game's requests that may fail."""
MOST_LIMITED: Final = 0.1
"""The share of them that the rate limit may refuse."""
SLOW_S: Final = 0.05
"""What 99 of 100 resolutions should take no longer than; a bound of the histogram, where a quantile is no estimate."""
_HEAD: Final = "# Made by `make monitoring` from tools/monitoring/alerts.py; change it there.\n"


@dataclass(frozen=True, slots=True)
class Alert:
    """A rule of Prometheus."""

    name: str
    expression: str
    lasts: str
    """How long the expression has to hold."""
    severity: str
    summary: str
    """What is wrong; a template of Prometheus."""
    description: str
    """What it means, and what to look at first."""

    def rule(self) -> dict[str, Any]:
        # The page is on every instance, but an instance in trouble may not show it. So the address of one that the
        # reader can reach is a setting of Prometheus.
        page = "{{ $externalLabels.docs }}/docs/guides/monitoring"
        return {
            "alert": self.name,
            "expr": self.expression,
            "for": self.lasts,
            "labels": {"severity": self.severity},
            "annotations": {
                "summary": self.summary,
                "description": self.description,
                "runbook_url": f"{page}#{self.name.lower()}",
            },
        }


def _share(part: str, whole: str) -> str:
    """How much of the job's requests in five minutes is of one kind."""
    return f"sum by (job) (rate({part}[5m])) / sum by (job) (rate({whole}[5m]))"


_AT_ONCE: Final = "0s"
_BUGS: Final = of(REQUESTS, status="500")

ALERTS: Final[Sequence[Alert]] = (
    Alert(
        "DestinyDown",
        f"sum by (job) ({UP}) == 0 or absent({UP})",
        "1m",
        CRITICAL,
        "No instance of the service can be scraped.",
        "Ask /health/live of an instance. If it answers, Prometheus cannot reach it, or needs another token.",
    ),
    Alert(
        "DestinyInstanceDown",
        f"{UP} == 0",
        "2m",
        WARNING,
        "{{ $labels.instance }} cannot be scraped.",
        "The other instances serve the game. See whether the process runs, and the end of its log.",
    ),
    Alert(
        "DestinyMetricsMissing",
        f"{UP} == 1 unless on (job, instance) {of(STORE_UP)}",
        "5m",
        WARNING,
        "{{ $labels.instance }} answers, but not with the metrics of the service.",
        "No other alert can fire for it. See what listens at that address, and which version it is.",
    ),
    Alert(
        "DestinyStoreUnavailable",
        f"{of(STORE_UP)} == 0",
        "1m",
        CRITICAL,
        "{{ $labels.instance }} cannot use its store.",
        "Calls that need the store get 503, the others are answered, and records wait in memory. /health/ready says "
        "what is wrong.",
    ),
    Alert(
        "DestinyStoreFailing",
        f"increase({of(STORE_FAILURES)}[5m]) > 10 and max_over_time({of(STORE_UP)}[5m]) == 1",
        "10m",
        WARNING,
        "Operations of {{ $labels.instance }} on the store fail again and again.",
        "The store answers at times: it is overloaded, the network loses packets, or it starts again and again.",
    ),
    Alert(
        "DestinyServerErrors",
        f"{_share(of(REQUESTS, route=GAME, status='5..'), of(REQUESTS, route=GAME))} > {MOST_FAILING}",
        "5m",
        CRITICAL,
        "{{ $value | humanizePercentage }} of the game's requests end in a server error.",
        "Where the store is unavailable, see to that first. Otherwise the log has a traceback for each bug.",
    ),
    Alert(
        "DestinyBug",
        # A series that is new has not increased yet, so the first error of a route needs the first half.
        f"sum by (job, route) ({_BUGS} unless {_BUGS} offset 15m or increase({_BUGS}[15m])) > 0",
        _AT_ONCE,
        WARNING,
        "{{ $labels.route }} has hit a bug.",
        "The line of the request in the log has its id, and another line with that id has the traceback.",
    ),
    Alert(
        "DestinySlowResolutions",
        f"histogram_quantile(0.99, sum by (job, le) (rate({buckets(route='/v1/resolve')}[5m]))) > {SLOW_S}",
        "10m",
        WARNING,
        "One resolution in a hundred takes longer than {{ $value | humanizeDuration }}.",
        "A resolution takes some 0.2 ms by itself. See whether the cores are busy, then whether the store is slow.",
    ),
    Alert(
        "DestinyRecordsWaiting",
        # The gauge never falls while a worker lives. Records wait now if it has risen.
        f"{of(RECORDS_WAITING)} > {MOST_WAITING // 2} and delta({of(RECORDS_WAITING)}[10m]) > 0",
        _AT_ONCE,
        CRITICAL,
        "A worker of {{ $labels.instance }} has {{ $value | humanize }} records waiting to be written.",
        f"From {MOST_WAITING:,} on it drops the oldest. Bring the store back; do not restart the service, which would "
        "lose the records.",
    ),
    Alert(
        "DestinyRecordsLost",
        f"increase({of(RECORDS_LOST)}[15m]) > 0",
        _AT_ONCE,
        WARNING,
        "{{ $labels.instance }} has lost records of resolutions ({{ $labels.reason }}).",
        "The answers were sent, and the game continues. Lost records stay lost; the reason says what to repair.",
    ),
    Alert(
        "DestinyAnswersUnsent",
        f"sum by (job, result) (increase({of(KEYED_REQUESTS, result='uncertain|lost')}[15m])) > 0",
        _AT_ONCE,
        WARNING,
        "Draws were made that no caller got ({{ $labels.result }}).",
        "Callers that repeat their request still get a draw. See how long the store takes.",
    ),
    Alert(
        "DestinyKeysFull",
        f"sum by (job) (increase({of(KEYED_REQUESTS, result='full')}[5m])) > 0",
        "5m",
        WARNING,
        "Requests with an Idempotency-Key are refused: the memory for kept answers is used up.",
        "Raise DESTINY_IDEMPOTENCY_MIB, lower DESTINY_IDEMPOTENCY_HOURS, or find the caller that sends so many.",
    ),
    Alert(
        "DestinyTuningDiffers",
        f"max by (job) ({of(TUNING_NEWEST)}) > min by (job) ({of(TUNING_OLDEST)})",
        "2m",
        WARNING,
        "Workers play by different revisions of the tuning.",
        "A change reaches every worker within a second. Compare destiny_tuning_revision of the instances: one of them "
        "has no store, or another one.",
    ),
    Alert(
        "DestinyTuningUnconfirmed",
        f"time() - {of(TUNING_CONFIRMED)} > 60 and {of(STORE_UP)} == 1",
        "2m",
        WARNING,
        "A worker of {{ $labels.instance }} has not read the tuning for {{ $value | humanizeDuration }}.",
        "The store answers, so compare the clocks of the machines first, then restart the instance.",
    ),
    Alert(
        "DestinyTuningHistoryDiffers",
        f"{of(TUNING_HISTORY_DIFFERS)} == 1",
        "1m",
        CRITICAL,
        "The store of {{ $labels.instance }} has lost revisions of the tuning, or is another store.",
        "Players continue under the last good revision, and changes are refused until you decide which history counts.",
    ),
    Alert(
        "DestinyWebhookFailing",
        # The pauses between attempts grow to five minutes.
        f"sum by (job) (increase({of(WEBHOOK_MESSAGES, result='failed')}[15m])) > 0 "
        f"unless sum by (job) (increase({of(WEBHOOK_MESSAGES, result='delivered')}[15m])) > 0",
        "30m",
        WARNING,
        "The webhook does not take the messages about changes of the tuning.",
        "The changes are live anyway. The log says how the receiver answers; after a day a message is given up.",
    ),
    Alert(
        "DestinyRateLimited",
        f"{_share(of(REQUESTS, status='429'), of(REQUESTS, route=GAME))} > {MOST_LIMITED}",
        "10m",
        WARNING,
        "{{ $value | humanizePercentage }} of the game's requests are refused by the rate limit.",
        "See in the log which caller it is: one that misbehaves, or every player behind one gateway.",
    ),
)


class _Dumper(yaml.SafeDumper):
    """Indents the items of lists, as the other files do."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: FBT001, FBT002, ARG002
        super().increase_indent(flow, indentless=False)


def written() -> str:
    """The text of `alerts.yml`."""
    groups = {"groups": [{"name": JOB, "rules": [alert.rule() for alert in ALERTS]}]}
    return _HEAD + yaml.dump(groups, Dumper=_Dumper, sort_keys=False, width=118)
