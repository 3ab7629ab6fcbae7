"""`rowlock serve` as a person meets it: how it starts, what it says, what it refuses."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.running import running


def serve(*arguments: str, **environment: str) -> tuple[int, str]:
    """The exit code and the sentence of a server that does not start."""
    run = subprocess.run(
        [sys.executable, "-m", "rowlock", "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, **environment},
    )
    assert run.stdout == ""
    assert run.stderr.startswith("rowlock: ")
    assert run.stderr.count("\n") == 1
    return run.returncode, run.stderr.removeprefix("rowlock: ").strip()


def test_the_file_lies_in_the_data_folder_of_the_user(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    environment.pop("ROWLOCK_DB", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "rowlock", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Rowlock is at http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    process.stdout.close()
    (found,) = tmp_path.rglob("tables.db")
    if sys.platform == "linux":
        assert found == tmp_path / "data" / "rowlock" / "tables.db"
    assert found.stat().st_mode & 0o077 == 0


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, said = serve("--port", port, "--db", f"sqlite:{tmp_path / 'tables.db'}")
    assert code == 1
    assert said == f"cannot listen at 127.0.0.1 port {port}: Address already in use"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mysql://somewhere", "expected sqlite:PATH or postgresql://"),
        ("sqlite:", "expected sqlite:PATH or postgresql://"),
        ("sqlite:/", "/ is a folder, expected a file"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "PostgreSQL: "),
        ("postgresql://nobody:secret@127.0.0.1:x/none", "the URL is not understood"),
    ],
)
def test_a_database_that_cannot_be_used_is_told(url: str, expected: str) -> None:
    code, said = serve("--port", "0", "--db", url)
    assert code == 1
    assert expected in said
    assert "secret" not in said


def test_a_file_that_is_served_already_is_told() -> None:
    with running() as server:
        code, said = serve("--port", "0", "--db", server.db)
    assert code == 1
    assert said.startswith("another server is using this file: ")


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'tables.db'}"
    code, said = serve("--workers", "2", "--db", database)
    assert (code, said) == (
        1,
        "--workers: several workers need PostgreSQL; give it with --db",
    )
    assert serve("--workers", "0", "--db", database)[0] == 1


def test_settings_that_are_no_numbers_are_told() -> None:
    code, said = serve(ROWLOCK_QUEUE="many")
    assert (code, said) == (1, "ROWLOCK_QUEUE: expected a whole number, found 'many'")
    code, said = serve(ROWLOCK_LOG="loud")
    assert (code, said) == (1, "ROWLOCK_LOG: expected one of debug, info, warning, error")


def test_without_its_packages_the_server_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError('no fastapi', name='fastapi')")
    code, said = serve(PYTHONPATH=str(tmp_path))
    assert code == 1
    assert said == (
        "the server needs more packages (fastapi is missing): pip install 'rowlock[server]'"
    )


def test_health_metrics_and_the_pages_for_people() -> None:
    with running() as server:
        assert server.get("/healthz")["ok"] is True
        opened = server.open("Emma", "keen")
        metrics = server.get("/metrics")
        assert "rowlock_tables_opened_total 1.0" in metrics
        page = server.get("/api/docs")
        assert "http" not in page.replace("http-equiv", "")  # nothing from any other host
        for file in ("swagger-ui-bundle.js", "swagger-ui.css"):
            assert f"browse/{file}" in page
            assert len(server.get(f"/api/browse/{file}")) > 10_000
        for path in ("/", f"/t/{opened['table']}", "/t/nowhere"):
            status, page = server.request("GET", path)
            assert status in (200, 503)  # the page may not be built here
            assert "Rowlock" in page
            assert server.request("HEAD", path) == (status, "")


def test_the_log_is_one_json_object_a_line() -> None:
    with running(log="debug") as server:
        server.open("Emma")
        server.stop()
        assert server.log
        for line in server.log:
            assert {"time", "level", "from", "what"} <= set(json.loads(line))


def test_the_description_of_the_messages_is_json_schema() -> None:
    with running() as server:
        schema = server.get("/api/messages.json")
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"Incoming", "Outgoing", "Decide", "View", "MarkedEvent"} <= set(schema["$defs"])


def test_a_database_that_goes_away_makes_the_server_unhealthy_and_comes_back() -> None:
    postgres = Postgres()
    try:
        with running(postgres.fresh_database()) as server:
            opened = server.open("Emma", "keen")
            postgres.stop()
            assert server.request("GET", "/healthz")[0] == 503
            status, told = server.request("GET", f"/api/tables/{opened['table']}x")
            assert (status, told["code"]) == (503, "unavailable")
            postgres.start()
            assert server.request("GET", "/healthz")[0] == 200
            assert server.get(f"/api/tables/{opened['table']}")["table"] == opened["table"]
    finally:
        postgres.end()
