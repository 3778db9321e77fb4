"""The file of operators: who is in it, what is wrong with it, and how a running process follows it."""

import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from service.operators.file import (
    MOST_OPERATORS,
    FollowedOperators,
    is_name,
    operators_in,
)
from service.operators.roles import Operator, Role
from service.system.followed_file import LOOK_EVERY_S, InvalidFile, read_file

ANN = Operator("ann", Role.DESIGNER)
BOB = Operator("bob", Role.VIEWER)


def digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def table(name: str = "ann", role: str = "designer", token: str = "ann's token") -> str:  # noqa: S107
    return f'[[operator]]\nname = "{name}"\nrole = "{role}"\ntoken_sha256 = "{digest(token).hex()}"\n'


BOTH = table() + table("bob", "viewer", "bob's token")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "operators.toml"


def refusal(path: Path, text: str) -> str:
    path.write_text(text)
    with pytest.raises(InvalidFile) as refused:
        read_file(path, operators_in)
    return str(refused.value).removeprefix(f"{path}: ")


def test_file__with_two_operators__has_both_by_their_tokens(path: Path) -> None:
    path.write_text(BOTH)

    assert read_file(path, operators_in) == {digest("ann's token"): ANN, digest("bob's token"): BOB}


def test_file__with_digits_in_capitals__means_the_same(path: Path) -> None:
    path.write_text(table().replace(digest("ann's token").hex(), digest("ann's token").hex().upper()))

    assert read_file(path, operators_in) == {digest("ann's token"): ANN}


def test_file__empty__has_no_operators(path: Path) -> None:
    path.touch()

    assert read_file(path, operators_in) == {}


@pytest.mark.parametrize(
    "name", ["a", "Ann", "ann.lee@example.com", "build-bot_2", "a" * 64, "deadbeef", "abcdef01234"]
)
def test_name__of_a_person_or_a_tool__is_allowed(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", "admin", "Admin", "127.0.0.1", "::1", "ann lee", "änn", "a" * 65, "abcdef012345", "ann\n", "_ann"]
)
def test_name__that_means_another_caller_or_cannot_be_written_in_a_line__is_not_allowed(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (table(role="boss"), "operator 1: role is 'boss', allowed: viewer, support, designer, admin"),
        (table(role="Admin"), "operator 1: role is 'Admin', allowed: viewer, support, designer, admin"),
        (table("admin"), "operator 1: name is missing or wrong, allowed: 1 to 64 letters"),
        ('[[operator]]\nname = 7\nrole = []\ntoken_sha256 = "aa"', "operator 1: name is missing or wrong"),
        (BOTH + "[[operator]]", "operator 3: name is missing or wrong"),
        (table() + table("Ann", token="another"), "2 operators have the name ann"),  # noqa: S106
        (table() + table("bob"), "2 operators share a token_sha256"),
        (table() + 'mail = "ann@example.com"', "operator 1: mail is not known, known: name, role, token_sha256"),
        ('[operator]\nname = "ann"', "each operator is a table [[operator]]"),
        ("operator = [1]", "each operator is a table [[operator]]"),
        ("[[operators]]", "operators is not known; each operator is a table [[operator]]"),
        ("[[", "Invalid"),
        ("".join(table(f"x{each}", token=str(each)) for each in range(MOST_OPERATORS + 1)), "there are 101 operators"),
    ],
)
def test_file__with_a_mistake__is_refused_with_its_place(path: Path, text: str, said: str) -> None:
    assert refusal(path, text).startswith(said)


def test_file__with_several_mistakes__is_refused_with_all_in_one_line(path: Path) -> None:
    said = refusal(path, table(role="boss") + table("admin"))

    assert ("operator 1: role" in said, "operator 2: name" in said, "\n" in said) == (True, True, False)


@pytest.mark.parametrize("secret", ["a-token-instead-of-its-digest", "g" * 64])
@pytest.mark.parametrize("field", ["token", "token_sha256", "name"])
def test_file__with_a_token_in_a_wrong_place__is_refused_without_showing_it(
    path: Path, field: str, secret: str
) -> None:
    said = refusal(path, f'[[operator]]\nrole = "viewer"\n{field} = "{secret} "\n')

    assert secret not in said


def test_file__that_is_not_text__is_refused(path: Path) -> None:
    path.write_bytes(b"\xff")
    with pytest.raises(InvalidFile, match="utf-8"):
        read_file(path, operators_in)


def test_file__missing__is_refused(path: Path) -> None:
    with pytest.raises(InvalidFile, match="No such file"):
        read_file(path, operators_in)


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.operators.file", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_check__of_a_file__says_in_one_line_what_is_wrong(path: Path) -> None:
    path.write_text(BOTH)
    assert (checked(path).returncode, checked(path).stderr) == (0, "")

    path.write_text(table(role="boss"))
    wrong = checked(path)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)
    assert wrong.stderr.startswith(f"destiny: {path}: operator 1: role is 'boss'")


class Followed:
    """A process that follows the file, in which every question comes late enough for a look."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._operators = FollowedOperators(path, count(step=LOOK_EVERY_S).__next__)

    @property
    def now(self) -> Sequence[Operator]:
        return tuple(self._operators.by_token().values())

    def after(self, text: str) -> Sequence[Operator]:
        self.path.write_text(text)
        return self.now


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]


def test_followed__file_that_changes__is_read_again(path: Path) -> None:
    path.write_text(table())
    followed = Followed(path)

    assert followed.now == (ANN,)
    assert followed.after(BOTH) == (ANN, BOB)
    assert followed.after("") == ()


def test_followed__change_of_the_same_size_and_time__is_noticed(path: Path) -> None:
    path.write_text(table())
    stamp = path.stat()
    followed = Followed(path)
    assert followed.now == (ANN,)

    path.write_text(table("bob"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert [one.name for one in followed.now] == ["bob"]


def test_followed__file_that_becomes_invalid__keeps_the_last_good_operators_and_says_so_once_for_each_change(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(table())
    followed = Followed(path)
    assert followed.now == (ANN,)

    assert followed.after(BOTH + "[[") == (ANN,)
    assert followed.now == (ANN,)
    assert len(errors(caplog)) == 1
    assert errors(caplog)[0].startswith(f"The operators stay as they were, 1 of them: {path}: ")

    assert followed.after(table(role="boss")) == (ANN,)
    assert followed.after("\n" + table(role="boss")) == (ANN,)
    assert len(errors(caplog)) == 3

    assert followed.after(BOTH) == (ANN, BOB)
    assert len(errors(caplog)) == 3


def test_followed__file_that_is_gone_for_a_time__keeps_the_operators(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(table())
    followed = Followed(path)
    assert followed.now == (ANN,)

    path.unlink()
    assert (followed.now, followed.now) == ((ANN,), (ANN,))
    assert len(errors(caplog)) == 1

    assert followed.after("") == ()


def test_followed__file_that_was_never_good__has_no_operators(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert Followed(path).now == ()
    assert errors(caplog) == [f"The operators stay as they were, 0 of them: {path}: No such file or directory"]


def test_followed__questions_in_quick_succession__look_once(path: Path) -> None:
    path.write_text(table())
    moments = iter([0, LOOK_EVERY_S / 2, LOOK_EVERY_S])
    operators = FollowedOperators(path, moments.__next__)
    assert len(operators.by_token()) == 1
    path.write_text(BOTH)

    assert len(operators.by_token()) == 1
    assert len(operators.by_token()) == 2
