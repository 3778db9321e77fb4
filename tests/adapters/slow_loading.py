"""Servers that take their time to load what they hold."""

from pathlib import Path

from service.store.client import connect
from service.store.embedded.server import EmbeddedStore, server_binary


def program(path: Path, *lines: str) -> Path:
    """An executable script in place of the server."""
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o700)
    return path


def slow_loader(path: Path) -> Path:
    """The server, taking a tenth of a millisecond and more for each command that it loads."""
    real = server_binary()
    assert real
    return program(path, f"echo $$ > {path}.pid", f'exec {real} "$@" --key-load-delay 100')


def full_of_keys(data_dir: Path, number: int) -> None:
    """Leave so many keys in the store of this folder."""
    with EmbeddedStore(data_dir) as store:
        pipeline = connect(store.url, timeout_s=5).pipeline(transaction=False)
        for key in range(number):
            pipeline.set(f"key {key}", "x" * 100)
        pipeline.execute()
