"""A short campaign of faults. The long one is `make faults`."""

import random

import pytest

from tests.faults.faults import FAULTS
from tests.faults.report import complaints, summary
from tests.faults.run import perform, traffic_for
from tests.faults.stage import set_up
from tests.faults.stores import StoreKind

SEED = 12
BY_NAME = {fault.name: fault for fault in FAULTS}


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("fault", "store"), [("half-closed", StoreKind.SERVER), ("switch-ahead", StoreKind.REPLICATED)]
)
def test_fault__under_mixed_traffic__breaks_no_promise(fault: str, store: StoreKind) -> None:
    with set_up(store, random.Random(SEED), linked=BY_NAME[fault].linked) as stage:
        run = perform(BY_NAME[fault], stage, SEED, traffic_for(BY_NAME[fault], stage, SEED))

    print(summary(run))  # noqa: T201  pytest shows it if the test fails
    assert all(served.asked for served in run.served.values())
    assert complaints(run) == []
