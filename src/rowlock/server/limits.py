"""How often somebody may do something: buckets that fill with time."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

__all__ = ["Bucket", "Buckets", "Tickets", "address_of", "counted_as"]

_MOST = 10_000
"""Buckets kept; the fullest, which say the least, are thrown away first."""


class Bucket:
    """A token bucket: it fills with time up to its size, and every action takes one drop."""

    __slots__ = ("drops", "seen")

    def __init__(self, size: float, now: float) -> None:
        self.drops = size
        self.seen = now

    def take(self, size: float, rate: float, now: float) -> bool:
        """Whether there was a drop left."""
        self.drops = min(size, self.drops + (now - self.seen) * rate)
        self.seen = now
        if self.drops < 1:
            return False
        self.drops -= 1
        return True


class Buckets:
    """One bucket for each address."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """Whether this address may do it once more."""
        return self._of(address, now).take(self.size, self.rate, now)

    def spend(self, address: str, drops: float, now: float) -> bool:
        """Take these drops, even if that leaves a debt; whether there are any left."""
        bucket = self._of(address, now)
        bucket.drops = min(self.size, bucket.drops + (now - bucket.seen) * self.rate) - drops
        bucket.seen = now
        return bucket.drops > 0

    def _of(self, address: str, now: float) -> Bucket:
        if address not in self.buckets:
            if len(self.buckets) >= _MOST:
                self._forget(now)
            self.buckets[address] = Bucket(self.size, now)
        return self.buckets[address]

    def _forget(self, now: float) -> None:
        def fill(address: str) -> float:
            bucket = self.buckets[address]
            return bucket.drops + (now - bucket.seen) * self.rate

        for address in sorted(self.buckets, key=fill)[_MOST // 2 :]:
            del self.buckets[address]


class Tickets:
    """How many of something each address has at a time."""

    def __init__(self, each: int, total: int) -> None:
        self.each, self.total = each, total
        self.taken: Counter[str] = Counter()
        self.all = 0

    def take(self, address: str) -> bool:
        """Whether this address may have one more."""
        if self.all >= self.total or self.taken[address] >= self.each:
            return False
        self.taken[address] += 1
        self.all += 1
        return True

    def give_back(self, address: str) -> None:
        """One less."""
        self.all -= 1
        self.taken[address] -= 1
        if not self.taken[address]:
            del self.taken[address]


def address_of(scope: Mapping[str, Any]) -> str:
    """Who asks, as we count it."""
    client = scope.get("client")
    return counted_as(client[0]) if client else ""


def counted_as(host: str) -> str:
    """Who is counted as one: an IPv4 address, or the /64 that one household has in IPv6.

    Some proxies write the port too; whatever else is no address counts as one and the same.
    """
    if found := re.fullmatch(r"(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?", host):
        host = found[1] or found[2]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host
