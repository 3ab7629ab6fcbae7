"""Laws of every table: hypothesis looks for requests after which one does not hold."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rowlock import Phase, read_record, shipped_variants
from rowlock.announcing import locked_between
from rowlock.fair import verify
from rowlock.moves import Decision, Pick
from rowlock.server.automation import before_deciding, next_auto_move
from rowlock.server.encoding import to_text
from rowlock.server.entries import Decided, Entry, Started, Stopped
from rowlock.server.mixing import waited_for
from rowlock.server.progress import advance
from rowlock.server.protocol import Refused
from rowlock.server.requests import Request, entry_for
from rowlock.server.setup import Options
from rowlock.server.stage import Stage
from rowlock.server.story import told_events
from rowlock.server.table import Table
from rowlock.server.view import now_of, told_text, view_text, with_yours, yours_of
from rowlock.sheet import Colour
from tests.server.tables import (
    Driver,
    check_message,
    committed,
    holder,
    say,
    secrets_of,
    start_times,
    table_setup,
)

SEATS = ["Emma", "Ben", "Cleo on Emma", "keen!", "random!", ""]
PEOPLE = ["Emma", "Ben", "Dora", "Host", ""]
LUCK = ["luck-of-the-draw", "another-luck"]
MOVES = ["R2", "R5", "R7", "Y7", "G7", "B8", "R12", "G2", "*G10", "-", "~R", "~B", "~Y", "?", ""]

slow = settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def drivers(draw: st.DrawFn, people: bool = False) -> Driver:
    """A new table: any variant, seats and options; or of people only, two at least, and sealed."""
    if people:
        more = draw(st.lists(st.sampled_from(SEATS[:3]), max_size=3))
        seats = draw(st.permutations(["Emma", "Ben", *more]))
    else:
        seats = draw(st.lists(st.sampled_from(SEATS), min_size=1, max_size=5))
    options = Options(
        time=draw(st.sampled_from(["none", "blitz"])),
        hidden_scores=draw(st.booleans()),
        open_white=False if people else draw(st.booleans()),
        locks=draw(st.sampled_from(["announced", "sealed"])),
        real_dice=draw(st.booleans()),
        hints=draw(st.booleans()),
        first=draw(st.none() | st.integers(0, len(seats) - 1)),
    )
    return Driver(
        table_setup(
            *(spec.replace("Cleo", f"Cleo {n}") for n, spec in enumerate(seats)),
            variant=draw(st.sampled_from(shipped_variants())),
            host=draw(st.sampled_from(["Emma", "Host"])),
            seed=f"{draw(st.integers(1, 2**32)):064x}",
            options=options,
        )
    )


def any_request(table: Table, source: random.Random) -> Request:
    """A request that may be senseless."""
    seat = source.randint(1, min(8, len(table.seats) + 1))
    turn = max(1, table.turn + source.choice([-1, 0, 0, 0, 0, 1]))
    phase = source.choice(["white", "colour"])
    bot = source.choice(["keen", "random", "keen:3", "kean"])
    kinds: dict[str, dict[str, Any]] = {
        "sit": {"name": source.choice(["Dora", "", "x" * 30, "Emma"]), "seat": seat},
        "leave": {"seat": seat},
        "add": {"bot": source.choice([None, bot])},
        "remove": {"seat": seat},
        "commit": {"commitment": source.choice([None, *map(committed, LUCK)])},
        "reveal": {"seed": source.choice([*LUCK, "a,b", ""])},
        "start": {},
        "roll": {"turn": turn, "dice": source.choice([None, "23r3y1g1b1", "66y6g6b6", "x"])},
        "decide": {"seat": seat, "turn": turn, "phase": phase, "decision": source.choice(MOVES)},
        "undo": {"seat": seat, "turn": turn, "phase": phase},
        "hint": {"seat": seat, "turn": turn, "phase": phase},
        "check": {"seat": seat, "turn": turn, "phase": phase, "decision": source.choice(MOVES)},
        "hand_over": {"seat": seat, "bot": bot},
        "take_back": {"seat": seat},
    }
    if source.random() < 0.01:
        return say("stop")
    kind = source.choice([*kinds, "decide", "decide", "undo"])
    return say(kind, **kinds[kind])


def sensible_request(driver: Driver, source: random.Random) -> tuple[str, Request] | None:
    """Something that brings the game on, or nothing if it is for the server to do."""
    table, game = driver.table, driver.table.game
    host = next(who for who in PEOPLE if holder(who) == table.setup.host)
    if table.mixing is not None:
        asked = source.choice(waited_for(table.seats, table.mixing))
        state = table.seats[asked]
        if source.random() < 0.3:
            return None  # until the time is up
        if table.mixing.step == "commit":
            commitment = source.choice([None, *map(committed, LUCK)])
            return name_of(state.holder), say("commit", commitment=commitment)
        seed = next(seed for seed in LUCK if committed(seed) == state.commitment)
        return name_of(state.holder), say("reveal", seed=seed)
    if game is None:
        empty = [n for n, state in enumerate(table.seats, 1) if state.open]
        return (host, say("start")) if not empty else ("Dora", say("sit", name="Dora"))
    waiting = table.waiting_for()
    if not waiting:
        return None
    seat = source.choice(waiting)
    state = table.seats[seat]
    if game.phase is Phase.ROLL:
        real = table.setup.options.real_dice
        dice = str(table.dice.roll(game.turn, game.dice)) if real else None
        hands = [p.holder for p in table.seats if p.holder]
        if state.player and not (real and hands):
            return None
        held = source.choice(hands) if state.player else state.holder
        return name_of(held), say("roll", turn=game.turn, dice=dice)
    if state.player:
        return None
    if source.random() < 0.3 and (ahead := table.colour_ahead(seat)):
        decision, phase = source.choice(ahead), "colour"
    else:
        decision, phase = source.choice(table.legal(seat)), game.phase.value
    fields = {"seat": seat + 1, "turn": game.turn, "phase": phase, "decision": str(decision)}
    return name_of(state.holder), say("decide", **fields)


def name_of(held: str) -> str:
    return next(who for who in PEOPLE if holder(who) == held)


def step(driver: Driver, source: random.Random) -> None:
    """One more request, or one more automatic move; an exception other than a refusal is a bug."""
    table, before = driver.table, repr(driver.table)
    driver.present = {n for n in range(len(table.seats)) if source.random() < 0.5}
    proposed: tuple[str, Request] | None
    if source.random() < 0.4:
        proposed = source.choice(PEOPLE), any_request(table, source)
    else:
        proposed = sensible_request(driver, source)
    if proposed is None:
        if next_auto_move(table, 0.0, start_times(table)) is not None:
            driver.auto_move()
        return
    who, request = proposed
    if request.type == "sit" and not who:
        who = "Dora"  # a socket makes a key for whoever sits down
    sentence = "done already"
    try:
        if driver.ask(who, request) is not None:
            return
    except Refused as refusal:
        sentence = refusal.sentence
    assert driver.table is table
    assert repr(table) == before, "a refusal has changed the table"
    assert 0 < len(sentence) < 400
    assert not any(secret in sentence for secret in secrets_of(table))


@settings(slow, max_examples=80)
@given(drivers(), st.integers(0, 2**32), st.integers(20, 120))
def test_whatever_is_asked_only_refusals_are_raised_and_the_fold_is_the_same(
    driver: Driver, seed: int, steps: int
) -> None:
    source = random.Random(seed)
    for _ in range(steps):
        step(driver, source)
    driver.check_fold()
    table = driver.table
    for who in PEOPLE:
        text = view_text(table, holder(who), {"left": 1.0, "limit": 10, "again": None})
        said = check_message(text)
        assert not any(secret in text for secret in secrets_of(table))
        assert [mine["seat"] - 1 for mine in said["yours"]] == [*table.held_by(holder(who))]
        assert table.phase or not any(mine["legal"] for mine in said["yours"])
        for since in (0, table.v // 2, table.v, table.v + 1):
            told = told_text(table, since, None, None)
            if told is not None:
                check_message(with_yours(told, to_text(yours_of(table, holder(who)))))
    if table.game is not None:
        record = read_record(table.record.write())
        assert record.game() == table.game, "what is told is what is written"
    if table.stage is Stage.PLAYING:
        driver.write(Stopped("host"))
        if not table.setup.options.real_dice:
            verify(read_record(driver.table.record.write()))


@slow
@given(drivers(), st.integers(0, 2**32))
def test_every_game_goes_on_until_it_is_over(driver: Driver, seed: int) -> None:
    source = random.Random(seed)
    table = driver.table
    if any(state.open for state in table.seats):
        return
    if table.setup.options.real_dice and not any(state.holder for state in table.seats):
        return
    driver.write(Started())
    driver.play_out(lambda _table, _seat, legal: source.choice(legal), source)
    outcome = driver.table.game.outcome() if driver.table.game else None
    assert outcome is not None
    assert now_of(driver.table, None)["outcome"] == {
        "ending": outcome.ending.value,
        "misses": [
            seat + 1
            for seat, sheet in enumerate(driver.table.game.sheets if driver.table.game else ())
            if sheet.misses == sheet.page.miss_boxes
        ],
        "totals": list(outcome.totals),
        "winners": [seat + 1 for seat in outcome.winners],
    }


# Nothing sealed is seen


def seen(table: Table, since: Table, who: str) -> list[str | None]:
    """Everything this person, or nobody in particular, is or can be told of the table."""
    mine = to_text(yours_of(table, holder(who)))
    told = [told_text(table, since.v, None, before) for before in (None, since)]
    return [
        view_text(table, holder(who), None),
        *(text and with_yours(text, mine) for text in told),
        to_text(told_events(table.story, table.v)),
        table.record.write(),
        str(table.v),
    ]


def answers(table: Table, seat: int, source: random.Random) -> list[Decision]:
    """A whole answer of this seat: a decision, and the picks that it leads to."""
    game = table.game
    assert game is not None
    given = [source.choice(game.legal(seat))]
    game = game.apply(seat, given[0]).game
    while game.phase is Phase.WHITE and seat in game.to_move():
        given.append(source.choice(game.legal(seat)))
        game = game.apply(seat, given[-1]).game
    return given


def fold(table: Table, entries: list[Entry]) -> Table:
    for entry in entries:
        table = advance(table, 2_000.0, entry)
    return table


def outcome_of(table: Table, who: str, request: Request) -> tuple[Table, object]:
    """The table after a request, and what its sender learns by the answer."""
    try:
        entry = entry_for(table, holder(who), request)
    except Refused as refusal:
        return table, (refusal.code, refusal.sentence)
    return (table if entry is None else advance(table, 3_000.0, entry)), entry


@settings(slow, max_examples=60)
@given(drivers(people=True), st.integers(0, 2**32), st.integers(0, 8))
def test_nobody_sees_what_others_have_sealed(driver: Driver, seed: int, turns: int) -> None:
    source = random.Random(seed)
    driver.write(Started())
    for _ in range(200):
        table, game = driver.table, driver.table.game
        if table.stage is Stage.DONE:
            return
        waiting = table.waiting_for()
        others = {table.seats[seat].holder for seat in waiting}
        if game and game.phase is Phase.WHITE and table.turn > turns and len(others) > 1:
            break
        request = sensible_request(driver, source)
        assert request is not None
        driver.ask(*request)
    else:
        return
    assert game is not None
    table, since = driver.table, driver.table
    seat = source.choice(waiting)
    mine = table.seats[seat].holder
    given = different(table, seat, source)
    if not given:
        return
    one, other = (fold(table, sealing(seat, table, each, source)) for each in given)
    assert one.answered(seat)
    assert other.answered(seat)
    strangers = [who for who in PEOPLE if holder(who) != mine]
    for _ in range(12):
        if one.phase is not Phase.WHITE or one.turn != table.turn:
            return  # everything is told
        for who in strangers:
            assert seen(one, since, who) == seen(other, since, who)
        moves = [next_auto_move(each, 1.0, start_times(each)) for each in (one, other)]
        assert len({auto_move and auto_move.at for auto_move in moves}) == 1
        # Whatever the others ask next, they learn the same, as long as nothing is told.
        since = one
        late = [s for s in one.waiting_for() if one.seats[s].holder != mine]
        if not late:
            return
        if source.random() < 0.5:
            late_one = source.choice(late)
            who = name_of(one.seats[late_one].holder)
            decision = source.choice(before_deciding(one, late_one).legal(late_one))
            asked = decide(one, late_one, decision)
        else:
            who, asked = source.choice(strangers), any_request(one, source)
        (one, first), (other, second) = (outcome_of(t, who, asked) for t in (one, other))
        assert first == second


def different(table: Table, seat: int, source: random.Random) -> list[list[Decision]]:
    """Two different answers of a seat that announce the same locks, mostly none; if there are."""
    one = answers(table, seat, source)
    for _ in range(100):
        other = answers(table, seat, source)
        if other != one and announced(table, seat, other) == announced(table, seat, one):
            return [one, other]
    return []


def announced(table: Table, seat: int, given: list[Decision]) -> set[Colour]:
    """The rows that everybody hears of if the seat answers so."""
    game = table.game
    assert game is not None
    before = game.sheets[seat]
    for decision in given:
        game = game.apply(seat, decision).game
    sealed = table.setup.options.locks == "sealed"
    return set() if sealed else set(locked_between(before, game.sheets[seat]))


def sealing(seat: int, table: Table, given: list[Decision], source: random.Random) -> list[Entry]:
    """These decisions, and perhaps one given ahead."""
    entries: list[Entry] = [Decided(seat, table.turn, Phase.WHITE, (each,)) for each in given]
    if (ahead := table.colour_ahead(seat)) and source.random() < 0.7:
        entries.append(Decided(seat, table.turn, Phase.COLOUR, (source.choice(ahead),)))
    return entries


def decide(table: Table, seat: int, decision: Decision) -> Request:
    fields = {"seat": seat + 1, "turn": table.turn, "phase": "white"}
    return say("decide", **fields, decision=str(decision))


@slow
@given(drivers(people=True), st.integers(0, 2**32))
def test_what_was_sealed_and_taken_back_leaves_no_trace(driver: Driver, seed: int) -> None:
    source = random.Random(seed)
    driver.write(Started())
    request = sensible_request(driver, source)
    assert request is not None
    driver.ask(*request)
    table = driver.table
    if table.phase is not Phase.WHITE or len(table.waiting_for()) < 2:
        return
    seat = source.choice(table.waiting_for())
    traces = []
    for _ in range(2):
        given = answers(table, seat, source)
        if announced(table, seat, given):
            return  # that cannot be taken back
        picks = sum(isinstance(decision, Pick) for decision in given)
        one = fold(table, [Decided(seat, 1, Phase.WHITE, (decision,)) for decision in given])
        for _ in range(1 + picks):
            entry = entry_for(one, table.seats[seat].holder, undo(seat))
            assert entry is not None
            one = fold(one, [entry])
        assert one.sealed.get(seat) is None
        traces.append([seen(one, table, who) for who in PEOPLE])
    assert traces[0] == traces[1]


def undo(seat: int) -> Request:
    return say("undo", seat=seat + 1, turn=1, phase="white")
