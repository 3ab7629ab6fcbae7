"""In CI nothing may be skipped: what is missing there must be installed there."""

from __future__ import annotations

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("CI: tests were skipped (see below), so the run has failed", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
