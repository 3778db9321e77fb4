"""Warnings about what a change takes away and is used, and how uses are counted within bounds."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import orjson
import pytest

from service.characters.ports import Character, Found
from service.characters.uses import MOST_COUNTED as MOST_CHARACTERS
from service.characters.uses import MOST_S, CountCharacters
from service.engines.pauses import no_pause
from service.errors import StoreUnavailable
from service.preview.preview import PreviewTuning, PreviewTuningInput
from service.records.ports import Record
from service.records.uses import AT_ONCE, RECENT, CountRecords
from service.records.uses import MOST_COUNTED as MOST_RECORDS
from service.system.clock import timestamp
from service.tuning.ports import Taken, Uses
from service.tuning.warnings import WarnOfChange
from tests.builders.tunings import shipped_revision, tuning_with
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.system import CountedYields, NotedTurns, StoppedClock
from tests.fakes.tuning_store import TUNINGS

SHIPPED = tuning_with()
STEALTH = ("skills", "stealth")
ACTOR: dict[str, Any] = {"skills": {"stealth": 30}, "hand": []}
WAR: dict[str, Any] = {
    "action_type": "gang_war",
    "attackers": [ACTOR, {"npc": "elite", "items": ["iron_horseshoe"]}, ACTOR],
    "defenders": [{"suit_bonuses": {}, "effects": ["whiskey", "poisoned"]}],
    "territory": "fortified_territory",
}


def character(**skills: int) -> Character:
    return Character(skills, (0, 0, 0, 0), 0)


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def characters(clock: StoppedClock) -> InMemoryCharacterStore:
    store = InMemoryCharacterStore(clock)
    store.remember({"ada": character(stealth=30, cooking=81), "bob": character(stealth=80), "cy": character(mining=1)})
    store.start_effect("ada", "whiskey", timedelta(minutes=1))
    store.start_effect("dot", "whiskey", timedelta(minutes=1))
    store.start_effect("dot", "poisoned", timedelta(minutes=1))
    return store


@pytest.fixture
def ledger() -> InMemoryLedger:
    return InMemoryLedger(most=100_000)


def write(ledger: InMemoryLedger, clock: StoppedClock, *inputs: dict[str, Any], age: timedelta = timedelta()) -> None:
    """Records of these inputs, oldest first."""
    first = len(ledger.records)
    at = timestamp(clock.now() - age)
    for number, one in enumerate(inputs, first):
        document = orjson.dumps({"record_version": 1, "resolved_at": at, "inputs": one})
        ledger.write([Record(f"{number:06}", document)])


def count_records(ledger: InMemoryLedger, clock: StoppedClock, taken: Taken) -> Uses:
    return CountRecords(ledger, clock, CountedYields(), lambda: 0)(taken)


def test_characters__with_skills_levels_and_effects_that_are_taken__are_counted(
    characters: InMemoryCharacterStore,
) -> None:
    names = {"skills": frozenset({"stealth", "cooking"}), "effects": frozenset({"whiskey"}), "crimes": frozenset({"x"})}

    uses = CountCharacters(characters, CountedYields(), lambda: 0)(Taken(names, 80))

    assert uses.complete
    assert uses.numbers == {STEALTH: 2, ("skills", "cooking"): 1, ("effects", "whiskey"): 2, Taken.LEVEL: 1}


def test_characters__for_what_they_cannot_have__are_not_looked_at(characters: InMemoryCharacterStore) -> None:
    before = characters.round_trips

    uses = CountCharacters(characters, CountedYields())(Taken({"crimes": frozenset({"burglary"})}))

    assert (uses.numbers, uses.complete, characters.round_trips) == ({}, True, before)


class CrowdedStore(InMemoryCharacterStore):
    """As many characters as are asked for, some at a time."""

    def everyone(self) -> Iterator[list[Found]]:
        while True:
            yield [Found(character(stealth=1), ())] * 1000


def test_characters__too_many__are_counted_up_to_the_bound(clock: StoppedClock) -> None:
    yields = CountedYields()

    uses = CountCharacters(CrowdedStore(clock), yields, lambda: 0)(Taken({"skills": frozenset({"stealth"})}))

    assert (uses.numbers[STEALTH], uses.complete) == (MOST_CHARACTERS, False)
    assert yields.taken == MOST_CHARACTERS // 1000


def test_counts__that_take_too_long__stop(clock: StoppedClock, ledger: InMemoryLedger) -> None:
    taken = Taken({"skills": frozenset({"stealth"})})
    write(ledger, clock, *[{"action_type": "pve", "actor": ACTOR}] * (2 * AT_ONCE + 1))
    times: list[Sequence[float]] = [(0, 0.1, MOST_S, MOST_S + 0.1), (0, 0.1, 1.1)]

    of_characters = CountCharacters(CrowdedStore(clock), CountedYields(), iter(times[0]).__next__)(taken)
    of_records = CountRecords(ledger, clock, CountedYields(), iter(times[1]).__next__)(taken)

    assert (of_characters.numbers[STEALTH], of_characters.complete) == (2000, False)
    assert (of_records.numbers[STEALTH], of_records.complete) == (AT_ONCE, False)


def test_records__of_every_kind_of_action__are_counted_once_for_each_entry(
    ledger: InMemoryLedger, clock: StoppedClock
) -> None:
    crime = {"action_type": "pve", "crime": "burglary", "actor": ACTOR, "location": "frontera"}
    check = {"action_type": "skill_check", "difficulty": "hard", "actor": {"skills": {"stealth": 5}}}
    duel = {"action_type": "pvp", "actor": ACTOR, "target": {"npc": "elite"}}
    write(ledger, clock, WAR, crime, check, duel, {"action_type": "pve", "threshold": 7, "actor": {"suit_bonuses": {}}})
    named = {
        "skills": {"stealth"},
        "crimes": {"burglary", "train_heist"},
        "skill_checks": {"hard"},
        "npcs": {"elite"},
        "items": {"iron_horseshoe"},
        "effects": {"poisoned"},
        "locations": {"frontera"},
        "territories": {"fortified_territory"},
    }

    uses = count_records(ledger, clock, Taken({part: frozenset(names) for part, names in named.items()}, 29))

    assert uses.complete
    expected: dict[tuple[str, ...], int] = {
        STEALTH: 4,
        Taken.LEVEL: 3,
        ("npcs", "elite"): 2,
        **dict.fromkeys([("crimes", "burglary"), ("skill_checks", "hard"), ("items", "iron_horseshoe")], 1),
        **dict.fromkeys([("effects", "poisoned"), ("locations", "frontera")], 1),
        ("territories", "fortified_territory"): 1,
    }
    assert uses.numbers == expected


def test_records__older_than_a_day__do_not_count(ledger: InMemoryLedger, clock: StoppedClock) -> None:
    crime = {"action_type": "pve", "crime": "burglary", "actor": {}}
    write(ledger, clock, *[crime] * 3, age=RECENT + timedelta(seconds=1))
    write(ledger, clock, *[crime] * (AT_ONCE + 5), age=RECENT)

    uses = count_records(ledger, clock, Taken({"crimes": frozenset({"burglary"})}))

    assert (uses.numbers, uses.complete) == ({("crimes", "burglary"): AT_ONCE + 5}, True)


def test_records__too_many__are_counted_up_to_the_bound(ledger: InMemoryLedger, clock: StoppedClock) -> None:
    document = orjson.dumps(
        {"resolved_at": timestamp(clock.now()), "inputs": {"action_type": "pve", "crime": "burglary", "actor": {}}}
    )
    ledger.records = {f"{number:06}": Record(f"{number:06}", document) for number in range(MOST_RECORDS + 1)}

    uses = count_records(ledger, clock, Taken({"crimes": frozenset({"burglary"})}))

    assert (uses.numbers, uses.complete) == ({("crimes", "burglary"): MOST_RECORDS}, False)


class Counted:
    """Counts what it is given, and remembers for what it was asked."""

    def __init__(self, numbers: dict[tuple[str, ...], int], *, complete: bool = True) -> None:
        self.asked: list[Taken] = []
        self._uses = Uses("character", "characters", numbers, complete)

    def __call__(self, taken: Taken) -> Uses:
        self.asked.append(taken)
        return self._uses


class OutOfReach:
    """A store that does not answer."""

    def __call__(self, taken: Taken) -> Uses:  # noqa: ARG002  it has no answer to anything
        raise StoreUnavailable("The test made the store unavailable.")


def warnings(warn: WarnOfChange, **changes: Any) -> dict[str, str]:
    return {one.pointer: one.message for one in warn(tuning_with(**changes), SHIPPED)}


def test_warnings__of_what_is_removed_and_used__say_by_how_many() -> None:
    few = Counted({STEALTH: 1, ("effects", "whiskey"): 2})
    many = Counted({STEALTH: 12_345, ("crimes", "burglary"): 1}, complete=False)
    gone: dict[str, Any] = {
        "skills": {"stealth": None},
        "effects": {"whiskey": None},
        "crimes": {"burglary": None},
        "npcs": {"elite": None},
    }

    assert warnings(WarnOfChange((few, many)), **gone) == {
        "/skills/stealth": "Would be removed, and is used by 1 character and at least 12,345 characters.",
        "/effects/whiskey": "Would be removed, and is used by 2 characters.",
        "/crimes/burglary": "Would be removed, and is used by at least 1 character.",
    }
    assert few.asked == [
        Taken({part: frozenset(names) for part, names in gone.items()}),
    ]


def test_warnings__of_a_lower_highest_level__say_how_many_are_above_it() -> None:
    counted = Counted({Taken.LEVEL: 3})

    assert warnings(WarnOfChange((counted,)), max_skill_level=99) == {
        "/max_skill_level": "Would be below levels of 3 characters."
    }
    assert counted.asked == [Taken({}, 99)]
    assert warnings(WarnOfChange((counted,)), max_skill_level=101) == {}


def test_warnings__of_a_change_that_takes_nothing_away__ask_for_no_uses() -> None:
    assert warnings(WarnOfChange((OutOfReach(),)), critical_margin=90, items={"rope": {"flat": 1}}) == {}


def test_warnings__while_uses_cannot_be_counted__are_a_failure() -> None:
    with pytest.raises(StoreUnavailable):
        warnings(WarnOfChange((OutOfReach(),)), items={"iron_horseshoe": None})


def test_preview__while_uses_cannot_be_counted__says_so_and_continues() -> None:
    preview = PreviewTuning(TUNINGS, shipped_revision(), WarnOfChange((OutOfReach(),)), no_pause, NotedTurns())
    change = {"items": {"iron_horseshoe": None}, "hand_rank_scores": {"two_pair": 20}}

    previewed = preview(PreviewTuningInput(change))

    assert [(one.pointer, one.message.split(".")[0]) for one in previewed.warnings] == [
        ("/values/hand_rank_scores/two_pair", "Would be worth less than pair, a weaker hand"),
        ("/values", "It is not known who uses what would be gone: the store is unavailable"),
    ]
    assert preview(PreviewTuningInput({"critical_margin": 90})).warnings == []
