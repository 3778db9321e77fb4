"""What the command line does where no service answers, or something that is none."""

import io
import json
import socket
from collections.abc import Mapping

import pytest

from service.cli.api import URL, Answer, Http
from service.cli.command_line import run
from service.cli.errors import CommandFailed, Unreachable
from service.cli.terminal import Terminal
from tests.builders.tuned import tuned_app
from tests.contract_client import ContractClient
from tests.fakes.command_line import CommandLine, Ran

COMMANDS = (
    ("tuning", "export"),
    ("tuning", "diff"),
    ("tuning", "preview"),
    ("tuning", "apply"),
    ("tuning", "history"),
    ("odds",),
    ("why",),
    ("verify",),
)


def answered(status: int, body: bytes) -> Ran:
    """How a command ends to which this is the answer."""

    def transport(_: str, __: str, ___: Mapping[str, str], ____: bytes | None) -> Answer:
        return Answer(status, {}, body)

    output, errors = io.StringIO(), io.StringIO()
    code = run(["why", "x"], {}, Terminal(io.StringIO(), output, errors), lambda _: transport)
    return Ran(code, output.getvalue(), errors.getvalue())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help__of_each_command__has_an_example(destiny: CommandLine, command: tuple[str, ...]) -> None:
    code, output, errors = destiny(*command, "--help")

    assert (code, errors) == (0, "")
    assert f"Example:\n  destiny {' '.join(command)}" in output


def test_help__of_all__has_the_variables_and_exit_codes(destiny: CommandLine) -> None:
    code, output, _ = destiny("--help")

    assert code == 0
    for said in ("DESTINY_URL", "DESTINY_TOKEN", "exit codes:", "tuning", "verify"):
        assert said in output
    assert destiny("tuning", "--help").code == 0


@pytest.mark.parametrize("arguments", [(), ("tuning",), ("poker",), ("why",), ("why", "x", "--token", "secret")])
def test_command__that_does_not_exist_or_lacks_something__is_a_usage_error(
    destiny: CommandLine, arguments: tuple[str, ...]
) -> None:
    code, output, errors = destiny(*arguments)

    assert (code, output) == (2, "")
    assert errors.startswith("usage: destiny")


def test_url__from_the_environment_or_the_command_line__is_asked(destiny: CommandLine) -> None:
    destiny("odds", "--check", "hard")
    destiny.environment[URL] = "https://staging.example.com"
    destiny("odds", "--check", "hard")
    destiny("--url", "https://production.example.com", "odds", "--check", "hard")

    assert destiny.urls == ["http://127.0.0.1:8000", "https://staging.example.com", "https://production.example.com"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8000",
        "ftp://a",
        "http://",
        "http://a:0",
        "http://a:99999",
        "http://a?b",
        "http://u:p@a",
        "http://é",
    ],
)
def test_url__that_is_none__is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(CommandFailed) as failed:
        Http(url)

    assert failed.value.code == 2
    assert "u:p" not in str(failed.value)


def test_service__that_does_not_listen__is_unreachable() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # and never listens
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        http = Http(url)
        with pytest.raises(Unreachable) as failed:
            http("GET", "/", {}, None)

    assert str(failed.value).startswith(f"{url} does not answer: Connection refused.")


def test_store__unavailable__has_the_exit_code_for_trying_again() -> None:
    code, output, errors = CommandLine(ContractClient(tuned_app(unavailable=True)))("tuning", "history")

    assert (code, output) == (3, "")
    assert errors.startswith("destiny: Store unavailable (503): ")


@pytest.mark.parametrize(
    ("status", "body", "code", "said"),
    [
        (200, b"<html>", 3, "destiny: The answer is not JSON."),
        (302, b"", 2, "is answered 302, without a reason."),
        (404, b"<html>", 2, "is answered 404, without a reason."),
        (404, b"[]", 2, "is answered 404, without a reason."),
        (500, b'{"title": "Broken", "detail": "Sorry."}', 2, "destiny: Broken (500): Sorry."),
        (502, b"<html>", 3, "is answered 502, without a reason."),
        (504, b'{"title": "Slow"}', 3, "destiny: Slow (504): "),
    ],
)
def test_answer__of_something_else__is_said_in_one_line(status: int, body: bytes, code: int, said: str) -> None:
    ran = answered(status, body)

    assert (ran.code, ran.output) == (code, "")
    assert said in ran.errors
    assert ran.errors.count("\n") == 1


def test_problem__with_many_mistakes__is_cut() -> None:
    mistakes = [{"pointer": f"/{number}", "message": "No."} for number in range(50)]

    errors = answered(422, json.dumps({"title": "Invalid", "errors": mistakes}).encode()).errors

    assert errors.splitlines()[0] == "destiny: Invalid (422): /0: No."
    assert errors.splitlines()[-1] == "  and 30 more"
    assert len(errors.splitlines()) == 21


def test_problem__with_control_characters__cannot_move_the_cursor() -> None:
    problem = {"title": "A\x1b[2J", "detail": "B\r\nC"}

    assert "\x1b" not in answered(409, json.dumps(problem).encode()).errors


def test_headers__of_a_request__have_the_token_only_where_there_is_one() -> None:
    seen: list[Mapping[str, str]] = []

    def transport(_: str, __: str, headers: Mapping[str, str], ___: bytes | None) -> Answer:
        seen.append(headers)
        return Answer(404, {}, b"")

    for environment in ({}, {"DESTINY_TOKEN": "one-of-the-tokens"}):
        run(["why", "x"], environment, Terminal(io.StringIO(), io.StringIO(), io.StringIO()), lambda _: transport)

    assert seen == [{}, {"Authorization": "Bearer one-of-the-tokens"}]
