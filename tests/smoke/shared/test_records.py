"""Records and insight of several workers: every resolution is there once."""

from itertools import count

import pytest

from tests.conftest import Eventually
from tests.smoke.record_calls import RESOLUTIONS, Json, by_id, insights, play, read_back, records
from tests.smoke.recount import Recount
from tests.smoke.running_service import RunningService


def test_resolutions__of_several_workers__can_all_be_read_back(service: RunningService, eventually: Eventually) -> None:
    made = by_id(play(service, seed=100, number=50))

    eventually(lambda: made.keys() <= read_back(service).keys())

    read = list(records(service))
    ids = [record["resolution_id"] for record in read]
    assert ids == sorted(ids, reverse=True)
    mine = [record for record in read if record["resolution_id"] in made]
    assert {record["resolution_id"]: record["resolution"] for record in mine} == made
    for record in mine[::20]:
        assert service.ask("GET", f"{RESOLUTIONS}/{record['resolution_id']}").document == record


def test_insights__of_several_workers__equal_a_recount_from_the_records(
    service: RunningService, eventually: Eventually
) -> None:
    made = by_id(play(service, seed=200, number=100))
    eventually(lambda: made.keys() <= read_back(service).keys())
    # What other tests have resolved just before may arrive in between.
    eventually(lambda: insights(service)["resolutions"] == Recount(records(service)).resolutions)
    recount, found = Recount(records(service)), insights(service)

    assert found["resolutions"] == recount.resolutions
    assert {
        row["from"]: (row["duels"], row["actor_wins"]) for row in found["win_rate_by_skill_difference"]
    } == recount.differences
    assert {
        (kind, row["hand_rank"]): (counted["hands"], counted["wins"])
        for row in found["win_rate_by_hand_rank"]
        for kind, counted in row["by_action_type"].items()
        if counted["hands"]
    } == recount.hands
    assert {
        (kind, row["difficulty"]): {degree: number for degree, number in row["degrees"].items() if number}
        for kind, rows in found["success_by_difficulty"].items()
        for row in rows
    } == recount.degrees
    by_crime = insights(service, "&by=crime&limit=100")
    assert {
        (crime["action_type"], crime["name"], row["tuning_revision"]): {
            degree: number for degree, number in row["degrees"].items() if number
        }
        for crime in by_crime["crimes"]
        for row in crime["revisions"]
    } == recount.tried
    by_day = insights(service, "&by=day")["days"]
    assert sum(day["outcomes"]["pve"]["attempts"] for day in by_day) == recount.resolutions["pve"]
    wars = found["gang_wars"]
    assert {"gang_war": (wars["gang_wars"], wars["attacker_wins"])} == recount.wars
    for suit, spread in found["suit_bonus_distribution"].items():
        assert spread["mean"] == pytest.approx(recount.mean_bonus(suit))
        for bar in spread["histogram"]:
            assert bar["participants"] == recount.bonuses_within(suit, bar["from"], bar["to"])


def test_insights__sampled_by_several_workers__are_as_the_odds_have_it(
    service: RunningService, eventually: Eventually
) -> None:
    seeds = count(300)

    def samples() -> list[Json]:
        found = insights(service)
        rows = [
            *found["win_rate_by_skill_difference"],
            *found["success_by_difficulty"]["pve"],
            *found["success_by_difficulty"]["skill_check"],
        ]
        return [row["against_odds"] for row in rows]

    def enough() -> bool:
        # A worker samples so few at a time that one go would not do, however large.
        play(service, seed=next(seeds), number=20)
        return total("sampled", samples()) > 50

    eventually(enough)

    seen = samples()
    variance = sum(sample["standard_error"] ** 2 for sample in seen)
    # Six standard errors: by chance once in 500 million runs.
    assert abs(total("wins", seen) - total("expected_wins", seen)) < 6 * variance**0.5


def total(name: str, samples: list[Json]) -> float:
    number: float = sum(sample[name] for sample in samples)
    return number
