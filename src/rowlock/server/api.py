"""The REST part: what one asks once, without sitting at a table."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from typing_extensions import TypedDict

import rowlock
from rowlock.errors import UnknownVariant
from rowlock.pages import rules_page, summary
from rowlock.players import table_bots
from rowlock.server.entries import read_entry
from rowlock.server.hub import Hub
from rowlock.server.limits import address_of
from rowlock.server.opened import OpenTable, hash_of, new_key, opening_for
from rowlock.server.opening import LONGEST_NAME, SECONDS, Pace, read_opening
from rowlock.server.protocol import Code, Reaction, Refused
from rowlock.server.shown import OptionsShown, ToldEvents, VariantShown, View, message_schema
from rowlock.server.store import Kept
from rowlock.server.story import PlaceShown
from rowlock.server.table import Table
from rowlock.server.view import as_text, options_shown, told_text, variant_shown, view_text
from rowlock.variant import MAX_BYTES, MAX_SEATS, find_variant, shipped_variants, variant_text

__all__ = ["api"]

_LISTED = 50


class Refusal(TypedDict):
    """Why it was refused: a code for machines, a sentence for people."""

    code: Code
    sentence: str


class VariantName(TypedDict):
    """A variant in short."""

    key: str
    name: str
    players: list[int]
    faces: int
    rules: list[str]


class VariantListed(VariantShown):
    """A variant with what kind of game it is, in a few sentences."""

    summary: str


class About(TypedDict):
    """What this server knows; `page` is the build of the page that it serves, if it has one."""

    version: str
    page: str | None
    variants: list[VariantName]
    bots: list[str]
    reactions: list[Reaction]
    times: dict[Pace, float | None]
    most_seats: int
    longest_name: int
    largest_variant: int


class Opened(TypedDict):
    """A table that was opened. The key is a secret: it makes you the host, and holds your seats."""

    table: str
    key: str
    link: str
    commitment: str | None


class Listed(TypedDict):
    """A public table that can be joined or watched."""

    table: str
    variant: str
    name: str
    stage: Literal["waiting", "playing", "done"]
    places: list[PlaceShown]
    options: OptionsShown


_refusals: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": text}
    for status, text in {
        413: "The request is too large.",
        422: "The request is wrong; the sentence says what was expected.",
        429: "Too much at once; wait a moment.",
        503: "The database does not answer; try again.",
    }.items()
}
_unknown: dict[int | str, dict[str, Any]] = {
    404: {"model": Refusal, "description": "There is no such thing."}
}
_broken: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body cannot be read at all."}
}
_text: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}

api = APIRouter(responses=_refusals)

TableId = Annotated[str, Path(max_length=64, description="The id of a table.")]
VariantKey = Annotated[str, Path(max_length=60, description="The key of a variant.")]
Language = Annotated[Literal["en", "de", "it"], Query(description="The language of the text.")]


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


@api.get("/about", tags=["Server"])
async def about(request: Request) -> About:
    """What this server knows: its page, variants, bots, reactions, limits."""
    return {
        "version": rowlock.__version__,
        "page": request.app.state.page.build,
        "variants": [_short(variant_shown(find_variant(key))) for key in shipped_variants()],
        "bots": list(table_bots()),
        "reactions": list(get_args(Reaction)),
        "times": dict(SECONDS),
        "most_seats": MAX_SEATS,
        "longest_name": LONGEST_NAME,
        "largest_variant": MAX_BYTES,
    }


def _short(shown: VariantShown) -> VariantName:
    return {
        "key": shown["key"],
        "name": shown["name"],
        "players": shown["players"],
        "faces": shown["faces"],
        "rules": shown["rules"],
    }


@api.get("/messages.json", tags=["Server"])
async def messages() -> dict[str, Any]:
    """Every message of a table's socket, as JSON Schema."""
    return message_schema()


@api.get("/variants", tags=["Variants"], response_model=list[VariantListed])
async def variants(language: Language = "en") -> Response:
    """All variants that ship, with all that is printed on their sheets, and a summary."""
    return Response(_variants_text(language), media_type="application/json")


@cache
def _variants_text(language: str) -> str:
    listed: list[VariantListed] = [
        {**variant_shown(find_variant(key)), "summary": summary(key, language)}
        for key in shipped_variants()
    ]
    return as_text(listed)


@api.get("/variants/{key}", tags=["Variants"], responses=_unknown)
async def variant(key: VariantKey) -> VariantShown:
    """A variant that ships, with all that is printed on its sheets."""
    return variant_shown(_shipped(key))


@api.get(
    "/variants/{key}/rules",
    tags=["Variants"],
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_unknown | _text,
)
async def rules(key: VariantKey, language: Language = "en") -> Response:
    """The rules of a variant that ships, as Markdown."""
    return PlainTextResponse(rules_page(_shipped(key).key, language))


@api.post("/tables", tags=["Tables"], status_code=201, responses=_unknown | _broken)
async def open_table(request: Request, asked: OpenTable) -> Opened:
    """Open a table. Share its link; keep its key."""
    key = new_key()
    opening = opening_for(asked, hash_of(key))
    await _hub(request).open(opening, address_of(request.scope))
    return {
        "table": opening.table,
        "key": key,
        "link": str(request.base_url.replace(path=f"/t/{opening.table}")),
        "commitment": None if opening.options.real_dice else opening.commitment,
    }


@api.get("/tables", tags=["Tables"])
async def tables(request: Request) -> list[Listed]:
    """The public tables that can be joined or watched, newest first."""
    hub = _hub(request)
    listed: list[Listed] = []
    for table_id in await hub.store.public_tables(_LISTED):
        try:
            table = (await hub.find(table_id)).table
        except Refused:
            continue  # one that cannot be read must not hide the others
        listed.append(
            {
                "table": table.id,
                "variant": table.opening.variant.key,
                "name": table.opening.variant.name,
                "stage": table.stage.value,
                "places": [place.shown() for place in table.places],
                "options": options_shown(table.opening),
            }
        )
    return listed


@api.get("/tables/{table}", tags=["Tables"], response_model=View, responses=_unknown)
async def table(request: Request, table: TableId) -> Response:
    """The table as anybody who watches sees it."""
    room = await _hub(request).find(table)
    return Response(view_text(room.table, "", room.clock()), media_type="application/json")


@api.get(
    "/tables/{table}/story",
    tags=["Tables"],
    response_model=list[ToldEvents],
    responses=_unknown,
)
async def story(request: Request, table: TableId) -> Response:
    """Everything that was told at the table so far, message by message, to be told again."""
    kept = await _hub(request).kept(table)
    text = await asyncio.to_thread(_told_again, kept)
    return Response(text, media_type="application/json")


@api.get(
    "/tables/{table}/record",
    tags=["Tables"],
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_unknown | _text | {409: {"model": Refusal, "description": "Not started yet."}},
)
async def record(request: Request, table: TableId) -> Response:
    """The written game, as far as it is told; when it is over, its dice can be verified."""
    room = await _hub(request).find(table)
    if room.table.game is None:
        raise Refused(Code.NOT_STARTED, "the game has not started, so nothing is written")
    return PlainTextResponse(await asyncio.to_thread(room.table.record.write))


@api.get(
    "/tables/{table}/variant",
    tags=["Tables"],
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_unknown | _text,
)
async def table_variant(request: Request, table: TableId) -> Response:
    """The file of the variant that is played at the table."""
    opening = (await _hub(request).find(table)).table.opening
    return PlainTextResponse(opening.variant_file or variant_text(opening.variant_key))


def _told_again(kept: Kept) -> str:
    table = Table.opened(read_opening(kept.opening), kept.at)
    told: list[str] = []
    for written in kept.entries:
        before, table = table, table.after(written.at, read_entry(written.entry))
        if table.v != before.v:
            message = told_text(table, before.v, None, before if before.game else None)
            assert message is not None  # an entry tells less than the tail of a story holds
            told.append(message)
    return f"[{','.join(told)}]"


def _shipped(key: str) -> rowlock.Variant:
    try:
        return find_variant(key)
    except UnknownVariant as error:
        raise Refused(Code.UNKNOWN_VARIANT, error.message) from None
