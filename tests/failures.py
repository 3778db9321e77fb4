"""Shows a failure when it happens: a run that is stopped before its end prints no summary."""

import pytest


class FailuresAtOnce:
    """A plugin that writes the name of each test that fails, and where it failed, among the dots."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # With several processes this hook runs twice, in the one that ran the test and in the one that reports.
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and reporter and not hasattr(self._config, "workerinput"):
            where = report.longreprtext.rstrip().splitlines()[-1:]
            reporter.write_line(f"\nFAILED {report.nodeid} {' '.join(where)}")
