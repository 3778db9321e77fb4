"""Numbers with which each alert must fire, and others with which it must not; a sample a minute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

A: Final = 'job="destiny", instance="a:8000"'
B: Final = 'job="destiny", instance="b:8000"'
UP: Final = {f"up{{{A}}}": "1x60", f"up{{{B}}}": "1x60"}
STORE_UP: Final = {f"destiny_store_up{{{A}}}": "1x60"}
GAME: Final = f'{A}, method="POST", route="/v1/resolve"'


@dataclass(frozen=True, slots=True)
class Case:
    """What an alert does with these series."""

    alert: str
    what: str
    series: Mapping[str, str]
    """Values in promtool's notation: `0+2x5` is 0 2 4 6 8 10, `_` is no sample."""
    fires: Sequence[int] = ()
    """Minutes in which it fires."""
    quiet: Sequence[int] = ()
    """Minutes in which it does not."""


def requests(status: int, values: str, labels: str = GAME) -> dict[str, str]:
    return {f'destiny_requests_total{{{labels}, status="{status}"}}': values}


def resolutions(fast: int, slow: int) -> dict[str, str]:
    """So many within a millisecond a minute, and so many between 100 and 250 ms."""
    bucket = f'destiny_request_duration_seconds_bucket{{{A}, route="/v1/resolve", le="'
    return {
        f'{bucket}0.001"}}': f"0+{fast}x60",
        f'{bucket}0.1"}}': f"0+{fast}x60",
        f'{bucket}0.25"}}': f"0+{fast + slow}x60",
        f'{bucket}+Inf"}}': f"0+{fast + slow}x60",
    }


def confirmed(values: str) -> dict[str, str]:
    return {f"destiny_tuning_confirmed_timestamp_seconds{{{A}}}": values}


def revisions(newest: str, oldest: str, of: str = A) -> dict[str, str]:
    return {f"destiny_tuning_revision{{{of}}}": newest, f"destiny_tuning_revision_oldest{{{of}}}": oldest}


CASES: Final = (
    Case("DestinyDown", "both instances end", {f"up{{{A}}}": "1x5 0x60", f"up{{{B}}}": "1x8 0x60"}, [11], [5, 7, 9]),
    Case("DestinyDown", "none is known", {'up{job="other"}': "1x60"}, [2]),
    Case("DestinyDown", "one of two ends", {**UP, f"up{{{A}}}": "1x5 0x60"}, quiet=[30]),
    Case("DestinyInstanceDown", "one of two ends", {**UP, f"up{{{A}}}": "1x5 0x60"}, [8], [5, 7]),
    Case("DestinyInstanceDown", "a restart within a minute", {**UP, f"up{{{A}}}": "1x5 0 1x60"}, quiet=[6, 7, 8, 9]),
    Case("DestinyMetricsMissing", "another program answers", {**UP, **STORE_UP}, [5], [4]),
    Case("DestinyMetricsMissing", "the service answers", {f"up{{{A}}}": "1x60", **STORE_UP}, quiet=[30]),
    Case("DestinyStoreUnavailable", "for good", {f"destiny_store_up{{{A}}}": "1x5 0x60"}, [7, 30], [5, 6]),
    Case("DestinyStoreUnavailable", "for one scrape", {f"destiny_store_up{{{A}}}": "1x5 0 1x60"}, quiet=[6, 7, 8]),
    Case(
        "DestinyStoreFailing",
        "while it answers at times",
        {f"destiny_store_failures_total{{{A}}}": "0x5 0+9x60", f"destiny_store_up{{{A}}}": "1 0 1 0" + " 1 0 0" * 20},
        [25, 40],
        [5, 12],
    ),
    Case(
        "DestinyStoreFailing",
        "while it is away, which is another alert",
        {f"destiny_store_failures_total{{{A}}}": "0x5 0+200x60", f"destiny_store_up{{{A}}}": "1x5 0x60"},
        quiet=[10, 20, 40],
    ),
    Case(
        "DestinyStoreFailing", "once", {f"destiny_store_failures_total{{{A}}}": "0x5 40x60", **STORE_UP}, quiet=[8, 16]
    ),
    Case("DestinyServerErrors", "a tenth", requests(200, "0+90x60") | requests(503, "0+10x60"), [7, 30], [3]),
    Case("DestinyServerErrors", "a hundredth", requests(200, "0+99x60") | requests(500, "0+1x60"), quiet=[30]),
    Case(
        "DestinyServerErrors",
        "a single one at night",
        requests(200, "0x60") | requests(500, "0x9 1x50"),
        quiet=[14, 20],
    ),
    Case(
        "DestinyServerErrors",
        "of the readiness check alone",
        requests(200, "0+9x60") | requests(503, "0+9x60", f'{A}, method="GET", route="/health/ready"'),
        quiet=[30],
    ),
    Case("DestinyBug", "the first of a route", requests(500, "_x10 1x50"), [10, 20], [9, 26]),
    Case("DestinyBug", "another one", requests(500, "1x29 2x30"), [31, 40], [25, 50]),
    Case("DestinyBug", "refusals and a missing store", requests(422, "0+5x60") | requests(503, "0+5x60"), quiet=[30]),
    Case("DestinySlowResolutions", "two in a hundred", resolutions(98, 2), [11, 30], [5]),
    Case("DestinySlowResolutions", "one in a thousand", resolutions(999, 1), quiet=[30]),
    Case("DestinySlowResolutions", "none at all", resolutions(0, 0), quiet=[30]),
    Case(
        "DestinyRecordsWaiting",
        "more and more",
        {f"destiny_records_waiting_highest{{{A}}}": "400x5 400+1000x5 5400x40"},
        [11, 15],
        [5, 9, 30],
    ),
    Case(
        "DestinyRecordsWaiting",
        "as many as a batch",
        {f"destiny_records_waiting_highest{{{A}}}": "0x5 1000x40"},
        quiet=[6, 10, 20],
    ),
    Case(
        "DestinyRecordsLost",
        "once",
        {f'destiny_records_lost_total{{{A}, reason="no_room"}}': "0x9 3x40"},
        [11],
        [9, 30],
    ),
    Case(
        "DestinyRecordsLost",
        "none, after a restart",
        {f'destiny_records_lost_total{{{A}, reason="no_room"}}': "9x9 0x40"},
        quiet=[10, 11, 20],
    ),
    Case(
        "DestinyWebhookFailing",
        "every five minutes",
        {f'destiny_webhook_messages_total{{{A}, result="failed"}}': "0x4 1x4 2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x9"},
        [40, 45],
        [10, 30],
    ),
    Case(
        "DestinyWebhookFailing",
        "some, with deliveries in between",
        {
            f'destiny_webhook_messages_total{{{A}, result="failed"}}': "0+1x60",
            f'destiny_webhook_messages_total{{{A}, result="delivered"}}': "0x4 1x9 2x9 3x9 4x9 5x19",
        },
        quiet=[20, 40, 50],
    ),
    Case(
        "DestinyAnswersUnsent",
        "once",
        {f'destiny_keyed_requests_total{{{A}, result="uncertain"}}': "0x9 1x40"},
        [11],
        [9, 30],
    ),
    Case(
        "DestinyAnswersUnsent",
        "kept and repeated ones",
        {
            f'destiny_keyed_requests_total{{{A}, result="{result}"}}': "0+9x60"
            for result in ("kept", "replayed", "reused", "in_use", "full")
        },
        quiet=[30],
    ),
    Case(
        "DestinyKeysFull", "for long", {f'destiny_keyed_requests_total{{{A}, result="full"}}': "0x5 0+3x60"}, [15], [8]
    ),
    Case("DestinyKeysFull", "never", {f'destiny_keyed_requests_total{{{A}, result="kept"}}': "0+9x60"}, quiet=[30]),
    Case("DestinyTuningDiffers", "of two workers", revisions("3x5 4x60", "3x60"), [8], [5, 7]),
    Case(
        "DestinyTuningDiffers",
        "of two instances",
        revisions("3x5 4x60", "3x5 4x60") | revisions("3x60", "3x60", B),
        [8],
        [5, 7],
    ),
    Case("DestinyTuningDiffers", "for one scrape", revisions("3x5 4x60", "3x6 4x60"), quiet=[6, 7, 8, 9]),
    Case(
        "DestinyTuningUnconfirmed", "though the store answers", confirmed("0+60x10 600x60") | STORE_UP, [15], [10, 12]
    ),
    Case(
        "DestinyTuningUnconfirmed",
        "while the store is away, which is another alert",
        confirmed("0+60x10 600x60") | {f"destiny_store_up{{{A}}}": "1x10 0x60"},
        quiet=[15, 30],
    ),
    Case("DestinyTuningUnconfirmed", "never", confirmed("0+60x60") | STORE_UP, quiet=[30]),
    Case(
        "DestinyTuningHistoryDiffers",
        "until somebody decides",
        {f"destiny_tuning_history_differs{{{A}}}": "0x5 1x20 0x20"},
        [7, 20],
        [6, 28],
    ),
    Case("DestinyTuningHistoryDiffers", "never", {f"destiny_tuning_history_differs{{{A}}}": "0x60"}, quiet=[30]),
    Case("DestinyRateLimited", "a half", requests(200, "0+9x60") | requests(429, "0+9x60"), [13, 30], [8]),
    Case("DestinyRateLimited", "one in a hundred", requests(200, "0+99x60") | requests(429, "0+1x60"), quiet=[30]),
)
