"""The file of API tokens: which tokens it opens the service to, what is wrong with it, and how it is followed."""

import logging
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from service.auth.file import MOST_TOKENS, FollowedApiTokens, digests_in
from service.auth.tokens import SHORTEST
from service.system.followed_file import LOOK_EVERY_S
from tests.fakes.operators import digest

FIRST, SECOND = "token-of-the-first-backend", "token=of~the/second+backend"


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=" ") as refused:
        digests_in(text)
    return str(refused.value)


def test_file__with_a_token_or_its_digest_on_each_line__has_the_digests_of_all() -> None:
    text = f"# the game\n{FIRST}\n\n  sha256:{digest(SECOND).hex()}  \r\n"

    assert digests_in(text) == (digest(FIRST), digest(SECOND))


def test_file__digest_in_capitals_and_after_a_space__means_the_same() -> None:
    assert digests_in(f"sha256: {digest(FIRST).hex().upper()}") == (digest(FIRST),)


@pytest.mark.parametrize("text", ["", "\n", "# none yet\n"])
def test_file__without_tokens__has_none(text: str) -> None:
    assert len(digests_in(text)) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "x" * (SHORTEST - 1),
            "line 1 is wrong, allowed: a token of 16 to 128 letters, digits and -._~+/=, or sha256:",
        ),
        ("x" * 129, "line 1 is wrong"),
        (f"{FIRST}\n{SECOND} {SECOND}", "line 2 is wrong"),
        (f"{FIRST},{SECOND}", "line 1 is wrong"),
        (f"sha256:{FIRST}", "line 1 is wrong"),
        (f"sha512:{FIRST}", "line 1 is wrong"),
        (f"\n{digest(FIRST).hex()}", "line 2 has 64 hexadecimal digits: write sha256: in front of a digest"),
        (f"{FIRST}\nsha256:{digest(FIRST).hex()}", "1 of the tokens are there more than once"),
        ("\n".join(f"token-number-{each:03}" for each in range(MOST_TOKENS + 1)), "there are 65 tokens, allowed: 64"),
    ],
)
def test_file__with_a_mistake__is_refused_with_its_line(text: str, said: str) -> None:
    assert refusal(text).startswith(said)


def test_file__with_several_mistakes__is_refused_with_all_in_one_line() -> None:
    said = refusal(f"short\n{FIRST}\nsha256:\n")

    assert ("line 1 is wrong" in said, "line 3 is wrong" in said, "\n" in said) == (True, True, False)


@pytest.mark.parametrize("line", [f"{FIRST}!", f"sha256:{FIRST}", digest(FIRST).hex(), f"{FIRST}\n{FIRST}"])
def test_file__with_a_mistake__is_refused_without_showing_a_token(line: str) -> None:
    said = refusal(line)

    assert FIRST not in said
    assert digest(FIRST).hex() not in said


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.auth.file", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_check__of_a_file__says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(FIRST)
    assert (checked(path).returncode, checked(path).stderr) == (0, "")

    path.write_text("short")
    wrong = checked(path)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)
    assert wrong.stderr.startswith(f"destiny: {path}: line 1 is wrong")


def test_followed__file_that_changes__is_read_again_and_a_mistake_keeps_the_last_good_tokens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tokens"
    path.write_text(FIRST)
    followed = FollowedApiTokens(path, count(step=LOOK_EVERY_S).__next__)
    assert followed.digests() == (digest(FIRST),)

    path.write_text(f"{FIRST}\n{SECOND}")
    assert followed.digests() == (digest(FIRST), digest(SECOND))

    path.write_text(f"{SECOND}\nshort")
    assert followed.digests() == followed.digests() == (digest(FIRST), digest(SECOND))
    (said,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert said.startswith(f"The API tokens stay as they were, 2 of them: {path}: line 2 is wrong")

    path.write_text(SECOND)
    assert followed.digests() == (digest(SECOND),)
