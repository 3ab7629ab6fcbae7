"""The REST part: what one asks once, without sitting at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from typing_extensions import TypedDict

import rowlock
from rowlock.bots import find_bot
from rowlock.errors import UnknownVariant
from rowlock.languages import Language as OurLanguage
from rowlock.players import table_bots
from rowlock.rules import Choice
from rowlock.server.creation import OpenTable, hash_of, new_key
from rowlock.server.daily import check_looking
from rowlock.server.daily_api import KEYED, daily_api, holder_of
from rowlock.server.describing import LateRoute
from rowlock.server.encoding import to_text
from rowlock.server.hub import Hub
from rowlock.server.lessons import LessonShown, lesson_shown
from rowlock.server.limits import address_of
from rowlock.server.listing import Listed
from rowlock.server.naming import LONGEST_NAME
from rowlock.server.packing import Packed, answer, pack
from rowlock.server.page import TABLE_PATH
from rowlock.server.printing import VariantShown, Words, words_of
from rowlock.server.protocol import Code, Reaction, Refused
from rowlock.server.reviews import ReviewShown
from rowlock.server.room import Room
from rowlock.server.setup import SECONDS, Pace
from rowlock.server.shown import (
    ToldEvents,
    View,
    message_schema,
)
from rowlock.server.view import variant_shown, view_text
from rowlock.variant import (
    MAX_BYTES,
    MAX_SEATS,
    Variant,
    find_variant,
    shipped_variants,
    variant_text,
)
from rowlock.variants.pages import rules_page, summary

__all__ = ["api"]

_JSON = "application/json"
_TEXT = "text/plain; charset=utf-8"


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


class OptionShown(TypedDict):
    """A value that a seat may well choose."""

    value: str
    says: Words


class ChoiceShown(TypedDict):
    """What a table may choose instead of what is printed, one value a seat.

    `printed`: what the sheets have, in their order. `options`: what is as good as that; others
    may be allowed.
    """

    name: str
    title: Words
    says: Words
    printed: list[str]
    options: list[OptionShown]


class VariantListed(VariantShown):
    """A variant with what kind of game it is, in a few sentences, and what tables may choose."""

    summary: str
    choices: list[ChoiceShown]


class BotListed(TypedDict):
    """A bot that people are offered: its code for programs; its name and a few words for people."""

    code: str
    name: str
    says: Words


class ServerInfo(TypedDict):
    """What this server knows; `page` is the build of the page that it serves, if it has one."""

    version: str
    page: str | None
    variants: list[VariantName]
    bots: list[BotListed]
    reactions: list[Reaction]
    times: dict[Pace, float | None]
    most_seats: int
    longest_name: int
    largest_variant: int


class OpenedTable(TypedDict):
    """A table that was opened. The key is a secret: it makes you the host, and holds your seats."""

    table: str
    key: str
    link: str
    commitment: str | None


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
_private: dict[int | str, dict[str, Any]] = _unknown | {
    403: {"model": Refusal, "description": "A daily game, whose day is not over yet."}
}
_broken: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body cannot be read at all."}
}
_text: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}

api = APIRouter(prefix="/api", responses=_refusals, route_class=LateRoute)
at_table = APIRouter(
    prefix="/api/tables/{table}",
    tags=["Tables"],
    dependencies=KEYED,
    responses=_refusals | _private,
    route_class=LateRoute,
)

TableId = Annotated[str, Path(max_length=64, description="The id of a table.")]
VariantKey = Annotated[str, Path(max_length=60, description="The key of a variant.")]
Language = Annotated[OurLanguage, Query(description="The language of the text.")]


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _from_shelf(request: Request, name: str, make: Callable[[], Packed]) -> Response:
    """An answer that is always the same."""
    return answer(request, await request.app.state.shelf.get(name, make))


def _json(told: object) -> Packed:
    return pack(to_text(told).encode(), _JSON)


@api.get("/about", tags=["Server"], response_model=ServerInfo)
async def about(request: Request) -> Response:
    """What this server knows: its page, variants, bots, reactions, limits."""
    return await _from_shelf(request, "about", lambda: _json(_about(request.app.state.page.build)))


def _about(page: str | None) -> ServerInfo:
    return {
        "version": rowlock.__version__,
        "page": page,
        "variants": [_short(variant_shown(find_variant(key))) for key in shipped_variants()],
        "bots": [_bot_listed(code) for code in table_bots()],
        "reactions": list(get_args(Reaction)),
        "times": dict(SECONDS),
        "most_seats": MAX_SEATS,
        "longest_name": LONGEST_NAME,
        "largest_variant": MAX_BYTES,
    }


def _bot_listed(code: str) -> BotListed:
    bot = find_bot(code)
    assert bot is not None  # only those of the register are offered,
    assert bot.says is not None  # and only those with words
    return {"code": code, "name": bot.name, "says": words_of(bot.says)}


def _short(shown: VariantShown) -> VariantName:
    return {
        "key": shown["key"],
        "name": shown["name"],
        "players": shown["players"],
        "faces": shown["faces"],
        "rules": shown["rules"],
    }


@api.get("/messages.json", tags=["Server"], response_model=dict[str, Any])
async def messages(request: Request) -> Response:
    """Every message of a table's socket, as JSON Schema."""
    return await _from_shelf(request, "messages", lambda: _json(message_schema()))


@api.get("/variants", tags=["Variants"], response_model=list[VariantListed])
async def variants(request: Request, language: Language = "en") -> Response:
    """All variants that ship, with all that is printed on their sheets, and a summary."""
    return await _from_shelf(request, f"variants {language}", lambda: _variants(language))


def _choice(choice: Choice, variant: Variant) -> ChoiceShown:
    return {
        "name": choice.name,
        "title": words_of(choice.title),
        "says": words_of(choice.hint),
        "printed": list(choice.values(variant.pages)),
        "options": [
            {"value": option.value, "says": words_of(option.says)}
            for option in choice.options(variant.pages, variant.faces)
        ],
    }


def _variants(language: str) -> Packed:
    listed: list[VariantListed] = [
        {
            **variant_shown(find_variant(key)),
            "summary": summary(key, language),
            "choices": [_choice(c, find_variant(key)) for c in find_variant(key).choices],
        }
        for key in shipped_variants()
    ]
    return _json(listed)


@api.get("/variants/{key}", tags=["Variants"], response_model=VariantShown, responses=_unknown)
async def variant(request: Request, key: VariantKey) -> Response:
    """A variant that ships, with all that is printed on its sheets."""
    shipped = _shipped(key)
    return await _from_shelf(
        request, f"variant {shipped.key}", lambda: _json(variant_shown(shipped))
    )


@api.get(
    "/variants/{key}/rules",
    tags=["Variants"],
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_unknown | _text,
)
async def rules(request: Request, key: VariantKey, language: Language = "en") -> Response:
    """The rules of a variant that ships, as Markdown."""
    shipped = _shipped(key).key
    return await _from_shelf(
        request,
        f"rules {shipped} {language}",
        lambda: pack(rules_page(shipped, language).encode(), _TEXT),
    )


@api.get(
    "/variants/{key}/lesson", tags=["Variants"], response_model=LessonShown, responses=_unknown
)
async def lesson(request: Request, key: VariantKey, language: Language = "en") -> Response:
    """How a variant that ships is played, to be tried out step by step."""
    return await _lesson(request, _shipped(key), language)


@api.post("/tables", tags=["Tables"], status_code=201, responses=_unknown | _broken)
async def open_table(request: Request, asked: OpenTable) -> OpenedTable:
    """Open a table. Share its link; keep its key."""
    hub, address, key = _hub(request), address_of(request.scope), new_key()
    hub.check_opening(address, asked.public)  # before the file is read: that costs more
    setup = await hub.reading.setup(asked, hash_of(key), address)
    await hub.keep(setup, address)
    return {
        "table": setup.id,
        "key": key,
        "link": str(request.base_url.replace(path=f"{TABLE_PATH}{setup.id}")),
        "commitment": None if setup.options.real_dice else setup.commitment,
    }


@api.get("/tables", tags=["Tables"], response_model=list[Listed])
async def tables(request: Request) -> Response:
    """The public tables that can be joined or watched: those with people at them first, newest
    first.
    """
    hub = _hub(request)
    return answer(request, await hub.listing.get(hub.find))


@at_table.get("", response_model=View)
async def table(request: Request, table: TableId) -> Response:
    """The table as anybody who watches sees it."""
    room = await _find(request, table)
    return Response(view_text(room.table, "", room.time_left()), media_type=_JSON)


@at_table.get("/story", response_model=list[ToldEvents])
async def story(request: Request, table: TableId) -> Response:
    """Everything that was told at the table so far, message by message, to be told again."""
    room = await _find(request, table)
    told = await _hub(request).reading.story(room.table, address_of(request.scope))
    return answer(request, told)


@at_table.get(
    "/record",
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_text | {409: {"model": Refusal, "description": "Not started yet."}},
)
async def record(request: Request, table: TableId) -> Response:
    """The written game, as far as it is told; when it is over, its dice can be verified."""
    room = await _find(request, table)
    if room.table.game is None:
        raise Refused(Code.NOT_STARTED, "the game has not started, so nothing is written")
    record = await _hub(request).reading.record(room.table, address_of(request.scope))
    return answer(request, record)


@at_table.get(
    "/review",
    response_model=ReviewShown,
    responses={409: {"model": Refusal, "description": "There is no review of it."}},
)
async def review(request: Request, table: TableId) -> Response:
    """What a finished game was worth: luck and errors of every turn, and every decision judged.

    The first to ask waits for some seconds.
    """
    room = await _find(request, table)
    return answer(request, await _hub(request).reviews.get(room.table, address_of(request.scope)))


@at_table.get(
    "/variant",
    response_class=Response,  # not PlainTextResponse: refusals are JSON
    responses=_text,
)
async def table_variant(request: Request, table: TableId) -> Response:
    """The file of the variant that is played at the table."""
    setup = (await _find(request, table)).table.setup
    if setup.variant_file:
        return Response(setup.variant_file, media_type=_TEXT)
    return await _from_shelf(
        request,
        f"file {setup.variant_key}",
        lambda: pack(variant_text(setup.variant_key).encode(), _TEXT),
    )


@at_table.get("/lesson", response_model=LessonShown)
async def table_lesson(request: Request, table: TableId, language: Language = "en") -> Response:
    """How the variant that is played at the table is played; it may be a file of somebody's own."""
    variant = (await _find(request, table)).table.setup.variant
    if variant.key in shipped_variants() and variant == find_variant(variant.key):
        return await _lesson(request, variant, language)
    made = await _hub(request).reading.lesson(variant, language, address_of(request.scope))
    return answer(request, made)


async def _lesson(request: Request, variant: Variant, language: str) -> Response:
    return await _from_shelf(
        request,
        f"lesson {variant.key} {language}",
        lambda: _json(lesson_shown(variant, language)),
    )


async def _find(request: Request, table: str) -> Room:
    room = await _hub(request).find(table, address_of(request.scope))
    check_looking(room.table, holder_of(request))
    return room


def _shipped(key: str) -> rowlock.Variant:
    try:
        return find_variant(key)
    except UnknownVariant as error:
        raise Refused(Code.UNKNOWN_VARIANT, error.message) from None


# Beside the others, so that whoever asks for all methods of a path finds them in one list.
api.routes += [*at_table.routes, *daily_api(_refusals | _unknown | _broken).routes]
