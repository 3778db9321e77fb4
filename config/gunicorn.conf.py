"""How gunicorn serves the API: processes, limits, and the embedded store's life beside them."""

import logging.config
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gevent

from service.documentation.site import make_again, site
from service.metrics.folder import MetricsFolder
from service.server.connections import TimeLimits
from service.server.start_checks import mistake_in_tuning_file, reload_if_sound, why_not_listening
from service.settings import InvalidSettings, Settings
from service.store.embedded.server import EmbeddedStore, EmbeddedStoreError
from service.store.embedded.supervisor import StoreSupervisor
from service.store.health import StoreRefused, look_at_the_store
from service.system.json_log import log_configuration

try:
    _settings = Settings.from_env(os.environ)
except InvalidSettings as mistakes:
    sys.exit(f"destiny: {mistakes}")

proc_name = "destiny"
bind = _settings.address
workers = _settings.workers
worker_class = "service.server.worker.Worker"
worker_connections = 1_000
# Each worker imports the service for itself, after gevent has patched the sockets; no connection, random pool or thread
# of the master is shared over a fork, and a HUP loads new code.
preload_app = False
# gunicorn would open one under the home folder, for a command line tool that we do not use.
control_socket_disable = True
# For --reload (make run RELOAD=1): beside the modules that a worker has loaded. Patterns find new files too; asking for
# the time of each file works everywhere, where inotify needs a package and has limits.
_PROJECT = Path(__file__).parents[1]
reload_engine = "poll"
reload_extra_files = [str(_PROJECT / pattern) for pattern in ("service/**/*.*", "config/*")]
# The sign of life that a worker gives by touching a file must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108

# Callers are game backends that hold connections open: longer than their pauses, shorter than they would forget about.
keepalive = 75
timeout = 30
graceful_timeout = 10

# What the service would ever take is far shorter. Beyond these limits a request never reaches the application, so they
# are as wide as gunicorn lets them be: whatever is wrong with an id or a query is for the service to say.
limit_request_line = 8_190
limit_request_fields = 64
limit_request_field_size = 8_190
# Headers that a gateway on this machine could rewrite the path with. Nobody needs them, and a wrong one would be a 500.
forwarder_headers = ""

# One log for all: gunicorn's own lines go where ours go. Not by way of `logconfig_dict`: it would have gunicorn collect
# what it knows of each request for an access log of its own, which costs more than the line that the service writes.
logging.config.dictConfig(log_configuration(_settings.log_level))
logging.captureWarnings(capture=True)
for _warning in _settings.warnings:
    logging.getLogger("service.settings").warning(_warning)
loglevel = _settings.log_level
errorlog = None
accesslog = None


def on_starting(server: Any) -> None:
    """In the master, before it listens and before any worker."""
    _end_young_workers_at_once()
    # In a hot upgrade the socket is taken over from the running master.
    if not server.master_pid and (reason := why_not_listening(_settings.host, _settings.port)):
        sys.exit(f"destiny: {reason}")
    if mistake := mistake_in_tuning_file(_settings.tuning_file):
        sys.exit(f"destiny: {mistake}")
    # gunicorn would end with the workers that cannot start, and has no hook for that.
    server.handle_hup = partial(reload_if_sound, server, server.handle_hup)
    site()  # once, for all workers: they are forked with the pages made
    if _settings.redis_url is None:
        # Kept with the server, as a HUP reads this file again.
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
    server.metrics_folder = _metrics_folder(hot_upgrade=bool(server.master_pid))


def on_reload(server: Any) -> None:
    """In the master, before it forks new workers because of a HUP."""
    try:
        make_again()
    except Exception:  # whatever is wrong with a page, it must not end the service
        server.log.exception("The documentation cannot be made again, and stays as it was.")


def post_fork(_server: Any, worker: Any) -> None:
    """In each worker, before it imports the service."""
    if worker.cfg.reload:
        _forget_the_masters_modules()
    worker.limits = TimeLimits(keepalive, _settings.head_timeout_s, _settings.body_timeout_s)
    # A Ctrl-C at the terminal goes to all processes; it is the master who tells the workers to end.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def post_worker_init(worker: Any) -> None:
    """In each worker, after it has imported the service."""
    # After a Ctrl-C the master sends SIGQUIT. gunicorn's own handler races with its main loop there, and at times ends
    # in a traceback; requests under way may as well be finished. A second Ctrl-C leaves them two seconds.
    signal.signal(signal.SIGQUIT, worker.handle_exit)
    worker.log.info("Worker ready (pid: %s)", worker.pid)
    # A greenlet first runs when this one waits, which is when the worker listens. With --preload, the service has locks
    # that gevent does not know: a second greenlet that wants one would stop the whole worker.
    if not worker.cfg.preload_app:
        gevent.spawn(_warm_up, worker)


def _warm_up(worker: Any) -> None:
    """Have what the first calls need worked out before they come."""
    if not hasattr(worker.wsgi, "extensions"):
        return  # with --reload, a syntax error has put a page with its traceback in the application's place
    worker.wsgi.extensions["destiny.warm_up"]()
    worker.log.info("Worker warmed up (pid: %s)", worker.pid)


def post_request(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """After each answer, let another connection have its turn; a busy one would go on as long as it has requests."""
    gevent.sleep(0)


def child_exit(server: Any, worker: Any) -> None:
    """In the master, after a worker has ended."""
    server.metrics_folder.worker_ended(worker.pid)


def on_exit(server: Any) -> None:
    """In the master, after the last worker."""
    # After a hot upgrade others count there too: the new master's workers, or the old one's if it is still there.
    if not server.reexec_pid and (server.master_pid == 0 or server.master_pid != os.getppid()):
        server.metrics_folder.remove()
    if supervisor := getattr(server, "store_supervisor", None):
        supervisor.stop()


def _forget_the_masters_modules() -> None:
    """Have a worker load the modules of the service from their files, the few included that the master has loaded too.

    But for the documentation: to make its pages takes as long as to load everything else.
    """
    for name in [name for name in sys.modules if name == "service" or name.startswith("service.")]:
        if not name.startswith("service.documentation"):
            del sys.modules[name]


def _metrics_folder(*, hot_upgrade: bool) -> MetricsFolder:
    """The folder that the workers share what they have counted in, made."""
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
    """Have a worker end at SIGTERM from the moment of its fork."""
    # Until it has handlers of its own it runs the master's, which would swallow the call to end; the master would then
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
