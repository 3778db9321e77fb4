"""Generates clients from the contract with two well-known generators, and tries them: `make clients`.

TypeScript: what callers write must compile, and each of their usual mistakes must not. Python: every module of the
client is imported, and every operation is called with it on a running service.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.clients import python_client, typescript
from tests.node import OLDEST_NODE, install, usable_node
from tests.smoke.running_service import RunningService, free_port

ADMIN_TOKEN: Final = "admin-token-of-the-clients"  # noqa: S105
NO_NODE: Final = (
    f"clients: TypeScript was skipped, since there is no Node {OLDEST_NODE} or newer here. "
    "Install one and run: make clients\n"
)


def main() -> int:
    """The exit code: 0 where both clients are good."""
    wrong = [*try_typescript(), *try_python()]
    sys.stdout.write("".join(f"clients: {line}\n" for line in wrong))
    return int(bool(wrong))


def try_typescript() -> list[str]:
    """What is wrong with the generated types."""
    if not usable_node():
        sys.stdout.write(NO_NODE)
        return ["TypeScript must not be skipped in CI."] if os.environ.get("CI") == "true" else []
    install(typescript.HERE)
    with TemporaryDirectory(prefix="destiny-") as folder:
        compiled = typescript.compile_uses(Path(folder))
    width = max(map(len, compiled.refused))
    for name, error in compiled.refused.items():
        sys.stdout.write(f"  {name:<{width}}  {error[:80] or 'TAKEN'}\n")
    taken = [name for name, error in compiled.refused.items() if not error]
    number = len(compiled.refused)
    sys.stdout.write(f"clients: openapi-typescript: {number - len(taken)} of {number} misuses refused\n")
    unpaired = set(compiled.refused) - set(typescript.declared("uses.ts"))
    return [
        *compiled.complaints,
        *(f"the compiler takes the misuse {name}" for name in taken),
        *(f"the misuse {name} has no right use" for name in sorted(unpaired)),
    ]


def try_python() -> list[str]:
    """What is wrong with the generated package."""
    with TemporaryDirectory(prefix="destiny-") as name:
        folder = Path(name)
        wrong = python_client.generate(folder)
        service = RunningService(folder / "var", free_port(), folder / "output", DESTINY_ADMIN_TOKEN=ADMIN_TOKEN)
        try:
            service.wait_until_ready()
            wrong += python_client.call(folder, service.port, ADMIN_TOKEN)
            wrong += python_client.follow_the_guide(folder, service.port)
        finally:
            service.end()
    called = len([*python_client.calls()])
    sys.stdout.write(f"clients: openapi-python-client: {called} calls, {len(wrong)} complaints\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
