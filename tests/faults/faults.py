"""What goes wrong. Each fault is done to a stage, lasts for a while, and is over when the function returns."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Final

from tests.faults.stage import Stage
from tests.faults.stores import OneServer, Replicated, StoreKind, Watched
from tests.patience import wait_until
from tests.smoke.cuttable_link import CuttableLink

OWN, SERVER, SENTINEL, REPLICATED, ALL_REPLICAS, CLUSTER = StoreKind
ALL: Final = tuple(StoreKind)
WATCHED: Final = (SENTINEL, REPLICATED, ALL_REPLICAS)
LAG_S: Final = (0.3, 0.6)


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong, and with which stores it is tried."""

    name: str
    happens: str
    """For operators to read."""
    do: Callable[[Stage], None]
    stores: tuple[StoreKind, ...]
    linked: bool = False
    """Whether it needs a link that everybody reaches the store by."""
    erases: bool = False
    """Whether data are deleted that no promise protects from that."""
    splits: bool = False
    """Whether a primary that works may be replaced while another replica still follows it and acknowledges its writes:
    because somebody asks for it, or because it was out of reach and is back before all follow the new one."""
    kills_workers: bool = False
    """Whether records that wait in a worker are lost with it."""


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
    """Suspend these processes."""
    with ExitStack() as undo:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
            undo.callback(os.kill, pid, signal.SIGCONT)
        yield


def _kill_primary(stage: Stage) -> None:
    stage.store.kill()
    if not isinstance(stage.store, Replicated):
        stage.hold()
    stage.store.restore()


def _hang_shortly(stage: Stage) -> None:
    with stopped(stage.store.pid()):
        stage.hold(0.4, 0.8)
    stage.store.restore()


def _hang(stage: Stage) -> None:
    former = stage.store.primary() if isinstance(stage.store, Replicated) else 0
    with stopped(stage.store.pid()):
        stage.hold()
        if isinstance(stage.store, Replicated):
            stage.store.await_promotion(former)
            stage.hold(0.2, 1)
    stage.store.restore()


def _pause_clients(stage: Stage) -> None:
    with closing(stage.store.client()) as client:
        client.client_pause(stage.chosen.randint(500, 2_000), all=stage.chosen.random() < 0.5)
    stage.hold(2, 2.5)
    stage.store.restore()


def _watched(stage: Stage) -> Watched:
    if not isinstance(stage.store, Watched):
        raise TypeError(f"{stage.store.kind} has no Sentinels.")
    return stage.store


def _replicated(stage: Stage) -> Replicated:
    if not isinstance(stage.store, Replicated):
        raise TypeError(f"{stage.store.kind} has no replicas.")
    return stage.store


def _switch_over(*how: str) -> Callable[[Stage], None]:
    def do(stage: Stage) -> None:
        store = _replicated(stage)
        former = store.primary()
        store.ask_for_a_failover(*how)
        store.await_promotion(former)
        store.restore()

    return do


@contextmanager
def _replicas_behind(stage: Stage) -> Iterator[None]:
    """The replicas miss what is written from now on, while the primary believes them to be in step."""
    store = _watched(stage)
    link = CuttableLink(store.topology.primary())
    with closing(link):
        for port in store.replicas():
            _follow(store, port, link.port)
        link.cut()
        stage.hold(*LAG_S)
        yield


def _follow(store: Watched, port: int, primary: int) -> None:
    with closing(store.client_of(port)) as replica:
        replica.replicaof("127.0.0.1", str(primary))
        wait_until(
            lambda: replica.info("replication")["master_link_status"] == "up", lambda: "A replica did not follow."
        )


def _kill_ahead_of_replicas(stage: Stage) -> None:
    with _replicas_behind(stage):
        former = _watched(stage).topology.primary()
        stage.store.kill()
        _watched(stage).await_promotion(former)
    stage.store.restore()


def _switch_over_ahead_of_replicas(stage: Stage) -> None:
    store = _watched(stage)
    with _replicas_behind(stage):
        former = store.topology.primary()
        store.ask_for_a_failover()
        store.await_promotion(former)
        stage.hold(0.2, 1)
    store.restore()


def _kill_with_a_replica_paused(stage: Stage) -> None:
    store = _watched(stage)
    former = store.topology.primary()
    with stopped(store.topology.pid(stage.chosen.choice(store.replicas()))):
        stage.hold(0.5, 1.5)
        store.kill()
        store.await_promotion(former)
    store.restore()


def _pause_replicas(stage: Stage) -> None:
    store = _replicated(stage)
    with stopped(*(store.topology.pid(port) for port in store.replicas())):
        stage.hold()
    store.restore()


def _kill_replicas(stage: Stage) -> None:
    store = _replicated(stage)
    for port in store.replicas():
        store.topology.kill(port)
    stage.hold()
    store.restore()


def _partition(break_link: Callable[[CuttableLink, Stage], None]) -> Callable[[Stage], None]:
    def do(stage: Stage) -> None:
        link = stage.store.link()
        break_link(link, stage)
        try:
            stage.hold(1.5, 4)
        finally:
            link.heal()
        stage.store.restore()

    return do


def _partition_until_replaced(stage: Stage) -> None:
    former = _watched(stage).primary()
    link = stage.store.link()
    link.cut()
    try:
        _watched(stage).await_promotion(former)
        stage.hold(0.5, 1.5)
    finally:
        link.heal()
    stage.store.restore()


def _delay(link: CuttableLink, stage: Stage) -> None:
    link.delay(stage.chosen.choice((0.02, 0.1, 0.3)))


def _fill(stage: Stage) -> None:
    with closing(stage.store.client()) as client:
        client.config_set("maxmemory", 1)
        try:
            stage.hold()
        finally:
            client.config_set("maxmemory", 0)
    stage.store.restore()


def _evict(stage: Stage) -> None:
    with closing(stage.store.client()) as client:
        client.config_set("maxmemory-policy", "allkeys-random")
        client.config_set("maxmemory", int(client.info("memory")["used_memory"]) - 200_000)
        try:
            stage.hold()
        finally:
            client.config_set("maxmemory", 0)
            client.config_set("maxmemory-policy", "noeviction")


def _flush(stage: Stage) -> None:
    with closing(stage.store.client()) as client:
        client.flushall()
    stage.hold()


def _restart_empty(stage: Stage) -> None:
    """Before any Sentinel notices, so that the replicas follow the empty primary."""
    if isinstance(stage.store, Watched):
        stage.store.restart_empty()
    elif isinstance(stage.store, OneServer):
        stage.store.kill()
        stage.store.lose_everything()
    stage.store.restore()
    stage.hold()


def _kill_workers(stage: Stage) -> None:
    for _ in range(2):
        for instance in stage.instances:
            os.kill(stage.chosen.choice(instance.workers()), signal.SIGKILL)
        stage.hold(0.5, 1)
    stage.await_readiness()


def _kill_master(stage: Stage) -> None:
    instance = stage.any_instance()
    instance.kill_master()
    stage.hold(0.2, 1)
    instance.start()
    stage.await_readiness()


def _stop_instance(stage: Stage) -> None:
    instance = stage.any_instance()
    instance.stop()
    stage.hold(0.2, 1)
    instance.start()
    stage.await_readiness()


def _kill_machine(stage: Stage) -> None:
    instance = stage.any_instance()
    if stage.store.kind is not OWN:  # that one is among the instance's own processes
        stage.store.kill()
    instance.kill_machine()
    stage.hold(0.2, 1)
    instance.start()
    stage.store.restore()
    stage.await_readiness()


FAULTS: Final = (
    Fault("primary-killed", "the store, or its primary, is killed", _kill_primary, ALL),
    Fault("hang-short", "it hangs for less than a second", _hang_shortly, (OWN, REPLICATED, CLUSTER)),
    Fault("hang", "it hangs for seconds, and continues", _hang, ALL),
    Fault("client-pause", "`CLIENT PAUSE`, up to 2 s", _pause_clients, (SERVER, REPLICATED, CLUSTER)),
    Fault("cluster-switch", "`CLUSTER FAILOVER`", _switch_over(), (CLUSTER,)),
    Fault("cluster-takeover", "`CLUSTER FAILOVER TAKEOVER`", _switch_over("TAKEOVER"), (CLUSTER,)),
    Fault("switch-over", "`SENTINEL FAILOVER ... COORDINATED`", _switch_over("COORDINATED"), WATCHED),
    Fault("switch-forced", "`SENTINEL FAILOVER`, replicas in step", _switch_over(), WATCHED, splits=True),
    Fault("killed-ahead", "the primary is killed, replicas 0.3 to 0.6 s behind", _kill_ahead_of_replicas, WATCHED),
    Fault("switch-ahead", "`SENTINEL FAILOVER`, replicas behind", _switch_over_ahead_of_replicas, WATCHED),
    Fault("replica-paused", "a replica hangs, then the primary is killed", _kill_with_a_replica_paused, WATCHED),
    Fault("replicas-paused", "all its replicas hang", _pause_replicas, (REPLICATED, CLUSTER)),
    Fault("replicas-killed", "all its replicas are killed", _kill_replicas, (REPLICATED, CLUSTER)),
    Fault(
        "partition",
        "nothing reaches it, then all at once",
        _partition(lambda link, _: link.cut()),
        ALL[1:],
        linked=True,
        splits=True,
    ),
    Fault(
        "partition-long",
        "nothing reaches it until it is replaced",
        _partition_until_replaced,
        WATCHED,
        linked=True,
    ),
    Fault(
        "slow-network",
        "each packet is late by up to 0.3 s",
        _partition(_delay),
        (SERVER, REPLICATED, ALL_REPLICAS, CLUSTER),
        linked=True,
        splits=True,
    ),
    Fault(
        "resets",
        "connections to it are reset",
        _partition(lambda link, _: link.reset()),
        (SERVER, REPLICATED, CLUSTER),
        linked=True,
        splits=True,
    ),
    Fault(
        "half-closed",
        "it gets requests, its replies are lost",
        _partition(lambda link, _: link.half_close()),
        (SERVER, REPLICATED, CLUSTER),
        linked=True,
        splits=True,
    ),
    Fault("store-full", "its memory is full", _fill, (OWN, SERVER, REPLICATED, CLUSTER)),
    Fault(
        "workers-killed",
        "a worker of each instance is killed, twice",
        _kill_workers,
        (OWN, REPLICATED),
        kills_workers=True,
    ),
    Fault("master-killed", "the master of an instance is killed", _kill_master, (OWN, REPLICATED), kills_workers=True),
    Fault("instance-stopped", "an instance is stopped and started", _stop_instance, (OWN, REPLICATED)),
    Fault("machine-killed", "an instance and the store are killed at once", _kill_machine, ALL, kills_workers=True),
    Fault("eviction", "it evicts keys (`allkeys-random`)", _evict, (SERVER,), erases=True),
    Fault("flushed", "`FLUSHALL`", _flush, (SERVER, REPLICATED), erases=True),
    Fault(
        "restarted-empty", "it is restarted at once without its data", _restart_empty, (SERVER, REPLICATED), erases=True
    ),
)
