"""`rowlock verify`: were the dice of a record those that were promised?"""

from __future__ import annotations

import argparse
import errno
import re
import time
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

import rowlock
from rowlock.cli.options import OK, Command, add_variant
from rowlock.errors import Contradiction, NotNotation, Place, RowlockError
from rowlock.fair import verify
from rowlock.record import MAX_BYTES, Record, read_record
from rowlock.tui.files import load_record
from rowlock.variant import MAX_BYTES as VARIANT_BYTES
from rowlock.variant import (
    Variant,
    find_variant,
    named_variant,
    read_variant,
    shipped_variant,
    shipped_variants,
)

__all__ = ["add_verify"]

TIMEOUT = 10.0  # seconds
_LONGEST = 2_000  # bytes of a refusal

_ID = r"(?P<table>[0-9A-Za-z_-]{1,64})"
_SHOWN = rf"(?P<prefix>.*)/t/{_ID}/?"  # what people send each other
_RECORD = rf"(?P<prefix>.*)/api/tables/{_ID}/record"


class _Address(NamedTuple):
    """Where a record is fetched, and if it is a table's, which and where its variant is."""

    record: str
    table: str = ""
    variant: str = ""


def add_verify(command: Command) -> None:
    """Add `verify`."""
    adding = command("verify", _verify, "Verify the dice of a game that a server rolled.")
    adding.add_argument(
        "file", metavar="FILE-or-URL", help="a record, or the http(s) address of one or of a table"
    )
    add_variant(adding)


def _verify(options: argparse.Namespace) -> int:
    where: str = options.file
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", where):
        address = _address(where)
        record = _fetched(address, options.variant)
    else:
        address = _Address(where)
        record = load_record(where, options.variant)
    try:
        verdict = verify(record)
        said = dict(record.tags)["Table"]
        if address.table and not verdict.day and said != address.table:
            raise Contradiction(f"the link is to table {address.table}, the record says {said}")
    except RowlockError as error:
        raise error.at(Place(address.record)) from None
    print(f"{address.record}: {verdict}.")
    when = "on that day" if verdict.day else "before the game"
    print(f"Compare the commitment with the one you were shown {when}.")
    if verdict.seeds:
        mix = dict(record.tags)["Mix"]
        print(f"Your own seed must stand at your seat, and at no bot's is one: {mix}")
    return OK


def _address(url: str) -> _Address:
    """What an address leads to; the link to a table leads to its record."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise NotNotation(f"expected an http or https address: {error}", Place(url)) from None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NotNotation("expected a file, or an address with http:// or https://", Place(url))

    def beside(path: str) -> str:
        # Without what follows ? and #, where a link may carry a player's own key.
        return urlunsplit((parts.scheme, parts.netloc, path, "", ""))

    known = re.fullmatch(_RECORD, parts.path)
    shown = re.fullmatch(_SHOWN, parts.path)
    match = known or shown
    if match is None:
        return _Address(url)
    api = f"{match['prefix']}/api/tables/{match['table']}"
    record = url if known else beside(f"{api}/record")
    return _Address(record, match["table"], beside(f"{api}/variant"))


def _fetched(address: _Address, variant: str | None) -> Record:
    def find(key: str) -> Variant:
        if key in shipped_variants():
            return find_variant(key)
        if variant is not None:
            return named_variant(variant)
        if address.variant:
            return read_variant(_fetch(address.variant, VARIANT_BYTES), key, address.variant)
        return shipped_variant(key)

    return read_record(_fetch(address.record, MAX_BYTES), find, address.record)


def _fetch(url: str, most: int) -> bytes:
    """What a server sends for this address, refused if it is more than `most` bytes."""
    # Here, because no other command needs the network, and these are slow to import.
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError

    try:
        data = _download(url, most)
    except HTTPError as error:
        with error:
            told = f"the server answered {error.code} {error.reason}{_sentence(error.fp)}"
        raise _unreachable(url, told) from None
    except URLError as error:
        reason = error.reason
        if isinstance(reason, TimeoutError):
            raise _too_slow(url) from None
        why = reason.strerror or reason if isinstance(reason, OSError) else reason
        raise _unreachable(url, f"the server cannot be reached: {why}") from None
    except TimeoutError:
        raise _too_slow(url) from None
    except (OSError, HTTPException, ValueError) as error:  # ValueError: an impossible address
        why = f"{type(error).__name__}: {error}"
        raise _unreachable(url, f"nothing could be fetched ({why})") from None
    if len(data) > most:
        raise NotNotation(f"the answer is too large: at most {most} bytes", Place(url))
    return data


def _download(url: str, most: int) -> bytes:
    """The first bytes of the answer, at least one more than `most` if it has more."""
    from http.client import IncompleteRead
    from urllib import request

    # Put together by hand: an opener as it comes would follow a redirection to ftp.
    opener = request.OpenerDirector()
    opener.addheaders = [("User-Agent", f"rowlock/{rowlock.__version__}")]
    for handler in (
        request.ProxyHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.HTTPRedirectHandler,
        request.HTTPDefaultErrorHandler,
        request.HTTPErrorProcessor,
        request.UnknownHandler,
    ):
        opener.add_handler(handler())
    late = time.monotonic() + TIMEOUT  # for the whole: a slow trickle must end, too
    with opener.open(url, timeout=TIMEOUT) as answer:
        announced: int | None = answer.length
        data = b""
        while len(data) <= most and len(data) != announced:
            chunk = answer.read1(64 * 1024)
            if not chunk:
                break
            if time.monotonic() > late:
                raise TimeoutError
            data += chunk
        if announced is not None and len(data) < min(announced, most):
            raise IncompleteRead(data, announced - len(data))
        return data


def _sentence(body: object) -> str:
    """What a server of ours says to a refusal; nothing if it is not such a one."""
    import json
    from http.client import HTTPException, HTTPResponse

    try:
        assert isinstance(body, HTTPResponse)
        return f": {json.loads(body.read1(_LONGEST))['sentence']}"  # of a trickle the beginning
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return ""


def _too_slow(url: str) -> OSError:
    return _unreachable(url, f"no whole answer within {TIMEOUT:g} seconds")


def _unreachable(url: str, why: str) -> OSError:
    """The complaint in one line, whatever a strange server wrote into it."""
    line = "".join(letter if letter.isprintable() else "?" for letter in why[:300])
    return OSError(errno.EIO, line, url)
