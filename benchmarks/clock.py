"""Timing on a noisy machine: variants take turns, and the median or best turn of each counts."""

from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Final, TypeVar

Key = TypeVar("Key")
Work = Callable[[], object]

MICRO: Final = 1e6


def seconds_per_call(work: Work, calls: int) -> float:
    """The CPU time of one call. Wall time would include other processes on the machine."""
    start = process_time()
    for _ in range(calls):
        work()
    return (process_time() - start) / calls


def calls_for(work: Work, seconds: float) -> int:
    """How many calls take about this many seconds. Counting them also warms up."""
    calls, spent = 1, 0.0
    while spent < seconds / 4:
        start = perf_counter()
        for _ in range(calls):
            work()
        spent = perf_counter() - start
        calls *= 2
    return max(1, round(calls / 2 * seconds / spent))


def take_turns(variants: Mapping[Key, Work], rounds: int, seconds: float) -> dict[Key, float]:
    """CPU seconds per call of each variant: the best of `rounds` interleaved turns of about `seconds` each."""
    calls = {key: calls_for(work, seconds) for key, work in variants.items()}
    turns: dict[Key, list[float]] = {key: [] for key in variants}
    for _ in range(rounds):
        for key, work in variants.items():
            turns[key].append(seconds_per_call(work, calls[key]))
    return {key: min(times) for key, times in turns.items()}
