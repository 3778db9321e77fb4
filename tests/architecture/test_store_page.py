"""docs/operators/store.md: each promise names a test that exists, and the settings take its addresses."""

import re

from service.settings import Settings
from service.store.url import sentinel_url
from tests.dockerfile import PROJECT

PAGE = (PROJECT / "docs" / "operators" / "store.md").read_text("utf-8")


def test_store_page__promises__name_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    written = {
        name
        for file in (PROJECT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }

    assert len(named) > 5
    assert named - written == set()


def test_store_page__settings__are_taken() -> None:
    block, *_ = re.findall(r"^```sh\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    settings = Settings.from_env(dict(line.split("=", 1) for line in block.splitlines()))

    assert settings.replica_wait.replicas > 0
    assert settings.redis_url
    assert (len(sentinel_url(settings.redis_url).sentinels), sentinel_url(settings.redis_url).primary) == (3, "destiny")
