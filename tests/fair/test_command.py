"""`rowlock verify`: on files, and on what servers send."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rowlock.cli.verify
from rowlock import Record, load_variant
from rowlock.cli.verify import _address
from rowlock.record import MAX_BYTES
from rowlock.variant import MAX_BYTES as VARIANT_BYTES
from tests.cli.running import own_variant, run
from tests.fair import spec
from tests.fair.games import SEED, TABLE, changed, fair_game, other_roll, without
from tests.fair.serving import Answer, Site, free_port, serving, talking

GAME = fair_game()
API = f"/api/tables/{TABLE}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("no_proxy", "*")  # the servers of these tests are on this machine


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as it:
        yield it


def write(record: Record, name: str = "game.rowlock") -> str:
    Path(name).write_text(record.write(), encoding="utf-8")
    return name


def told(where: str, record: Record = GAME) -> str:
    """What is said of a good game."""
    rolls = len(record.rolls())
    return (
        f"{where}: fair dice: {rolls} rolls and the lot for the first seat checked, "
        f"commitment {spec.committed(SEED)}; "
        f"seeds of seat 1, seat 3, promised beforehand.\n"
        f"Compare the commitment with the one you were shown before the game.\n"
        f"Your own seed must stand at your seat, and at no bot's is one: a1b2,,c3-_\n"
    )


# Files


def test_a_good_game_is_told() -> None:
    write(GAME)
    assert run("verify", "game.rowlock").fine() == told("game.rowlock")


def test_a_lie_is_told_in_one_sentence() -> None:
    record, true, other = other_roll(GAME, 7)
    said = run("verify", write(record)).complaint()
    assert said == f"game.rowlock: turn 7: the dice give {true}, the record says {other}"


def test_a_game_that_tells_too_little_is_refused() -> None:
    said = run("verify", write(without(GAME, "ServerSeed"))).complaint()
    assert said.startswith("game.rowlock: the server seed is not told yet")


def test_a_record_that_is_wrong_in_itself_is_told_with_its_place() -> None:
    Path("game.rowlock").write_text(GAME.write().replace("\n2. ", "\n3. "), encoding="utf-8")
    said = run("verify", "game.rowlock").complaint()
    assert re.match(r"game\.rowlock:\d+:1: expected turn 2\.", said)


def test_a_file_that_is_not_there_is_told() -> None:
    assert run("verify", "none.rowlock").complaint() == "none.rowlock: No such file or directory"


def test_a_variant_of_ones_own_is_given_or_lies_beside() -> None:
    mine = own_variant(Path(), old="faces = 6", new="faces = 7")
    record = fair_game(load_variant(mine))
    write(record)
    assert run("verify", "game.rowlock").fine() == told("game.rowlock", record)
    Path("elsewhere").mkdir()
    mine.rename("elsewhere/mine.toml")
    assert "no variant is called 'mine'" in run("verify", "game.rowlock").complaint()
    given = run("verify", "game.rowlock", "--variant", "elsewhere/mine.toml")
    assert given.fine() == told("game.rowlock", record)


# Addresses


@pytest.mark.parametrize(
    ("link", "record", "variant"),
    [
        ("https://host/t/ID", "https://host/api/tables/ID/record", "variant"),
        ("https://host/t/ID/", "https://host/api/tables/ID/record", "variant"),
        ("HTTP://host:8080/t/I_-9", "http://host:8080/api/tables/I_-9/record", "variant"),
        ("https://host/games/t/ID", "https://host/games/api/tables/ID/record", "variant"),
        ("https://host/t/t/ID", "https://host/t/api/tables/ID/record", "variant"),
        ("https://host/t/ID?key=mine#seat", "https://host/api/tables/ID/record", "variant"),
        ("https://host/api/tables/ID/record", "https://host/api/tables/ID/record", "variant"),
        ("https://h/g/api/tables/ID/record?a=b", "https://h/g/api/tables/ID/record?a=b", "variant"),
        ("https://host/game.rowlock", "https://host/game.rowlock", ""),
        ("https://host/t/", "https://host/t/", ""),
        ("https://host/t/a.b", "https://host/t/a.b", ""),
        ("https://host/t/ID/more", "https://host/t/ID/more", ""),
        ("https://host", "https://host", ""),
    ],
)
def test_where_a_link_leads(link: str, record: str, variant: str) -> None:
    address = _address(link)
    assert address.record == record
    beside = record.split("?")[0].removesuffix("record") + "variant" if variant else ""
    assert address.variant == beside


@pytest.mark.parametrize("path", [f"/t/{TABLE}", f"/t/{TABLE}/", f"{API}/record"])
def test_a_table_is_verified_by_its_link(site: Site, path: str) -> None:
    site.answers[f"{API}/record"] = Answer(GAME.write().encode())
    said = run("verify", site.address + path).fine()
    assert said == told(f"{site.address}{API}/record")
    assert site.asked == [f"{API}/record"]


def test_a_server_under_a_prefix_is_found(site: Site) -> None:
    site.answers[f"/games{API}/record"] = Answer(GAME.write().encode())
    run("verify", f"{site.address}/games/t/{TABLE}").fine()


def test_any_other_address_is_a_record(site: Site) -> None:
    site.answers["/some/game.rowlock?x=1"] = Answer(GAME.write().encode())
    run("verify", f"{site.address}/some/game.rowlock?x=1").fine()


def test_an_answer_without_a_length_is_read_to_its_end(site: Site) -> None:
    site.answers["/game"] = Answer(GAME.write().encode(), length=-1)
    run("verify", f"{site.address}/game").fine()


def test_the_record_of_another_table_is_refused(site: Site) -> None:
    site.answers["/api/tables/other/record"] = Answer(GAME.write().encode())
    url = f"{site.address}/api/tables/other/record"
    said = f"{url}: the link is to table other, the record says {TABLE}"
    assert run("verify", f"{site.address}/t/other").complaint() == said


def test_a_lie_from_a_server_is_told(site: Site) -> None:
    site.answers["/game"] = Answer(changed(GAME, "Commitment", "0" * 64).write().encode())
    said = run("verify", f"{site.address}/game").complaint()
    assert said.startswith(f"{site.address}/game: the server seed gives the commitment ")


# A variant from the server


def test_a_variant_that_does_not_ship_is_fetched_from_the_table(site: Site) -> None:
    mine = own_variant(Path(), old="faces = 6", new="faces = 7")
    record = fair_game(load_variant(mine))
    site.answers[f"{API}/record"] = Answer(record.write().encode())
    site.answers[f"{API}/variant"] = Answer(mine.read_bytes())
    mine.unlink()
    assert run("verify", f"{site.address}/t/{TABLE}").fine().startswith(site.address)
    assert site.asked == [f"{API}/record", f"{API}/variant"]


def test_a_variant_that_is_given_is_not_fetched(site: Site) -> None:
    mine = own_variant(Path(), old="faces = 6", new="faces = 7")
    site.answers["/game"] = Answer(fair_game(load_variant(mine)).write().encode())
    run("verify", f"{site.address}/game", "--variant", mine).fine()
    assert "no variant is called 'mine'" in run("verify", f"{site.address}/game").complaint()
    assert site.asked == ["/game", "/game"]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Answer(b"", 404), "the server answered 404 Not Found"),
        (Answer(b"x" * (VARIANT_BYTES + 1)), f"the answer is too large: at most {VARIANT_BYTES}"),
        (Answer(b"faces = ["), "not a TOML file"),
        (Answer(b"\xff"), "expected UTF-8 text"),
    ],
)
def test_a_bad_variant_from_a_server_is_told(site: Site, answer: Answer, complaint: str) -> None:
    record = fair_game(load_variant(own_variant(Path(), old="faces = 6", new="faces = 7")))
    site.answers[f"{API}/record"] = Answer(record.write().encode())
    site.answers[f"{API}/variant"] = answer
    said = run("verify", f"{site.address}/t/{TABLE}").complaint()
    assert said.startswith(f"{site.address}{API}/variant")
    assert complaint in said


# What goes wrong on the way


def test_a_table_that_is_not_there_is_told_with_the_status(site: Site) -> None:
    said = run("verify", f"{site.address}/t/none").complaint()
    url = f"{site.address}/api/tables/none/record"
    assert said == f"{url}: the server answered 404 Not Found"


def test_a_server_in_trouble_is_told_with_the_status(site: Site) -> None:
    site.answers["/game"] = Answer(b"", 503)
    said = run("verify", f"{site.address}/game").complaint()
    assert said == f"{site.address}/game: the server answered 503 Service Unavailable"


def test_a_server_that_is_not_there_is_told() -> None:
    url = f"http://127.0.0.1:{free_port()}/game"
    said = run("verify", url).complaint()
    assert said == f"{url}: the server cannot be reached: Connection refused"


@pytest.mark.parametrize("length", [None, -1])
def test_an_answer_too_large_is_refused(site: Site, length: int | None) -> None:
    site.answers["/game"] = Answer(b" " * (MAX_BYTES + 1), length=length)
    said = run("verify", f"{site.address}/game").complaint()
    assert said == f"{site.address}/game: the answer is too large: at most {MAX_BYTES} bytes"


def test_the_largest_answer_is_read(site: Site) -> None:
    text = GAME.write().encode()
    site.answers["/game"] = Answer(text + b"\n" * (MAX_BYTES - len(text)))
    run("verify", f"{site.address}/game").fine()


def test_an_answer_cut_short_is_not_taken_for_the_whole(site: Site) -> None:
    site.answers["/game"] = Answer(GAME.write().encode()[:-100], length=len(GAME.write()))
    said = run("verify", f"{site.address}/game").complaint()
    assert "nothing could be fetched (IncompleteRead: " in said


def test_a_redirection_is_followed(site: Site) -> None:
    site.answers["/old"] = Answer(b"", 302, (("Location", "/game"),))
    site.answers["/game"] = Answer(GAME.write().encode())
    run("verify", f"{site.address}/old").fine()
    assert site.asked == ["/old", "/game"]


def test_a_redirection_in_circles_ends(site: Site) -> None:
    site.answers["/old"] = Answer(b"", 302, (("Location", "/old"),))
    assert "the server answered 302" in run("verify", f"{site.address}/old").complaint()


@pytest.mark.parametrize("scheme", ["file", "ftp", "data", "gopher"])
def test_a_redirection_to_anything_but_the_web_is_refused(site: Site, scheme: str) -> None:
    """The file is a good record: it must not be read all the same."""
    path = Path(write(GAME)).resolve()
    site.answers["/game"] = Answer(b"", 302, (("Location", f"{scheme}://{path}"),))
    said = run("verify", f"{site.address}/game").complaint()
    assert said.startswith(f"{site.address}/game: ")
    assert "not allowed" in said or f"unknown url type: {scheme}" in said


def test_text_that_is_not_utf8_is_told(site: Site) -> None:
    site.answers["/game"] = Answer(b"\xff\xfe")
    said = run("verify", f"{site.address}/game").complaint()
    assert said == f"{site.address}/game: expected UTF-8 text; byte 1 is not"


def test_a_page_that_is_no_record_is_told(site: Site) -> None:
    site.answers["/"] = Answer(b"<!doctype html>\n<title>Hello</title>\n")
    said = run("verify", f"{site.address}/").complaint()
    assert said.startswith(f"{site.address}/:1:1: expected a tag for the variant")


def test_a_server_that_speaks_something_else_is_told() -> None:
    with talking(lambda caller: caller.sendall(b"SSH-2.0-hello\r\n")) as address:
        assert "nothing could be fetched (BadStatusLine" in run("verify", address).complaint()


def test_a_server_that_hangs_up_is_told() -> None:
    with talking(lambda caller: None) as address:
        assert "Disconnected" in run("verify", address).complaint()


def test_strange_letters_of_a_server_do_not_reach_the_terminal() -> None:
    answer = b"HTTP/1.0 500 \x1b[31mred\x07\r\nContent-Length: 0\r\n\r\n"
    with talking(lambda caller: caller.sendall(answer)) as address:
        said = run("verify", address).complaint()
    assert said == f"{address}: the server answered 500 ?[31mred?"


def test_a_server_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rowlock.cli.verify, "TIMEOUT", 0.2)
    with talking(lambda caller: _wait(caller)) as address:
        said = run("verify", address).complaint()
    assert said == f"{address}: no whole answer within 0.2 seconds"


def test_a_server_that_never_takes_the_call_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def unanswered(*_: object) -> None:
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", unanswered)
    said = run("verify", "http://127.0.0.1:1/game").complaint()
    assert said == "http://127.0.0.1:1/game: no whole answer within 10 seconds"


def test_a_server_that_trickles_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte comes in time, the whole does not."""
    monkeypatch.setattr(rowlock.cli.verify, "TIMEOUT", 0.5)

    def trickle(caller: socket.socket) -> None:
        caller.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        for _ in range(200):
            caller.sendall(b";")
            time.sleep(0.05)

    begin = time.monotonic()
    with talking(trickle) as address:
        said = run("verify", address).complaint()
    assert said == f"{address}: no whole answer within 0.5 seconds"
    assert time.monotonic() - begin < 5


def _wait(caller: socket.socket) -> None:
    caller.settimeout(5)
    caller.recv(1)  # comes back when the other side has left


@pytest.mark.parametrize(
    "url",
    ["file:///etc/hostname", "ftp://host/game", "data://text", "http://", "https:///t/ID", "x://y"],
)
def test_other_addresses_are_refused(url: str) -> None:
    said = run("verify", url).complaint()
    assert said == f"{url}: expected a file, or an address with http:// or https://"


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1/game",
        "http://127.0.0.1:port/game",
        "http://127.0.0.1:99999/game",
        "http://127.0.0.1:1/a b",
        "http://127.0.0.1:1/\N{SNOWMAN}",
        "http://a..b/game",
        f"http://{'x' * 70}.invalid/game",
    ],
)
def test_impossible_addresses_are_told_in_one_sentence(url: str) -> None:
    assert run("verify", url).complaint().startswith(f"{url}: ")
