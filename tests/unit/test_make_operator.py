"""`make operator`: a token for the terminal, and lines for the file."""

import re
from pathlib import Path

import pytest

from service.auth.tokens import SHORTEST
from service.operators.file import operators_in
from service.operators.make import main
from service.operators.roles import Operator, Role
from service.setting_kinds import TOKEN
from tests.fakes.operators import digest

Captured = pytest.CaptureFixture[str]


def made(capsys: Captured, name: str, role: str) -> tuple[str, str]:
    """The token and the lines."""
    main(name, role)
    printed = capsys.readouterr()
    (token,) = re.findall(r": (\S+)\n", printed.err)
    return token, printed.out


@pytest.mark.parametrize("role", Role)
def test_make_operator__lines_in_a_file__are_the_operator_with_that_token(
    capsys: Captured, tmp_path: Path, role: Role
) -> None:
    token, lines = made(capsys, "ann", role)
    path = tmp_path / "operators.toml"
    path.write_text(lines)

    assert operators_in(path.read_text()) == {digest(token): Operator("ann", role)}


def test_make_operator__appended_one_after_another__are_all_in_the_file(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "operators.toml"
    path.write_text("".join(made(capsys, name, "viewer")[1] for name in ("ann", "bob")))

    assert [one.name for one in operators_in(path.read_text()).values()] == ["ann", "bob"]


def test_make_operator__its_token__is_new_each_time_long_enough_and_not_in_the_lines(capsys: Captured) -> None:
    (one, lines), (other, _) = made(capsys, "ann", "viewer"), made(capsys, "ann", "viewer")

    assert one != other
    assert len(one) >= 2 * SHORTEST
    assert TOKEN.parse(one) == one
    assert one not in lines


@pytest.mark.parametrize(
    ("name", "role", "said"),
    [
        ("", "viewer", "destiny: NAME is '', allowed: 1 to 64 letters"),
        ("admin", "viewer", "destiny: NAME is 'admin', allowed: 1 to 64 letters"),
        ("ann", "", "destiny: ROLE is '', allowed: viewer, support, designer, admin"),
        ("ann", "boss", "destiny: ROLE is 'boss', allowed: viewer, support, designer, admin"),
    ],
)
def test_make_operator__not_allowed__says_what_is_and_makes_none(
    capsys: Captured, name: str, role: str, said: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(name, role)

    assert str(refused.value).startswith(said)
    assert capsys.readouterr() == ("", "")
