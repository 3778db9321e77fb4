"""A few seconds of steady load. The hour is `make soak`."""

from collections import Counter

import pytest

from tests.soak.campaign import Plan, run


@pytest.mark.campaign
def test_steady_load__of_a_few_seconds__gets_right_answers_and_is_watched() -> None:
    outcome = run(Plan(seconds=4, seed=7, window_s=1, probe_s=1))

    # How much a service may grow while it warms up depends on the machine; `make soak` judges that.
    assert outcome.wrong == Counter()
    assert not outcome.lost_workers
    assert outcome.errors == []
    assert len(outcome.samples) >= 3
    assert min(sample.worker_mib for sample in outcome.samples) > 0
