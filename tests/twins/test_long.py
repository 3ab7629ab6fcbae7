"""The long run: it counts rightly, and a difference makes it fail with a record."""

from __future__ import annotations

import multiprocessing
import re
from multiprocessing.pool import ThreadPool
from types import SimpleNamespace

import pytest

from rowlock.fast import Tables, compile_variant
from rowlock.record import read_record
from rowlock.variant import Variant
from tests.fast.processes import UNCOUNTED, python
from tests.twins import comparing, long
from tests.twins.variants import VARIANTS


def test_the_long_run_ends_with_a_table() -> None:
    options = ("--positions", "900", "--processes", "1")
    run = python("-m", "tests.twins.long", *options, **UNCOUNTED)
    head, *rows, total, speed = run.stdout.splitlines()
    assert head.split() == ["variant", "positions", "differences"]
    assert [row.split()[0] for row in rows] == list(VARIANTS)
    assert re.fullmatch(r"all +(9\d\d|1,\d{3}) +0", total)
    assert speed.endswith("positions a second")
    assert "of 900 positions" in run.stderr


def test_pieces_go_through_all_variants_and_seats() -> None:
    pieces = list(long.pieces(positions=2_000_001, seed=1))
    assert len(set(pieces)) == len(pieces) == 201
    assert sum(piece.positions for piece in pieces) >= 2_000_001
    assert {(p.key, p.seats) for p in pieces} == {(k, s) for k in VARIANTS for s in long.SEATS}


def test_a_difference_fails_the_run_with_its_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(variant: Variant) -> Tables:
        return compile_variant(variant)._replace(end_misses=99)

    # In threads, so that they see the wrong tables.
    here = SimpleNamespace(Pool=ThreadPool)
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: here)
    monkeypatch.setattr(comparing, "compile_variant", wrong)
    monkeypatch.setattr(long, "pieces", lambda *_: [long.Piece("classic", 1, "", 2000)] * 2)
    assert long.run(4000, 1, 2) == 1
    out = capsys.readouterr().out
    record, table = out.split("\n\nvariant ")
    assert read_record(record).seats == 1
    assert "; phase: readable [3], fast [0]" in record
    assert re.search(r"^classic +4,\d+ +2$", table, re.MULTILINE)
    assert re.search(r"^all +4,\d+ +2$", table, re.MULTILINE)
