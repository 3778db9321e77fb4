"""The bill of materials lists exactly what is locked and vendored, and the audit looks up every lock file."""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from service import VERSION
from tools.audit.__main__ import main
from tools.audit.look_up import Audited, Finding, PipAudit, audit
from tools.locks import LOCKS, ROOT, SERVICE, Pin, pins
from tools.sbom import sbom
from tools.vendor import vendored

DOCUMENT = json.loads(sbom())
COMPONENTS = {one["purl"]: one for one in DOCUMENT["components"]}


def test_sbom__its_packages__are_those_that_the_lock_file_pins() -> None:
    # Read in another way than by the code.
    pinned = re.findall(r"^(\S+)==(\S+)", SERVICE.read_text("utf-8"), re.MULTILINE)

    assert len(pinned) > 10
    assert {purl for purl in COMPONENTS if purl.startswith("pkg:pypi/")} == {f"pkg:pypi/{n}@{v}" for n, v in pinned}
    hashes = re.findall(r"--hash=sha256:(\w+)", SERVICE.read_text("utf-8"))
    listed = [one["content"] for purl in COMPONENTS if "pypi" in purl for one in COMPONENTS[purl]["hashes"]]
    assert listed == hashes


def test_sbom__its_scripts__are_those_that_the_console_vendors() -> None:
    scripts = vendored(ROOT / "service" / "console" / "vendor")

    assert {purl for purl in COMPONENTS if purl.startswith("pkg:npm/")} == {
        f"pkg:npm/{one.package}@{one.version}" for one in scripts
    }
    for one in scripts:
        component = COMPONENTS[f"pkg:npm/{one.package}@{one.version}"]
        assert component["hashes"] == [{"alg": "SHA-256", "content": one.sha256}]
        assert component["licenses"] == [{"license": {"id": one.licence}}]


def test_sbom__its_components__are_named_once_and_are_all_there_is() -> None:
    assert len(COMPONENTS) == len(DOCUMENT["components"])
    assert {purl.split("/")[0] for purl in COMPONENTS} == {"pkg:pypi", "pkg:npm"}
    assert all(purl == f"{purl.split('/')[0]}/{one['name']}@{one['version']}" for purl, one in COMPONENTS.items())
    assert (DOCUMENT["bomFormat"], DOCUMENT["metadata"]["component"]["version"]) == ("CycloneDX", VERSION)


def test_sbom__made_again__is_the_same() -> None:
    assert json.loads(sbom()) == DOCUMENT


def test_locks__that_the_audit_reads__are_all_of_them() -> None:
    folders = ("", "benchmarks", "tests/*", "tools/*")
    found = {path for folder in folders for path in ROOT.glob(f"{folder}/requirements*.txt".lstrip("/"))}

    assert set(LOCKS) == found
    for lock in LOCKS:
        text = lock.read_text("utf-8")
        assert len(list(pins(text))) == len(re.findall(r"^[A-Za-z]", text, re.MULTILINE)), lock


LOCK = "".join(
    f"{name}==1.0 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{'1' * 64}\n" for name in ("flask", "redis")
)


class Answers:
    """Says of packages what the test wants, and notes which were looked up."""

    def __init__(self, *said: dict[str, Any]) -> None:
        self.said = said
        self.asked: list[str] = []

    def look_up(self, packages: Sequence[Pin]) -> Sequence[dict[str, Any]]:
        self.asked += (one.name for one in packages)
        return self.said


GOOD = {"name": "flask", "version": "1.0", "vulns": []}
BAD = {"name": "redis", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "redis", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("said", "audited"),
    [
        ([GOOD, BAD], Audited((Finding("redis", "1.0", "PYSEC-1", ("1.1",)),), (), 2)),
        ([GOOD, UNKNOWN], Audited((), ("redis",), 1)),
        ([], Audited((), ("flask", "redis"), 0)),
    ],
    ids=["finding", "package that is not known there", "nothing reached"],
)
def test_audit__of_a_lock_file__has_findings_and_what_could_not_be_looked_up(
    said: list[dict[str, Any]], audited: Audited
) -> None:
    assert audit([LOCK], Answers(*said)) == audited


def test_audit__of_lock_files_that_share_packages__looks_each_up_once() -> None:
    answers = Answers(GOOD)

    audit([LOCK, LOCK.replace("redis==1.0", "redis==2.0"), LOCK], answers)

    assert answers.asked == ["flask", "redis", "redis"]


def test_audit__by_a_program_that_says_nothing__finds_nothing_out() -> None:
    program = shutil.which("false")
    assert program

    assert audit([LOCK], PipAudit(Path(program))).skipped == ("flask", "redis")


def test_audit__by_a_program_that_finds_something_and_exits_with_1__has_it(tmp_path: Path) -> None:
    program = tmp_path / "pip-audit"
    said = json.dumps({"dependencies": [GOOD, BAD], "fixes": []})
    program.write_text(f"""#!/bin/sh\nfor last; do :; done\necho '{said}' > "$last"\nexit 1\n""")
    program.chmod(0o755)

    assert [one.vulnerability for one in audit([LOCK], PipAudit(program)).findings] == ["PYSEC-1"]


class Everything:
    """Says the same of every package."""

    def __init__(self, **said: Any) -> None:
        self.said = said

    def look_up(self, packages: Sequence[Pin]) -> Sequence[dict[str, Any]]:
        return [{"name": one.name, "version": one.version, **self.said} for one in packages]


@pytest.mark.parametrize(
    ("said", "required", "code"),
    [
        ({"vulns": []}, True, 0),
        ({"vulns": [{"id": "PYSEC-1", "fix_versions": []}]}, False, 1),
        ({"skip_reason": "unreachable"}, False, 0),
        ({"skip_reason": "unreachable"}, True, 1),
    ],
    ids=["sound", "vulnerable", "offline", "offline where it is required"],
)
def test_make_audit__of_all_lock_files__fails_for_findings_and_says_what_it_left_out(
    capsys: pytest.CaptureFixture[str], said: dict[str, Any], *, required: bool, code: int
) -> None:
    assert main(Everything(**said), required=required) == code

    printed = capsys.readouterr().out
    assert ("could NOT be looked up: " in printed) == ("skip_reason" in said)
    assert ("flask " in printed and "PYSEC-1, not repaired yet" in printed) == bool(said.get("vulns"))
