"""A short campaign of hostile requests, with a fixed seed. `make hostile` is the long one."""

from collections import Counter

import pytest

from tests.hostile.campaign import Plan, run
from tests.patience import PATIENCE_S
from tests.smoke.running_service import cold

REQUESTS, SEED = 3000, 1


@pytest.mark.campaign
def test_hostile_requests__a_few_thousand__are_all_answered_as_promised() -> None:
    # A cold service makes its pages when they are first asked for: on a busy machine gunicorn might not wait for that.
    patient = cold("tests.smoke.cold_app:app", f"--timeout={PATIENCE_S}")
    outcome = run(Plan(REQUESTS, SEED, flood_s=0, command=patient))

    # How long an answer takes and how much memory that needs depends on the machine; `make hostile` judges those.
    assert outcome.report.found == Counter(), outcome.report.examples
    assert outcome.errors == []
    assert list(outcome.workers_after) == list(outcome.watch.workers)
    assert outcome.report.sent >= REQUESTS
    assert {status // 100 for status in outcome.report.statuses} >= {2, 4}
