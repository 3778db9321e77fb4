"""What `make clients` relies on, where neither Node nor a generator is needed to see it."""

import json

from tests.clients.typescript import HERE, declared, sort_complaints

MISUSES = """import type { Participant } from "./bodies";

export const empty: Participant = {};
export const both: Participant = {
  npc: "rookie", skills: {},
};
export function unread(result: BatchResult): string {
  return result.outcome;
}
"""


def test_complaints__of_the_compiler__go_to_the_misuse_in_whose_lines_they_stand() -> None:
    output = "misuses.ts(3,14): error TS2322: Empty.\n  More of it.\nmisuses.ts(8,17): error TS2339: No outcome.\n"
    compiled = sort_complaints(output, MISUSES)

    assert compiled.refused == {"empty": "TS2322: Empty.", "both": "", "unread": "TS2339: No outcome."}
    assert compiled.complaints == ()


def test_complaints__elsewhere__are_none_of_a_misuse() -> None:
    output = "uses.ts(3,14): error TS2322: Wrong.\nmisuses.ts(1,1): error TS2307: Cannot find module './bodies'.\n"
    compiled = sort_complaints(output, MISUSES)

    assert set(compiled.refused.values()) == {""}
    assert compiled.complaints == (
        "uses.ts(3): TS2322: Wrong.",
        "misuses.ts(1): TS2307: Cannot find module './bodies'.",
    )


def test_misuses__each_of_them__are_there_without_the_mistake_too() -> None:
    assert len(declared("misuses.ts")) == len(set(declared("misuses.ts"))) > 14
    assert set(declared("misuses.ts")) <= set(declared("uses.ts"))


def test_lock_file__of_the_generator__has_a_hash_of_every_package_and_says_no_source() -> None:
    packages = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}

    assert len(installed) > 10
    assert [name for name, package in installed.items() if not package.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, package in installed.items() if "resolved" in package] == []
