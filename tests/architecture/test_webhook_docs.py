"""docs/operators/webhook.md: its message is the one that is sent, and its programs know a message of ours."""

import json
import re
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from service.tuning.patches import Difference
from service.tuning.revisions import Change, KeptRevision
from service.webhook.deliver import FIRST_PAUSE_S, GIVE_UP_AFTER, LEASE_S, LONGEST_PAUSE_S
from service.webhook.message import DELIVERY, MOST_LISTED, SIGNATURE, headers, message
from service.webhook.receiver import ATTEMPT_S, SILENCE_S
from tests.figures import DOCS, figures, page
from tests.node import usable_node

PAGE = (DOCS / "operators" / "webhook.md").read_text("utf-8")
SECRET = "16-to-256-characters-of-your-own"  # noqa: S105
CHANGE = Change(
    0,
    "ann",
    "Banks fall too often.",
    datetime(2026, 1, 1, tzinfo=UTC),
    (Difference("/crimes/bank_robbery/threshold", 275, 300),),
)
REVISION = KeptRevision("01a1efac-7678-7e53-a8d4-ea0e5ef9d650", 1, {}, CHANGE)
BODY = message(REVISION, CHANGE, "production")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def signed(age_s: float = 0.0) -> str:
    return headers(REVISION, BODY, SECRET, datetime.fromtimestamp(time.time() - age_s, UTC))[SIGNATURE]


Message = tuple[str, bytes, str]
CASES: dict[str, tuple[Callable[[], Message], bool]] = {
    "ours": (lambda: (signed(), BODY, SECRET), True),
    "another secret": (lambda: (signed(), BODY, SECRET + "!"), False),
    "another body": (lambda: (signed(), BODY + b" ", SECRET), False),
    "an old one": (lambda: (signed(600), BODY, SECRET), False),
    "one of the future": (lambda: (signed(-600), BODY, SECRET), False),
    "another time": (lambda: (signed().replace("t=", "t=1"), BODY, SECRET), False),
    "no signature": (lambda: ("", BODY, SECRET), False),
    "half a signature": (lambda: (signed()[:-1], BODY, SECRET), False),
}
"""Messages signed when a test asks for them: a message is old after five minutes."""


def test_message__of_the_page__is_the_one_that_is_sent() -> None:
    assert json.loads(block("json")) == json.loads(BODY)
    assert {DELIVERY, SIGNATURE} == set(re.findall(r"^\| `(Destiny-\w+)` \|", PAGE, re.MULTILINE))


@pytest.mark.parametrize("case", CASES)
def test_python__of_the_page__knows_ours_from_others(case: str) -> None:
    make, ours = CASES[case]
    names: dict[str, object] = {}
    exec(block("python"), names)  # noqa: S102  our own page

    assert names["is_ours"](*make()) is ours  # type: ignore[operator]


@pytest.mark.skipif(not usable_node(), reason="needs Node")
def test_node__of_the_page__knows_ours_from_others() -> None:
    messages = [make() for make, _ in CASES.values()]
    cases = [[header, body.hex(), secret] for header, body, secret in messages]
    program = f"""{block("js")}
    console.log(JSON.stringify({json.dumps(cases)}.map(([header, body, secret]) =>
        isOurs(header, Buffer.from(body, "hex"), secret))));"""
    done = subprocess.run(["node", "-"], input=program, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == [ours for _, ours in CASES.values()]


def test_figures__of_the_page__are_those_of_the_code() -> None:
    text = page("operators/webhook.md")

    assert figures(text, "the first # of its `changes`") == figures(text, "past, # at most") == {MOST_LISTED}
    assert figures(text, "after # seconds at most") == {LEASE_S}
    assert figures(text, "silence of # seconds") == {SILENCE_S}
    assert figures(text, "takes more than #.") == {ATTEMPT_S}
    assert figures(text, "older than # hours") == {GIVE_UP_AFTER.total_seconds() / 3600}
    assert (FIRST_PAUSE_S, LONGEST_PAUSE_S) == (1, 300)
