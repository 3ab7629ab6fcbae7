"""What holds for all tests. In CI nothing may be skipped: what is missing must be installed."""

from __future__ import annotations

import os
import signal

import pytest

# A shell that runs the tests in the background ignores Ctrl-C, and every server that a test
# starts would do so too, at least until it serves.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Real servers and browsers have clocks of their own: on a machine that stands still for a second
# one of their tests may fail for once. Such a test is run again, twice at most, and the report
# names it.
WITH_CLOCKS = ("tests/server/", "tests/web/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(WITH_CLOCKS):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("CI: tests were skipped (see below), so the run has failed", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
