"""`destiny odds`."""

import json

import pytest

from tests.fakes.command_line import CommandLine

LOCKPICKER = ("--skill", "lockpicking=50", "--skill", "stealth=40")


def test_odds__of_a_crime__are_those_of_the_api_with_the_threshold(destiny: CommandLine) -> None:
    body = {
        "action_type": "pve",
        "crime": "bank_robbery",
        "actor": {"skills": {"lockpicking": 50, "stealth": 40}, "items": ["lucky_ace_charm"], "effects": ["whiskey"]},
        "location": "frontera",
    }
    answer = destiny.client.post("/v1/odds", json=body).get_json()

    code, output, errors = destiny(
        "odds", "--crime", "bank_robbery", *LOCKPICKER,
        "--item", "lucky_ace_charm", "--effect", "whiskey", "--location", "frontera",
    )  # fmt: skip

    assert (code, errors) == (0, "")
    first, *rows, last = output.splitlines()
    assert first == "bank_robbery, threshold 300, tuning revision 2"
    found = {row.split("  ")[0]: int(row.split()[-2].replace(",", "")) for row in rows}
    assert found.pop("success in all") == answer["success"]["hands"]
    assert found == {degree: chance["hands"] for degree, chance in answer["degrees"].items()}
    assert last.startswith(f"expected total {answer['expected_total']:.2f}; ")


def test_odds__of_a_check_and_of_a_threshold__name_them(destiny: CommandLine) -> None:
    check = destiny("odds", "--check", "hard")
    threshold = destiny("odds", "--threshold", "199.5", *LOCKPICKER)

    assert check.code == threshold.code == 0
    assert check.output.startswith("hard, threshold 250, tuning revision 2\n")
    assert threshold.output.startswith("threshold 199.5, tuning revision 2\n")


def test_odds__of_a_character__are_those_of_its_skills(destiny: CommandLine) -> None:
    destiny.client.request("PUT", "/v1/characters/ann", json={"skills": {"lockpicking": 50, "stealth": 40}})

    remembered = destiny("odds", "--crime", "bank_robbery", "--character", "ann")

    assert remembered.code == 0
    assert remembered.output == destiny("odds", "--crime", "bank_robbery", *LOCKPICKER).output


def test_odds__as_json__are_the_answer_of_the_service(destiny: CommandLine) -> None:
    assert json.loads(destiny("odds", "--check", "hard", "--json").output)["hands"] == 2_598_960


def test_odds__nearly_never_and_nearly_always__do_not_look_like_never_and_always(destiny: CommandLine) -> None:
    output = destiny("odds", "--crime", "bank_robbery").output

    rows = {row.split("  ")[0]: row.split() for row in output.splitlines()}
    assert rows["critical_success"][1] == "<0.01"
    never = destiny("odds", "--threshold", "9999").output
    assert "critical_success    0.00 %          0 hands" in never
    assert "critical_failure  100.00 %  2,598,960 hands" in never
    assert ">99.99 %" in destiny("odds", "--threshold", "520").output


def test_odds__with_mistakes__name_each_field(destiny: CommandLine) -> None:
    code, output, errors = destiny("odds", "--crime", "bank", "--skill", "lockpicking=500")

    assert (code, output) == (2, "")
    assert [line.split(": ")[-2].strip() for line in (line.split(" Known")[0] for line in errors.splitlines())] == [
        "/crime",
        "/actor/skills/lockpicking",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "one of the arguments --crime --check --threshold is required"),
        (("--crime", "a", "--check", "b"), "argument --check: not allowed with argument --crime"),
        (("--crime", "a", "--skill", "lockpicking"), "'lockpicking' is not written like lockpicking=30"),
        (("--crime", "a", "--skill", "=3"), "'=3' is not written like lockpicking=30"),
        (("--crime", "a", "--skill", "lockpicking=١"), "is not written like lockpicking=30"),
        (("--threshold", "nan"), "'nan' is not a number of points"),
        (("--crime", "a", "--colour"), "unrecognized arguments: --colour"),
    ],
)
def test_odds__badly_asked__say_what_is_wrong_and_ask_no_one(
    destiny: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    code, output, errors = destiny("odds", *arguments)

    assert (code, output) == (2, "")
    assert said in errors
    assert destiny.sent == []
