"""Where a server is: the port it listens at, its addresses, and the browser that opens them."""

from __future__ import annotations

import contextlib
import errno
import http.client
import socket
import subprocess
import sys
import threading

from rowlock.errors import NotNotation

__all__ = ["PORTS", "listen", "local_address", "network_address", "open_browser"]

PORTS = range(8000, 8020)
"""Tried one after the other if none is asked for: something else may be at the first."""
_EVERYWHERE = ("", "0.0.0.0", "::")


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens at this port, or at the first free one of the usual ports."""
    if port is not None:
        return _bind(host, port)
    for usual in PORTS:
        with contextlib.suppress(_Taken):
            return _bind(host, usual)
    raise NotNotation(
        f"cannot listen at {host}: the ports {PORTS[0]} to {PORTS[-1]} are all taken; "
        "choose another one with --port"
    )


class _Taken(NotNotation):
    """Something else listens at this port."""


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(2048)
    except (OSError, OverflowError) as error:
        bound.close()
        why = getattr(error, "strerror", None) or error
        kind = _Taken if getattr(error, "errno", None) == errno.EADDRINUSE else NotNotation
        raise kind(f"cannot listen at {host} port {port}: {why}") from None
    bound.set_inheritable(True)
    return bound


def local_address(host: str, bound: socket.socket) -> str:
    """The address for a browser on this machine."""
    shown = _local_host(host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{_port(bound)}/"


def network_address(host: str, bound: socket.socket) -> str | None:
    """The address for the other machines of a home network, if it listens to them."""
    if host not in _EVERYWHERE:
        return None
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way one would go
        own: str = probe.getsockname()[0]
        if not own.startswith("127."):
            return f"http://{own}:{_port(bound)}/"
    return None


def open_browser(host: str, bound: socket.socket) -> None:
    """Open the page in the user's browser as soon as the server answers."""
    threading.Thread(target=_open_browser, args=(host, bound), daemon=True).start()


def _open_browser(host: str, bound: socket.socket) -> None:
    address = local_address(host, bound)
    # It listens already, so this waits in its queue until it is ready to answer.
    asking = http.client.HTTPConnection(_local_host(host), _port(bound), timeout=60)
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(asking):
        asking.request("GET", "/healthz")
        asking.getresponse()
        # In a process of its own: what browsers say, and that there is none, is of no interest.
        command = [sys.executable, "-m", "webbrowser", address]
        quiet = subprocess.DEVNULL
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)


def _local_host(host: str) -> str:
    return "127.0.0.1" if host in _EVERYWHERE else host


def _port(bound: socket.socket) -> int:
    port: int = bound.getsockname()[1]
    return port
