"""How often somebody may do something."""

from __future__ import annotations

import pytest

from rowlock.server import limits
from rowlock.server.limits import Bucket, Buckets, Tickets, counted_as


def test_a_bucket_gives_what_it_holds_and_then_what_it_gains() -> None:
    bucket = Bucket(3, 0.0)
    assert [bucket.take(3, 2, 0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(3, 2, 0.4)
    assert bucket.take(3, 2, 0.5)
    assert not bucket.take(3, 2, 0.5)


def test_a_bucket_is_never_more_than_full() -> None:
    bucket = Bucket(3, 0.0)
    assert [bucket.take(3, 2, 1e6) for _ in range(4)] == [True, True, True, False]


def test_asking_in_vain_costs_nothing() -> None:
    bucket = Bucket(1, 0.0)
    assert bucket.take(1, 1, 0.0)
    for tenth in range(1, 10):
        assert not bucket.take(1, 1, tenth / 10)
    assert bucket.take(1, 1, 1.01)


def test_every_address_has_its_own_bucket() -> None:
    buckets = Buckets(1, 1)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)
    assert buckets.take("a", 1.0)


def test_buckets_are_bounded_and_those_that_say_most_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_MOST", 10)
    buckets = Buckets(2, 0.001)
    greedy = ["g1", "g2"]
    for address in greedy:
        while buckets.take(address, 0.0):
            pass
    for n in range(1_000):
        assert buckets.take(f"passer-by {n}", 1.0)
        assert len(buckets.buckets) <= 10
    assert not any(buckets.take(address, 1.0) for address in greedy)


def test_ten_thousand_buckets_are_bounded_too() -> None:
    buckets = Buckets(2, 1)
    for n in range(10_050):
        buckets.take(str(n), 0.0)
    assert len(buckets.buckets) == 5_050


def test_tickets_are_limited_for_each_and_for_all() -> None:
    tickets = Tickets(each=2, total=3)
    assert [tickets.take("a") for _ in range(3)] == [True, True, False]
    assert tickets.take("b")
    assert not tickets.take("c"), "all are taken"
    tickets.give_back("a")
    assert tickets.take("c")
    assert (tickets.all, tickets.taken["a"]) == (3, 1)


def test_tickets_forget_who_has_none() -> None:
    tickets = Tickets(each=2, total=3)
    assert tickets.take("a")
    assert tickets.take("a")
    tickets.give_back("a")
    tickets.give_back("a")
    assert "a" not in tickets.taken
    assert not Tickets(each=0, total=3).take("a")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:DB8:1:2:ffff::", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::1", "::"),
        ("192.0.2.7:50123", "192.0.2.7"),
        ("[2001:db8:1:2::7]:50123", "2001:db8:1:2::"),
        ("[2001:db8:1:2::7]", "2001:db8:1:2::"),
        ("_hidden", ""),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_a_household_counts_as_one(host: str, address: str) -> None:
    assert counted_as(host) == address


def test_a_link_local_address_with_a_scope_is_somebody() -> None:
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2%eth0")
