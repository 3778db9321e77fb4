"""Configures gunicorn: processes, limits, and the lifetime of the embedded store."""

import gc
import logging.config
import os
import signal
import sys
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import gevent

from service.console.files import console_files
from service.documentation import made
from service.metrics.folder import MetricsFolder
from service.server.connections import TimeLimits
from service.server.preload import preload
from service.server.start_checks import (
    StoreRefused,
    look_at_the_store,
    mistake_in_tokens_files,
    mistake_in_tuning_file,
    reload_if_sound,
    why_not_listening,
)
from service.settings import InvalidSettings, Settings
from service.store.embedded.server import EmbeddedStore, EmbeddedStoreError
from service.store.embedded.supervisor import StoreSupervisor
from service.system.json_log import log_configuration

try:
    _settings = Settings.from_env(os.environ)
except InvalidSettings as mistakes:
    sys.exit(f"destiny: {mistakes}")

_TOKENS_FILES = (_settings.operators_file, _settings.api_tokens_file)

proc_name = "destiny"
bind = _settings.address
workers = _settings.workers
worker_class = "service.server.worker.Worker"
worker_connections = 1_000
# Each worker builds the application itself, after gevent has patched the sockets. So forks share no connection, random
# pool or thread of the master. What needs none of these the master imports for all of them, at a HUP again, so that new
# code is loaded (service/server/preload.py).
preload_app = False
# numpy's library for matrices would start threads in the master, for products far larger than ours.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
# gunicorn would create a socket in the home folder, for a command line tool that we do not use.
control_socket_disable = True
# For --reload (make run RELOAD=1), in addition to the modules that a worker has loaded. Patterns find new files too.
# Polling file times works everywhere; inotify needs a package and has limits.
_PROJECT = Path(__file__).parents[1]
reload_engine = "poll"
reload_extra_files = [str(_PROJECT / pattern) for pattern in ("service/**/*.*", "config/*")]
# A worker shows that it is alive by touching a file, which must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108

# Callers are game backends that keep connections open: longer than their pauses, but not forever.
keepalive = 75
timeout = 30
graceful_timeout = 10

# Valid requests are far shorter. A request beyond these limits never reaches the application, so they are as wide as
# gunicorn allows: the service itself reports what is wrong with an id or a query.
limit_request_line = 8_190
limit_request_fields = 64
limit_request_field_size = 8_190
# Headers with which a gateway on this machine could rewrite the path. None is needed, and a wrong one would be a 500.
forwarder_headers = ""

# gunicorn's own lines go to the log of the service. With `logconfig_dict`, gunicorn would collect the data of each
# request for its own access log, which costs more than the line that the service writes.
logging.config.dictConfig(log_configuration(_settings.log_level))
logging.captureWarnings(capture=True)
for _warning in _settings.warnings:
    logging.getLogger("service.settings").warning(_warning)
loglevel = _settings.log_level
errorlog = None
accesslog = None


def on_starting(server: Any) -> None:
    """Runs in the master, before it listens and before any worker starts."""
    _end_young_workers_at_once()
    # In a hot upgrade, the running master hands the socket over.
    if not server.master_pid and (reason := why_not_listening(_settings.host, _settings.port)):
        sys.exit(f"destiny: {reason}")
    # gunicorn would exit if the workers cannot start, and has no hook to prevent that.
    server.handle_hup = partial(reload_if_sound, server, *_TOKENS_FILES, server.handle_hup)
    begun: Future[None] = Future()
    beginning = Thread(target=_begin, args=(server, begun), daemon=True)
    beginning.start()
    _preload(server)
    begun.result()
    beginning.join()  # no fork while it runs
    server.metrics_folder = _metrics_folder(hot_upgrade=bool(server.master_pid))


def _preload(server: Any) -> None:
    """Import what the workers share, unless each of them imports the changed files itself."""
    if not server.cfg.reload:
        preload()
        gc.freeze()  # a collection of garbage would write to the memory that they share


def _begin(server: Any, begun: Future[None]) -> None:
    """Do in a thread what the start has to wait for: mostly other processes, while this one imports."""
    try:
        _check_and_start_the_store(server)
        begun.set_result(None)
    except BaseException as reason:  # noqa: BLE001  also to exit: the main thread raises it
        begun.set_exception(reason)


def _check_and_start_the_store(server: Any) -> None:
    """Check the files, and start the store or look at it."""
    if mistake := mistake_in_tuning_file(_settings.tuning_file) or mistake_in_tokens_files(*_TOKENS_FILES):
        sys.exit(f"destiny: {mistake}")
    if _settings.redis_url is None:
        # Stored on the server object, since a HUP reads this file again.
        server.store_supervisor = StoreSupervisor(EmbeddedStore(_settings.data_dir), server.log.warning)
        try:
            server.store_supervisor.start()
        except EmbeddedStoreError as error:
            sys.exit(f"destiny: {error}")
    else:
        try:
            for warning in look_at_the_store():
                server.log.warning(warning)
        except StoreRefused as refused:
            sys.exit(str(refused))


def when_ready(server: Any) -> None:
    """Runs in the master, once it listens and before it forks any worker."""
    _make_pages(server)
    console_files()  # once, for all workers: they inherit the files when they are forked


def on_reload(server: Any) -> None:
    """Runs in the master, before a HUP makes it fork new workers."""
    _make_pages(server)
    _preload(server)
    try:
        console_files.cache_clear()
        console_files()
    except Exception:  # a faulty page must not stop the service
        server.log.exception("The console's files could not be read again.")


def _make_pages(server: Any) -> None:
    """Have the pages of the documentation made while the workers start."""
    try:
        made.begin(_settings.data_dir)
    except OSError as error:
        server.log.warning("The first worker that is asked for a page will make the pages: %s", error)


_NEW_OBJECTS = 20_000
"""How many more objects there must be than at the last collection before the next."""


def post_fork(_server: Any, worker: Any) -> None:
    """Runs in each worker, before it imports the service."""
    if worker.cfg.reload:
        _forget_the_masters_modules()
    worker.limits = TimeLimits(keepalive, _settings.head_timeout_s, _settings.body_timeout_s)
    # A Ctrl-C at the terminal goes to all processes; only the master stops the workers.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # Nearly all that an import creates stays, so looking for garbage during the import finds nothing.
    gc.disable()


def post_worker_init(worker: Any) -> None:
    """Runs in each worker, after it has imported the service."""
    _freeze_and_collect()
    # After a Ctrl-C the master sends SIGQUIT. gunicorn's own handler then races with its main loop, and sometimes ends
    # in a traceback; this one lets the requests in progress finish. A second Ctrl-C leaves them two seconds.
    signal.signal(signal.SIGQUIT, worker.handle_exit)
    worker.log.info("Worker ready (pid: %s)", worker.pid)
    # The greenlet starts when this one waits, which is when the worker listens. With --preload, the service has locks
    # that gevent has not patched: a second greenlet that waits for one would block the whole worker.
    if not worker.cfg.preload_app:
        gevent.spawn(_warm_up, worker)
    _start_webhook(worker)


def _start_webhook(worker: Any) -> None:
    """Let this worker deliver messages about new revisions, if an address is set."""
    start = getattr(worker.wsgi, "extensions", {}).get("destiny.webhook")
    if start and worker.cfg.preload_app:
        worker.log.warning("With --preload, the webhook gets no messages.")
    elif start:
        start()


_FIRST_CALLERS_S = 0.1
"""Those who have waited for this worker to listen are answered first. A step of the warm-up may take as long."""


def _warm_up(worker: Any) -> None:
    """Compute what the first calls need before they arrive."""
    warm_up = getattr(worker.wsgi, "extensions", {}).get("destiny.warm_up")
    if warm_up is None:
        return  # with --reload, a page with the traceback of a syntax error replaces the application
    gevent.sleep(_FIRST_CALLERS_S)
    warm_up()
    _freeze_and_collect()
    worker.log.info("Worker warmed up (pid: %s)", worker.pid)


def _freeze_and_collect() -> None:
    """Collect garbage again, but not among the objects that exist now: they stay as long as the worker.

    A worker has over a hundred thousand of them, and no request is served while all are looked at.
    """
    gc.freeze()
    # A batch makes tens of thousands of objects, and all of them live until it is answered. Python's own threshold of
    # 700 would look at the same ones again and again, for a tenth of the time that the batch takes.
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()


def child_exit(server: Any, worker: Any) -> None:
    """Runs in the master, after a worker has ended."""
    server.metrics_folder.worker_ended(worker.pid)


def on_exit(server: Any) -> None:
    """Runs in the master, after the last worker has ended."""
    made.end()
    # After a hot upgrade other workers count there too: the new master's, or the old one's if it still runs.
    if not server.reexec_pid and (server.master_pid == 0 or server.master_pid != os.getppid()):
        server.metrics_folder.remove()
    if supervisor := getattr(server, "store_supervisor", None):
        supervisor.stop()


def _forget_the_masters_modules() -> None:
    """Make a worker load all modules of the service from their files, even those that the master has loaded.

    The documentation is an exception: building its pages takes as long as loading everything else.
    """
    for name in [name for name in sys.modules if name == "service" or name.startswith("service.")]:
        if not name.startswith("service.documentation"):
            del sys.modules[name]


def _metrics_folder(*, hot_upgrade: bool) -> MetricsFolder:
    """Create the folder in which the workers share their counts."""
    folder = MetricsFolder(_settings.data_dir, bind)
    try:
        if hot_upgrade:
            folder.take_over()
        else:
            folder.make()
    except OSError as error:
        sys.exit(f"destiny: cannot keep metrics in {folder.path}: {error.strerror}. Set another DESTINY_DATA_DIR.")
    return folder


def _end_young_workers_at_once() -> None:
    """Make a worker end at SIGTERM from the moment of its fork."""
    # Until a worker has its own handlers, it has the master's, which would swallow the signal; the master would then
    # wait for the whole graceful_timeout.
    sigterm = {signal.SIGTERM}

    def unblock() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, sigterm)

    def end_by_it() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        unblock()

    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, sigterm),
        after_in_parent=unblock,
        after_in_child=end_by_it,
    )
