"""The names of keys: those that one server has always had, and those that a cluster has in one place."""

from collections import Counter
from dataclasses import astuple
from datetime import date

import pytest
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from service.store import keys
from service.store.keys import CLUSTER, ONE, Layout

DAY = date(2026, 11, 19)
DIGEST = bytes(range(32))


def test_one_server__names__are_those_of_all_releases() -> None:
    """Other names would lose what a store has, at an upgrade."""
    (records,) = ONE.records
    assert [
        ONE.tuning_log,
        ONE.draw("d"),
        ONE.idempotency(DIGEST),
        ONE.idempotency_bytes(DIGEST),
        keys.rate_limit("c"),
        keys.character("ann"),
        keys.running_effects("ann"),
        *astuple(records),
        records.of_character("ann"),
        ONE.insight(DAY),
        ONE.insight_decided(DAY),
        ONE.insight_told(DAY, "p"),
        ONE.insight_reset,
        ONE.insight_resets,
        ONE.webhook_delivered("a"),
        ONE.webhook_lease("a"),
    ] == [
        "destiny:tuning:log",
        "destiny:draw:d",
        f"destiny:retry:{DIGEST.hex()}",
        "destiny:retry-bytes",
        "destiny:rate:c",
        "destiny:character:{ann}",
        "destiny:character:{ann}:effects",
        "destiny:records",
        "destiny:records:order",
        "destiny:records:characters",
        "destiny:records:bytes",
        "destiny:records:of:ann",
        "destiny:insight:2026-11-19",
        "destiny:insight:2026-11-19:decided",
        "destiny:insight:told:p",
        "destiny:insight:reset",
        "destiny:insight:resets",
        "destiny:webhook:a:delivered",
        "destiny:webhook:a:lease",
    ]


def slots(*names: str) -> set[int]:
    return {key_slot(name.encode()) for name in names}


def test_cluster__keys_that_scripts_change_together__have_one_place() -> None:
    for digest in (bytes([number]) * 32 for number in range(50)):
        name = CLUSTER.idempotency(digest)
        assert len(slots(name, CLUSTER.idempotency_bytes(digest), CLUSTER.touched(name))) == 1
    for records in CLUSTER.records:
        assert len(slots(*astuple(records), *(records.of_character(one) for one in ("ann", "}{", "{bob}")))) == 1
    for draw in map(str, range(50)):
        assert len(slots(CLUSTER.draw(draw), CLUSTER.touched(CLUSTER.draw(draw)))) == 1
    assert len(slots(CLUSTER.insight(DAY), CLUSTER.insight_decided(DAY), CLUSTER.insight_told(DAY, "p"))) == 1
    log = CLUSTER.tuning_log
    assert len(slots(log, CLUSTER.touched(log), CLUSTER.webhook_delivered("a"), CLUSTER.webhook_lease("a"))) == 1
    assert len(slots(keys.character("ann"), keys.running_effects("ann"))) == 1


def test_cluster__groups__spread_evenly_over_its_servers() -> None:
    share = REDIS_CLUSTER_HASH_SLOTS // CLUSTER.groups
    assert sorted(slot // share for slot in slots(*CLUSTER.trials)) == list(range(CLUSTER.groups))
    filled = Counter(CLUSTER.record_group(f"01930000-0000-7000-8000-{number:012x}") for number in range(16_000))
    assert len(filled) == CLUSTER.groups
    assert max(filled.values()) < 1.2 * 1_000


@pytest.mark.parametrize("layout", [ONE, CLUSTER])
def test_touched__keys_of_all_groups__are_among_the_permanent_ones(layout: Layout) -> None:
    touched = {layout.touched(key) for key in (layout.tuning_log, *map(layout.draw, map(str, range(200))))}

    assert touched == {name for name in layout.permanent if name.endswith("touched")}
