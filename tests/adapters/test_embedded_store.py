"""The embedded store: a real server each time, in its own folder."""

import fcntl
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Timer

import pytest
import redis

from service.store.client import connect
from service.store.embedded import exec_under_lock
from service.store.embedded.server import (
    LONGEST_SOCKET_PATH,
    DataDirInUse,
    EmbeddedStore,
    StoreDidNotStart,
    embedded_url,
)
from tests.adapters.slow_loading import full_of_keys, program, slow_loader
from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.processes import is_alive

OWNER = """
import sys, time
from pathlib import Path
from service.store.embedded.server import EmbeddedStore
store = EmbeddedStore(Path(sys.argv[1]))
store.start()
print(store.pid, flush=True)
time.sleep(60)
"""


def client(store: EmbeddedStore) -> redis.Redis:
    return connect(store.url, timeout_s=5)


def running_pid(store: EmbeddedStore) -> int:
    assert store.pid is not None
    return store.pid


@contextmanager
def owner(data_dir: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process with a store in this folder, and the process id of that store."""
    with subprocess.Popen([sys.executable, "-c", OWNER, str(data_dir)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.lstat().st_mode) & 0o077 for path in (folder, *folder.rglob("*"))}


def test_store__started__serves_on_a_unix_socket_and_hands_on_every_write(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        config = client(store).config_get("port", "appendonly", "appendfsync", "save")

        assert store.url == embedded_url(data_dir) == f"unix://{data_dir}/store.sock"
        assert config == {"port": "0", "appendonly": "yes", "appendfsync": "no", "save": ""}


def test_store__synced__has_what_it_was_sent_written_to_the_disk(data_dir: Path) -> None:
    synced: list[tuple[int, bytes]] = []

    def fsync(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_ino, os.pread(descriptor, 1_000, 0)))

    with EmbeddedStore(data_dir, fsync=fsync) as store:
        store.sync()
        client(store).set("key", "a value")
        store.sync()

        (log,) = (data_dir / "appendonlydir").glob("*.incr.aof")
        assert [inode for inode, _ in synced] == [log.stat().st_ino] * 2
        assert [b"a value" in content for _, content in synced] == [False, True]


def test_store__synced_before_it_was_ever_started__has_nothing_to_write(data_dir: Path) -> None:
    EmbeddedStore(data_dir).sync()

    assert not data_dir.exists()


def test_store__started__has_files_for_its_owner_only(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        client(store).set("key", "value")

        assert modes(data_dir) == {0}
        assert {"store.sock", "store.lock", "store.log", "appendonlydir"} == {path.name for path in data_dir.iterdir()}


def test_store__started__is_out_of_reach_of_a_ctrl_c(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        assert os.getsid(running_pid(store)) == store.pid


def test_store__started_twice__goes_on(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        before = store.pid
        store.start()

        assert store.pid == before


def test_store__stopped_and_started__has_its_data(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        client(store).set("key", "value")
        first = running_pid(store)
    assert store.pid is None
    assert not is_alive(first)

    with EmbeddedStore(data_dir) as store:
        assert client(store).get("key") == b"value"


def test_store__killed_and_started__has_its_data_despite_the_stale_socket(
    data_dir: Path, eventually: Eventually
) -> None:
    with EmbeddedStore(data_dir) as store:
        client(store).set("key", "value")
        os.kill(running_pid(store), signal.SIGKILL)
        eventually(lambda: store.pid is None)
        assert (data_dir / "store.sock").is_socket()

        store.start()

        assert client(store).get("key") == b"value"


def test_store__never_started__is_stopped_without_a_word(data_dir: Path) -> None:
    EmbeddedStore(data_dir).stop()

    assert not data_dir.exists()


def test_store__folder_name_with_signs_of_an_address__starts(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path / "a b%20?#'\"é") as store:
        assert client(store).ping()


def test_store__folder_of_a_running_one__is_refused(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as first:
        client(first).set("key", "value")

        with pytest.raises(DataDirInUse) as refused:
            EmbeddedStore(data_dir).start()

        assert str(refused.value) == (
            f"The data folder {data_dir} is in use by store process {first.pid} of service process {os.getpid()}; "
            "stop it, or set another DESTINY_DATA_DIR."
        )
        assert client(first).get("key") == b"value"


def test_store__predecessor_about_to_end__waits_for_it(data_dir: Path) -> None:
    data_dir.mkdir()
    with (data_dir / "store.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        release = Timer(0.3, fcntl.flock, (held, fcntl.LOCK_UN))
        release.start()

        with EmbeddedStore(data_dir) as store:
            assert client(store).ping()
        release.join()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_store__owner_killed__ends_and_leaves_its_data(data_dir: Path, eventually: Eventually) -> None:
    with owner(data_dir) as (process, pid):
        connect(embedded_url(data_dir), timeout_s=5).set("key", "value")

        process.kill()
        eventually(lambda: not is_alive(pid))

    with EmbeddedStore(data_dir) as store:
        assert client(store).get("key") == b"value"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_exec_under_lock__parent_already_gone__does_not_become_the_server(tmp_path: Path) -> None:
    not_the_parent = "0"
    command = [
        sys.executable,
        "-I",
        "-S",
        exec_under_lock.__file__,
        not_the_parent,
        str(tmp_path / "lock"),
        "/bin/echo",
    ]
    ended = subprocess.run([*command, "served"], capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "The service ended while its store was starting.\n"


def test_store__stopped_by_a_forked_copy__goes_on(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        copy = os.fork()
        if copy == 0:
            store.stop()
            os._exit(0)
        os.waitpid(copy, 0)

        assert client(store).ping()


def test_store__folder_too_deep_for_a_socket__listens_elsewhere_in_private(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 100) / "var"
    with EmbeddedStore(deep) as store:
        path = Path(store.url.removeprefix("unix://"))

        assert client(store).ping()
        assert store.url == embedded_url(deep) != embedded_url(deep.parent / "other")
        assert len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert not path.is_relative_to(deep)


@pytest.mark.parametrize(
    ("temporary", "mode", "reason"),
    [("open", 0o755, "must be a folder of user"), ("y" * 100, 0o700, "is too long for a socket")],
)
def test_store__no_private_place_for_the_socket__is_refused(
    tmp_path: Path, temporary: str, mode: int, reason: str
) -> None:
    folder = tmp_path / temporary / f"destiny-{os.getuid()}"
    folder.mkdir(parents=True)
    folder.chmod(mode)
    ended = subprocess.run(
        [sys.executable, "-c", OWNER, str(tmp_path / ("x" * 100))],
        env={**os.environ, "TMPDIR": str(folder.parent)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert "StoreDidNotStart: The embedded store in " in ended.stderr
    assert reason in ended.stderr


def test_store__data_folder_is_a_file__says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreDidNotStart, match=r"The embedded store in .*/file did not start: .*it is a file"):
        EmbeddedStore(tmp_path / "file").start()


def test_store__damaged_files__gives_the_end_of_the_log(data_dir: Path) -> None:
    with EmbeddedStore(data_dir):
        pass
    (data_dir / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")

    with pytest.raises(StoreDidNotStart, match=r"its log ends: .*manifest") as refused:
        EmbeddedStore(data_dir).start()
    assert "\n" not in str(refused.value)


def test_store__server_that_cannot_run__says_so(tmp_path: Path, data_dir: Path) -> None:
    with pytest.raises(StoreDidNotStart, match=r"its log ends: The server cannot be run: .*No such file"):
        EmbeddedStore(data_dir, binary=tmp_path / "missing").start()


def test_store__server_that_never_answers__is_ended(tmp_path: Path, data_dir: Path) -> None:
    silent = program(tmp_path / "silent", f"echo $$ > {tmp_path}/pid", "echo I am busy", "exec sleep 60")

    with pytest.raises(StoreDidNotStart, match=r"no answer within 0\.5 seconds, its log ends: I am busy"):
        EmbeddedStore(data_dir, binary=silent, patience_s=0.5).start()
    assert not is_alive(int((tmp_path / "pid").read_text()))


def test_store__loading_for_much_longer_than_its_patience__is_waited_for_and_says_how_far_it_is(
    tmp_path: Path, data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    full_of_keys(data_dir, 60_000)
    caplog.set_level("INFO")
    slow = EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow"), patience_s=3, report_every_s=0.5)
    before = time.monotonic()

    with slow:
        assert time.monotonic() - before > 6  # 60,000 keys, each delayed
        assert client(slow).dbsize() == 60_000

    *reports, last = [record.getMessage() for record in caplog.records]
    report = re.compile(r"The embedded .* is loading its data: (\d+) % of \d\.\d MiB\.")
    shares = [int(found[1]) for one in reports if (found := report.fullmatch(one))]
    assert len(shares) == len(reports)
    assert len(set(shares)) > 2
    assert shares == sorted(shares)
    assert re.fullmatch(r"The embedded store has loaded its data in \d+\.\d s\.", last)


def test_store__stuck_while_it_loads__is_killed(
    tmp_path: Path, data_dir: Path, eventually: Eventually, caplog: pytest.LogCaptureFixture
) -> None:
    full_of_keys(data_dir, 20_000)
    caplog.set_level("INFO")
    stuck = EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow"), patience_s=5, report_every_s=0)

    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(stuck.start)
        eventually(lambda: "is loading its data" in caplog.text)
        os.kill(pid(tmp_path), signal.SIGSTOP)

        with pytest.raises(
            StoreDidNotStart, match=r"stuck for 5 seconds while it loads its data, at \d+ % of 2\.\d MiB"
        ):
            starting.result()
    assert not is_alive(pid(tmp_path))


def test_store__no_longer_wanted_while_it_loads__is_ended(tmp_path: Path, data_dir: Path) -> None:
    full_of_keys(data_dir, 20_000)
    asked = count()

    with pytest.raises(StoreDidNotStart, match="the service is shutting down"):
        # Asked about often before the server has even written its id, on a quiet machine.
        EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow")).start(
            lambda: not (tmp_path / "slow.pid").exists() or next(asked) < 10
        )
    assert not is_alive(pid(tmp_path))


def pid(folder: Path) -> int:
    return int((folder / "slow.pid").read_text())


def test_store__server_that_does_not_end_on_sigterm__is_killed(data_dir: Path) -> None:
    store = EmbeddedStore(data_dir, patience_s=2)
    store.start()
    stuck = running_pid(store)
    os.kill(stuck, signal.SIGSTOP)
    before = time.monotonic()

    store.stop()

    assert not is_alive(stuck)
    assert time.monotonic() - before > 1.9
