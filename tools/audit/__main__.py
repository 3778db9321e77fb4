"""`make audit`: looks all locked Python packages up among the known vulnerabilities.

Offline nothing can be looked up; that is said, and fails only with AUDIT_REQUIRED=1. A finding always fails.
"""

import os
import sys
from collections.abc import Iterable

from tools.audit.look_up import Auditor, Finding, PipAudit, audit
from tools.locks import LOCKS


def main(auditor: Auditor, *, required: bool) -> int:
    """The exit code: 0 without findings."""
    audited = audit((lock.read_text("utf-8") for lock in LOCKS), auditor)
    _say(f"{one.package} {one.version}: {one.vulnerability}, {_repaired(one)}" for one in audited.findings)
    _say([f"{audited.looked_up} packages were looked up, with {len(audited.findings)} known vulnerabilities."])
    if audited.skipped:
        _say(
            [
                f"{len(audited.skipped)} packages could NOT be looked up: {', '.join(audited.skipped)}",
                "The list of known vulnerabilities cannot be reached from here, or does not know them.",
            ]
        )
    return int(bool(audited.findings) or (required and bool(audited.skipped)))


def _repaired(one: Finding) -> str:
    return f"repaired in {', '.join(one.repaired_in)}" if one.repaired_in else "not repaired yet"


def _say(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"audit: {line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main(PipAudit(), required=os.environ.get("AUDIT_REQUIRED") == "1"))
