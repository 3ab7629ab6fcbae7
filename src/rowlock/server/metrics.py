"""What is counted for whoever runs the server, in Prometheus' format; nobody else may see it.

Of what happens at tables only that is counted which is told there: a number that rises with
every sealed decision would tell how often somebody thought again.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.requests import Request

__all__ = ["Metrics", "may_watch"]

_PASSED_ON = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)
"""What a proxy says; whoever asks at the machine itself has no reason to."""


def may_watch(request: Request, token: str) -> bool:
    """Whether this may see the metrics: with the token or, if there is none, from here alone.

    A proxy on the same machine asks from here for anybody: it is known by what it adds, and by
    the name of the site, which it passes on. What uvicorn makes of its headers is not asked.
    """
    if token:
        given = request.headers.get("authorization", "").encode()
        return hmac.compare_digest(given, f"Bearer {token}".encode())
    if any(header in request.headers for header in _PASSED_ON):
        return False
    host = request.headers.get("host", "")
    return request.client is not None and _is_here(request.client.host) and _is_here(_name(host))


def _name(host: str) -> str | None:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:  # such as [
        return None


def _is_here(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _counted(counter: Counter) -> Callable[[str], None]:
    children: dict[str, Counter] = {}

    def count(label: str) -> None:
        if label not in children:
            children[label] = counter.labels(label)
        children[label].inc()

    return count


class Metrics:
    """The numbers of one worker."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.sockets = Gauge("rowlock_sockets", "Open sockets", registry=registry)
        self.connections = Gauge(
            "rowlock_connections", "Open connections, sockets too", registry=registry
        )
        self.unread = Gauge(
            "rowlock_unread_bytes", "What waits for slow readers", registry=registry
        )
        self.turned_away = Counter(
            "rowlock_connections_refused", "Connections refused, by why", ["why"], registry=registry
        )
        self.cut = Counter(
            "rowlock_connections_cut", "Connections cut off, by why", ["why"], registry=registry
        )
        self.tables = Gauge("rowlock_tables_in_memory", "Tables in memory", registry=registry)
        self.opened = Counter("rowlock_tables_opened", "Tables opened", registry=registry)
        self.finished = Counter("rowlock_games_finished", "Games played out", registry=registry)
        self.told = Counter(
            "rowlock_entries_told", "Entries that were told, by kind", ["kind"], registry=registry
        )
        self.conflicts = Counter(
            "rowlock_entries_conflicts", "Entries another worker wrote first", registry=registry
        )
        self.messages = Counter(
            "rowlock_messages",
            "Messages of clients, by type, but for those that only their sender knows of",
            ["type"],
            registry=registry,
        )
        self.refused = Counter(
            "rowlock_refused", "Messages and requests refused, by code", ["code"], registry=registry
        )
        # Looking a counter up by its label costs more than counting.
        self.message = _counted(self.messages)
        self.entry = _counted(self.told)
        self.dropped = Counter("rowlock_sockets_dropped", "Slow readers dropped", registry=registry)
        self.queue = Gauge(
            "rowlock_queue", "Work that waits for its turn, by kind", ["kind"], registry=registry
        )
        self.queue_seconds = Histogram(
            "rowlock_queue_seconds",
            "How long work waited for its turn, by kind",
            ["kind"],
            buckets=(0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10),
            registry=registry,
        )
        self.seconds = Histogram(
            "rowlock_message_seconds",
            "From a message that is counted to its answer",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=registry,
        )
        self.pauses = Histogram(
            "rowlock_collect_seconds",
            "To look through memory for what nobody needs",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1),
            registry=registry,
        )
        self.store_seconds = Histogram(
            "rowlock_append_seconds",
            "To write an entry that is told safely",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=registry,
        )
