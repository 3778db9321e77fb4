"""A service that has resolved something: the state that the examples of records and insight describe."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from flask import Flask

from service.engines.destiny.insight.report import RANK_CHANCES
from service.engines.destiny.insight.tally import Name
from service.insights.ports import DecidedName, Increments
from tests.builders.hands import hand
from tests.builders.tuned import tuned_log
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.system import ScriptedDealer, StoppedClock
from tests.openapi import contract

ROBBERY_ID: Final = "01930000-0000-7000-8000-000000000001"


def recorded_app(ledger: InMemoryLedger | None = None) -> Flask:
    """The application after the first example of `resolve`."""
    app = make_app(dealer=ScriptedDealer(hand("A♠ K♦ K♠ 7♥ 3♠")), ledger=ledger or InMemoryLedger())
    body = contract()["components"]["examples"]["bank_robbery"]["value"]
    answer = app.test_client().post("/v1/resolve", json=body)
    assert answer.json
    assert answer.json["resolution_id"] == ROBBERY_ID
    return app


def counted_app() -> Flask:
    """The application after two days of many resolutions, the second of them under a tuning that has changed."""
    clock = StoppedClock()
    return make_app(**tuned_parts(tuned_log(), clock), insight=counted_store(clock))


def counted_store(clock: StoppedClock) -> InMemoryInsightStore:
    """The counts of these days. On the first of them, the release was updated."""
    store = InMemoryInsightStore()
    today = clock.now().date()
    store.add(Increments("a worker", 1, today - timedelta(days=1), _counts_before(), _DECIDED_BEFORE))
    store.add(Increments("a worker", 2, today, counts(), _decided()))
    return store


def _counts_before() -> dict[Name, int]:
    row = ("difficulty", "pve", "hard")
    degrees = dict(zip(_DEGREES, (34, 296, 312, 398), strict=True))
    counted = {(*row, degree): number for degree, number in degrees.items()}
    return counted | {("threshold", *row): 27_500 * 1_040} | _sampled(row, 610, 194, 0.32)


def _decided() -> dict[DecidedName, list[int]]:
    """What revision 2 decided of the resolutions in `counts`."""
    decided = {
        (2, kind, _NAMES.get(difficulty, difficulty)): _figures(degrees, threshold, *sample)
        for (kind, difficulty), (threshold, degrees, sample) in _CHALLENGES.items()
    }
    duels = [_figures((0, won, lost, 0), 0, *sample) for won, lost, sample in _DUELS.values()]
    decided[2, "pvp", ""] = [sum(each) for each in zip(*duels, strict=True)]
    decided[2, "gang_war", ""] = _figures((0, 88, 112, 0), 0)
    return decided


def _figures(degrees: Sequence[int], threshold: int, contests: int = 0, wins: int = 0, chance: float = 0) -> list[int]:
    expected, variance = contests * chance, contests * chance * (1 - chance)
    return [*degrees, threshold * sum(degrees), contests, wins, round(expected * 1e9), round(variance * 1e9)]


def counts() -> dict[Name, int]:
    """Plausible counts of 13,000 resolutions on a day, in which veterans win a little more often than they should."""
    counted: dict[Name, int] = {}
    for (kind, difficulty), (threshold, degrees, sample) in _CHALLENGES.items():
        row = ("difficulty", kind, difficulty)
        counted["threshold", *row] = threshold * sum(degrees)
        counted |= {(*row, degree): number for degree, number in zip(_DEGREES, degrees, strict=True)}
        counted |= _sampled(row, *sample)
    for label, (won, lost, sample) in _DUELS.items():
        counted |= {("difference", label, "won"): won, ("difference", label, "lost"): lost}
        counted |= _sampled(("difference", label), *sample)
    counted |= {("gang_war", "won"): 88, ("gang_war", "lost"): 112}
    for kind, (hands, share) in _HANDS.items():
        for rank, chance in RANK_CHANCES.items():
            drawn = round(hands * chance)
            won = round(drawn * (share if rank in ("high_card", "pair") else (1 + share) / 2))
            counted |= {("hand_rank", kind, rank, "won"): won, ("hand_rank", kind, rank, "lost"): drawn - won}
    for suit, bars in _SUITS.items():
        counted |= {("suit", suit, bar): number for bar, number in zip(_BARS, bars, strict=True)}
        counted["suit_points", suit] = sum(
            number * points for number, points in zip(bars, (-500, 0, 400, 1500, 3000, 6000, 9000, 17000), strict=True)
        )
    return {name: number for name, number in counted.items() if number}


def _sampled(row: Name, contests: int, wins: int, chance: float) -> dict[Name, int]:
    figures: dict[str, Any] = {
        "contests": contests,
        "wins": wins,
        "chance": round(contests * chance * 1e9),
        "variance": round(contests * chance * (1 - chance) * 1e9),
    }
    return {("sample", *row, what): number for what, number in figures.items()}


_DEGREES: Final = ("critical_success", "success", "failure", "critical_failure")
_NAMES: Final = {"easy": "pickpocket", "hard": "bank_robbery"}
_CHALLENGES: Final = {
    ("pve", "easy"): (9_000, (1_310, 2_104, 472, 114), (1_200, 1_026, 0.85)),
    ("pve", "hard"): (30_000, (61, 702, 803, 1_434), (900, 236, 0.25)),
    ("pve", "custom"): (18_050, (40, 160, 150, 150), (150, 61, 0.41)),
    ("skill_check", "medium"): (15_000, (212, 783, 501, 504), (600, 298, 0.5)),
}
_DUELS: Final = {
    "-10": (612, 888, (450, 181, 0.42)),
    "0": (731, 769, (460, 218, 0.49)),
    "30": (452, 48, (150, 139, 0.84)),
    "unknown": (101, 99, (60, 31, 0.5)),
}
_DECIDED_BEFORE: Final[dict[DecidedName, list[int]]] = {
    (0, "pve", "bank_robbery"): _figures((32, 288, 303, 377), 27_500, 600, 191, 0.32)
}
_HANDS: Final = {"pve": (8_540, 0.58), "skill_check": (2_000, 0.5), "pvp": (7_400, 0.5), "gang_war": (1_600, 0.46)}
_BARS: Final = ("below_0", "0", "1", "1000", "2000", "4000", "8000", "16000")
_SUITS: Final = {
    "spades": (0, 5_100, 600, 2_200, 4_100, 1_900, 500, 100),
    "hearts": (40, 8_360, 500, 1_900, 2_400, 1_000, 250, 50),
    "clubs": (0, 6_900, 700, 2_100, 3_000, 1_400, 350, 50),
    "diamonds": (0, 10_200, 600, 1_400, 1_500, 600, 175, 25),
}
