"""A server that knows no rules: what the load generator and the machine cost by themselves.

It speaks as much of the protocol as `benchmarks.load` needs. Every decision is taken and
told to the four sockets of its table in a message as long as a real one; nothing is worked
out, checked or kept, and no game ends.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import sys
from typing import Any, cast

import uvloop

from benchmarks.wire import frame

_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_SEATS = 4
_SHEETS = ["R2,3,5,8 Y4,6 G12,10 B11,9,7 x1"] * _SEATS
_POINTS = [{"rows": [10, 3, 3, 6], "misses": 5, "bonuses": [], "total": 17}] * _SEATS


class _Table:
    """Four sockets, and who of them has answered."""

    def __init__(self) -> None:
        self.ends: dict[int, _End] = {}
        self.v = 0
        self.turn = 1
        self.waiting = list(range(1, _SEATS + 1))

    def now(self, whole: bool) -> dict[str, Any]:
        told: dict[str, Any] = {
            "stage": "playing",
            "turn": self.turn,
            "phase": "white",
            "active": 1,
            "roll": "25r3y6g1b4",
            "waiting": self.waiting,
            "clock": None,
        }
        return told | {"sheets": _SHEETS, "points": _POINTS, "closed": []} if whole else told

    def decided(self, seat: int) -> None:
        self.v += 1
        self.waiting.remove(seat)
        settled = not self.waiting
        if settled:
            self.turn += 1
            self.waiting = list(range(1, _SEATS + 1))
        event = {"v": self.v, "event": "marked" if settled else "answered", "seat": seat}
        told = {"type": "told", "v": self.v, "events": [event], "now": self.now(settled)}
        plain = _text(told)
        for number, end in self.ends.items():
            own = settled or number == seat
            end.send(_text(told | {"yours": [_yours(number)]}) if own else plain)


def _yours(seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "legal": ["R5", "Y7", "G10", "B9", "-"],
        "colour": [],
        "sealed": "",
        "ahead": "",
        "sheet": "",
        "again": False,
    }


def _text(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


class _End(asyncio.Protocol):
    """The server's end of a connection: one request to open a table, or a socket."""

    def __init__(self, tables: dict[str, _Table]) -> None:
        self.tables = tables
        self.table: _Table | None = None
        self.seat = 0
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's are of no such class

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if self.table is None:
            self.rest = data
            head, found, body = data.partition(b"\r\n\r\n")
            if found and (body or head.startswith(b"GET")):
                self.rest = b""
                self.request(head.decode())
            return
        at = 0
        while len(data) - at >= 6:
            size, begin = data[at + 1] & 0x7F, at + 6
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            if begin + size > len(data):
                break
            kind, at = data[at] & 0x0F, begin + size
            if kind == 1:
                self.heard(json.loads(data[begin:at]))
        self.rest = data[at:]

    def request(self, head: str) -> None:
        path = head.split()[1]
        if head.startswith("POST"):
            self.tables[f"t{len(self.tables)}"] = _Table()
            body = _text({"table": f"t{len(self.tables) - 1}", "key": "1"})
            answer = f"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\
Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            self.transport.write(answer.encode() + body)
            self.transport.close()
            return
        self.table = self.tables[path.split("/")[3]]
        key = head.split("Sec-WebSocket-Key: ")[1].split("\r\n")[0]
        proof = base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()
        self.transport.write(
            f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Accept: {proof}\r\n\r\n".encode()
        )

    def heard(self, message: dict[str, Any]) -> None:
        table = self.table
        assert table is not None
        answer = {"type": "answer", "id": message["id"], "ok": True}
        match message["type"]:
            case "hello":
                now = table.now(True) | {"stage": "waiting", "waiting": []}
                self.send(_text({"type": "view", "v": 0, "now": now, "yours": []}))
                if "key" in message:
                    self.sit()
            case "sit":
                self.sit()
                answer |= {"key": str(self.seat), "seat": self.seat}
            case "start":
                for number, end in table.ends.items():
                    told = {"type": "told", "v": table.v, "events": [], "now": table.now(True)}
                    end.send(_text(told | {"yours": [_yours(number)]}))
            case "decide":
                table.decided(self.seat)
        self.send(_text(answer))

    def sit(self) -> None:
        assert self.table is not None
        self.seat = len(self.table.ends) + 1
        self.table.ends[self.seat] = self

    def send(self, payload: bytes) -> None:
        self.transport.write(frame(payload, masked=False))


async def _serve() -> None:
    tables: dict[str, _Table] = {}
    server = await asyncio.get_running_loop().create_server(
        lambda: _End(tables), "127.0.0.1", 0, backlog=2048
    )
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    try:
        uvloop.run(_serve())
    except KeyboardInterrupt:
        sys.exit(0)
