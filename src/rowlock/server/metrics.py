"""What is counted for whoever runs the server, in Prometheus' format."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

__all__ = ["Metrics"]


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
        self.tables = Gauge("rowlock_tables_in_memory", "Tables in memory", registry=registry)
        self.opened = Counter("rowlock_tables_opened", "Tables opened", registry=registry)
        self.finished = Counter("rowlock_games_finished", "Games played out", registry=registry)
        self.written = Counter(
            "rowlock_entries_written", "Entries written, by kind", ["kind"], registry=registry
        )
        self.conflicts = Counter(
            "rowlock_entries_conflicts", "Entries another worker wrote first", registry=registry
        )
        self.messages = Counter(
            "rowlock_messages", "Messages of clients, by type", ["type"], registry=registry
        )
        self.refused = Counter(
            "rowlock_refused", "Messages and requests refused, by code", ["code"], registry=registry
        )
        # Looking a counter up by its label costs more than counting.
        self.message = _counted(self.messages)
        self.entry = _counted(self.written)
        self.dropped = Counter("rowlock_sockets_dropped", "Slow readers dropped", registry=registry)
        self.seconds = Histogram(
            "rowlock_message_seconds",
            "From a message to its answer",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=registry,
        )
        self.store_seconds = Histogram(
            "rowlock_append_seconds",
            "To write an entry safely",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=registry,
        )
