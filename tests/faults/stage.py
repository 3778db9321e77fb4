"""Where a run happens: service instances on a store, which can be killed, stopped and started one by one."""

import json
import os
import random
import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.faults.stores import Store, StoreKind, running_store
from tests.patience import wait_until
from tests.processes import is_alive
from tests.smoke.running_service import RunningService, free_port
from tests.smoke.tuning_calls import TOKEN

WORKERS: Final = 2


class Instance:
    """A service at one address, whichever process serves it."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self._folder, self._settings = folder, settings
        self.port = free_port()
        self._outputs: list[Path] = []
        self.start()

    def start(self) -> None:
        self._outputs.append(self._folder / f"output-{len(self._outputs)}")
        self.service = RunningService(self._folder / "var", self.port, self._outputs[-1], **self._settings)

    def is_ready(self) -> bool:
        return self.service.status("/health/ready") == 200

    def readiness(self) -> str:
        """What it says of itself, and of the store and the tuning as it sees them."""
        try:
            return json.dumps(self.service.ask("GET", "/health/ready").document, indent=2)
        except (OSError, HTTPException, ValueError) as error:
            return repr(error)

    def follows(self) -> bool:
        """Whether the newest revision of the store is live."""
        return bool(self.service.ask("GET", "/health/ready").document["tuning"]["state"] == "live")

    def workers(self) -> list[int]:
        return [pid for pid in self.service.workers if is_alive(pid)]

    def stop(self) -> None:
        """As a deploy does."""
        self.service.end()

    def kill_master(self) -> None:
        """Its workers notice, and end by themselves."""
        self.service.master.kill()
        self.service.exit_code()
        wait_until(lambda: not self.workers(), lambda: "Workers outlived their master.")

    def kill_machine(self) -> None:
        """All of its processes at once."""
        os.killpg(self.service.master.pid, signal.SIGKILL)
        self.service.exit_code()
        wait_until(lambda: not self.workers(), lambda: "Workers outlived SIGKILL.")

    def tracebacks(self) -> int:
        return sum(output.read_text("utf-8", "replace").count("Traceback") for output in self._outputs)


@dataclass(frozen=True)
class Stage:
    """What a fault is done to."""

    folder: Path
    store: Store
    instances: list[Instance]
    chosen: random.Random
    """What decides how long faults last, and whom they hit."""

    def hold(self, shortest_s: float = 1.0, longest_s: float = 2.5) -> None:
        """Let a fault last for a while."""
        time.sleep(self.chosen.uniform(shortest_s, longest_s))

    def any_instance(self) -> Instance:
        return self.chosen.choice(self.instances)

    def tracebacks(self) -> int:
        return sum(instance.tracebacks() for instance in self.instances)

    def follows(self) -> bool:
        """Whether all instances follow the tuning in the store."""
        return all(instance.follows() for instance in self.instances)

    def keep_logs(self, folder: Path) -> None:
        """Copy what the services and the servers of the store have written, and how ready the services say they are."""
        for log in (*self.folder.rglob("output-*"), *self.folder.rglob("server.log")):
            kept = folder / log.relative_to(self.folder)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(log, kept)
        for number, instance in enumerate(self.instances):
            (folder / f"ready-{number}.json").write_text(instance.readiness(), "utf-8")

    def await_readiness(self) -> None:
        ready = lambda: all(instance.is_ready() for instance in self.instances)  # noqa: E731
        wait_until(ready, lambda: "The instances did not get ready.", pause_s=0.05)


@contextmanager
def set_up(kind: StoreKind, chosen: random.Random, *, linked: bool) -> Iterator[Stage]:
    """One instance on its own store, or two on another; all of it ends with the block."""
    with TemporaryDirectory(prefix="destiny-") as name, ExitStack() as stack:
        folder = Path(name).resolve()
        numbers = range(1 if kind is StoreKind.OWN else 2)
        folders = [folder / f"service-{number}" for number in numbers]
        store = stack.enter_context(running_store(kind, folder / "store", folders[0] / "var", linked=linked))
        settings = {"DESTINY_ADMIN_TOKEN": TOKEN, "DESTINY_WORKERS": str(WORKERS), **store.settings}
        stage = Stage(folder, store, [], chosen)
        for own in folders:
            own.mkdir()
            stage.instances.append(Instance(own, settings))
            stack.callback(stage.instances[-1].stop)
        stage.await_readiness()
        yield stage
