"""Timing on a noisy machine: variants take turns, and what counts of each is its median or best turn."""

from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Final, TypeVar

Key = TypeVar("Key")
Work = Callable[[], object]

MICRO: Final = 1e6


def seconds_per_call(work: Work, calls: int) -> float:
    """The CPU time of one call. Not the time by the wall: a neighbour on the machine would count."""
    start = process_time()
    for _ in range(calls):
        work()
    return (process_time() - start) / calls


def calls_for(work: Work, seconds: float) -> int:
    """How many calls fill about so many seconds; it also warms up."""
    calls, spent = 1, 0.0
    while spent < seconds / 4:
        start = perf_counter()
        for _ in range(calls):
            work()
        spent = perf_counter() - start
        calls *= 2
    return max(1, round(calls / 2 * seconds / spent))


def take_turns(variants: Mapping[Key, Work], rounds: int, seconds: float) -> dict[Key, float]:
    """Seconds of CPU per call of each variant: the best of so many interleaved turns of about so many seconds."""
    calls = {key: calls_for(work, seconds) for key, work in variants.items()}
    turns: dict[Key, list[float]] = {key: [] for key in variants}
    for _ in range(rounds):
        for key, work in variants.items():
            turns[key].append(seconds_per_call(work, calls[key]))
    return {key: min(times) for key, times in turns.items()}
