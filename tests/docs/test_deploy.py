"""The page for whoever runs a server, and the Dockerfile: what they say is so."""

from __future__ import annotations

import asyncio
import configparser
import contextlib
import json
import logging
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path
from urllib.request import urlopen

from reports import ROOT
from rowlock.server import serve
from rowlock.server.metrics import Metrics
from rowlock.server.settings import Settings
from rowlock.server.stage import Stage
from rowlock.server.store import open_store
from tests.docs.test_docs import blocks
from tests.fair.serving import free_port

PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
SERVE = Path(serve.__file__).read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of a language."""
    ((_, text),) = blocks(PAGE, language)
    return text


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


# Settings, metrics, log


def test_every_setting_is_listed_with_its_default() -> None:
    rows = re.findall(r"^\| `ROWLOCK_(\w+)` \| (\S+) \|", section("Settings"), re.MULTILINE)
    usual = {field.name.upper(): str(field.default) for field in fields(Settings)}
    usual |= dict(re.findall(r'environ\.get\("ROWLOCK_(\w+)", "(.+?)"\)', SERVE))
    assert {"LOG", "PROXIES"} <= set(usual)
    assert dict(rows) == {name: f"`{text}`" if text else "empty" for name, text in usual.items()}
    assert len(rows) == len(usual)


def test_every_metric_is_listed() -> None:
    rows = re.findall(r"^\| `(rowlock_\w+)` \|", section("Is it well?"), re.MULTILINE)
    known = {
        metric.name + ("_total" if metric.type == "counter" else "")
        for metric in Metrics().registry.collect()
    }
    assert set(rows) == known


def test_the_line_of_the_log_is_what_is_written() -> None:
    line = json.loads(block("json"))
    facts = {"name": line["from"], "levelname": line["level"].upper(), "msg": line["what"]}
    record = logging.makeLogRecord({**facts, "why": line["why"]})
    written = json.loads(serve._JsonLines().format(record))
    assert list(written) == list(line)
    assert re.sub(r"\d", "0", written.pop("time"))[:19] == re.sub(r"\d", "0", line.pop("time"))[:19]
    assert written == line


def test_old_games_are_forgotten_as_the_page_says(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def keep() -> None:
        store = open_store(f"sqlite:{file}")
        await store.open(lambda _: None)
        for name, at, stage in [
            ("old", 1.0, Stage.DONE),
            ("going", 2.0, Stage.PLAYING),
            ("new", time.time(), Stage.DONE),
        ]:
            await store.create(name, at, "{}", False)
            await store.append(name, 1, at, "{}", stage)
        await store.close()

    asyncio.run(keep())
    said = re.search(r"`(strftime\(.*?\))` in place of `(extract\(.*?\)\))`", PAGE)
    assert said
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(block("sql").replace(said[2], said[1]))
        left = connection.execute("SELECT id FROM tables ORDER BY at").fetchall()
        assert left == [("going",), ("new",)]
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (2,)


# Service and proxies


def test_the_service_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(block("ini"))
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = dict(unit["Service"])
    assert service["ExecStart"] == "/opt/rowlock/bin/rowlock serve --port 8000"
    assert service["Environment"] == "ROWLOCK_DB=sqlite:/var/lib/rowlock/tables.db"
    assert service["StateDirectory"] == "rowlock"
    assert service["ProtectSystem"] == "strict"
    assert service["Restart"] == "always"
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    stopping = re.findall(r"^_STOP_SECONDS = (\d+)", SERVE, re.MULTILINE)
    assert int(service["TimeoutStopSec"]) >= 3 * int(stopping[0])
    if shutil.which("systemd-analyze"):
        file = tmp_path / "rowlock.service"
        here = block("ini").replace("/opt/rowlock/bin/rowlock", sys.executable)
        file.write_text(here, encoding="utf-8")
        run = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", file],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "rowlock.service" not in run.stdout + run.stderr


def test_the_proxies_pass_on_what_the_server_needs(tmp_path: Path) -> None:
    nginx, caddy = block("nginx"), block("caddyfile")
    headers = re.findall(r"proxy_set_header (\S+)", nginx)
    assert headers == ["Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"]
    for text in (nginx, caddy):
        assert text.count("{") == text.count("}")
        assert "127.0.0.1:8000" in text
        assert "/metrics" in text
        assert f"{Settings().body_size // 1024}k" in text.lower()
    wait = re.search(r"proxy_read_timeout (\d+)s", nginx)
    assert wait
    assert int(wait[1]) > 2 * Settings().beat_seconds
    if shutil.which("nginx"):
        # Without TLS: there is no certificate of dice.example.org here.
        plain = re.sub(r"^ +ssl_certificate.*\n", "", nginx, flags=re.MULTILINE)
        plain = re.sub(r"443 ssl", str(free_port()), plain)
        file = tmp_path / "nginx.conf"
        file.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{plain}}}\n", encoding="utf-8")
        command = ["nginx", "-t", "-c", str(file), "-p", str(tmp_path), "-e", "stderr"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr


# The container

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def steps(name: str) -> list[str]:
    """What follows the instructions of this name."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return re.findall(rf"^{name} +(.*)$", joined, re.MULTILINE)


def test_the_container_is_cautious() -> None:
    assert steps("FROM") == ["python:3.13-slim"]
    assert steps("USER") == ["rowlock"]
    assert steps("VOLUME") == ["/data"]
    assert steps("EXPOSE") == ["8000"]
    install, user = steps("RUN")
    assert "--constraint constraints.txt '.[server]'" in install
    assert user.startswith("useradd --system --uid 10001 ")
    assert user.endswith("--owner rowlock --mode 700 /data")
    # Root's work comes before, and nothing runs as root after.
    assert DOCKERFILE.index("USER rowlock") > DOCKERFILE.rindex("RUN ")


def test_what_is_copied_is_not_ignored() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = [line[1:] for line in lines if line.startswith("!")]
    assert "*" in lines
    assert sorted(kept) == sorted(part for copied in steps("COPY") for part in copied.split()[:-1])


def test_the_steps_of_the_dockerfile_lead_to_a_healthy_server(tmp_path: Path) -> None:
    source, data = tmp_path / "src", tmp_path / "data"
    source.mkdir()
    data.mkdir()
    for copied in steps("COPY"):
        *parts, target = copied.split()
        for part in parts:
            to = source / target / (part if target == "./" else "")
            if (ROOT / part).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "node_modules")
                shutil.copytree(ROOT / part, to, ignore=ignored)
            else:
                shutil.copy(ROOT / part, to)
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    unwanted = ("PYTHON", "COVERAGE", "ROWLOCK", "VIRTUAL_ENV")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    clean["PATH"] = f"{venv / 'bin'}{os.pathsep}{clean['PATH']}"
    run = subprocess.run(
        steps("RUN")[0], shell=True, cwd=source, env=clean, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr

    port = str(free_port())
    command = json.loads(steps("CMD")[0])
    assert command[2:6] == ["--host", "0.0.0.0", "--port", "8000"]
    command[3:6] = ["127.0.0.1", "--port", port]
    command = [part.replace("/data/", f"{data}/") for part in command]
    command[0] = str(venv / "bin" / command[0])
    (health,) = re.findall(r"CMD (\[.*\])$", steps("HEALTHCHECK")[0])
    check = [part.replace(":8000/", f":{port}/") for part in json.loads(health)]
    check[0] = str(venv / "bin" / check[0])
    assert port in shlex.join(check)

    def healthy() -> bool:
        tried = subprocess.run(check, env=clean, capture_output=True, check=False)
        return tried.returncode == 0

    assert not healthy()
    server = subprocess.Popen(command, cwd=data, env=clean, stdout=subprocess.PIPE, text=True)
    with server:
        try:
            assert server.stdout
            assert server.stdout.readline().startswith(f"Rowlock is at http://127.0.0.1:{port}/")
            until = time.monotonic() + 20
            while not healthy() and time.monotonic() < until:
                time.sleep(0.2)
            assert healthy()
            with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                assert b"<script" in page.read()
        finally:
            server.terminate()
    assert (data / "tables.db").exists()
