"""A finished game, looked at again on the page: with a real server and a real game.

Most of it with values that are invented, so that each game has something to say; one game with the
real ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from rowlock import Roll, read_record
from tests.server.running import Server, running
from tests.web.browsing import PHONE, People, Person, text
from tests.web.prepared import LONG, TESTS, Prepared, _wait
from tests.web.saying import LOCALES, said
from tests.web.test_accessible import TAGS, violations


@pytest.fixture(scope="module")
def invented(chromium: Browser) -> Iterator[Prepared]:
    """Tables of a server whose reviews are invented."""
    with running(bot_pause=0, module="tests.server.invented") as started:
        made = Prepared(started)
        yield made
        made.close()


def played(prepared: Prepared, *who: str, **options: Any) -> tuple[str, str]:
    """A game of Emma with these, which a bot has played to its end in her place."""
    table, key, hands = prepared.table("Emma", *who, first=1, **options)
    hands[0].say("hand_over", seat=1, bot="keen")
    _wait(hands[0], lambda now: now["stage"] == "done")
    return table, key


def replayed(prepared: Prepared, file: str, *who: str) -> tuple[str, str]:
    """A game that was played before, played again at a table with real dice."""
    record = read_record((TESTS / file).read_text())
    options: dict[str, Any] = {
        "variant": record.variant.key,
        "real_dice": True,
        "first": record.first + 1,
    }
    table, key, hands = prepared.table("Emma", *who, **options)
    seats = [hands[-1] if one == "+" else hands[0] for one in ("Emma", *who)]
    game = record.start()
    for move, step in zip(record.moves, record.steps()):
        seat = game.active if isinstance(move, Roll) else move.seat
        seats[seat].say("ping")
        now = seats[seat].now
        # The server passes for whoever can do nothing else.
        if seat + 1 in now["waiting"] and (now["turn"], now["phase"]) == (
            game.turn,
            game.phase.value,
        ):
            if isinstance(move, Roll):
                seats[seat].say("roll", turn=game.turn, dice=str(move))
            else:
                seats[seat].decide(seat + 1, str(move.decision))
        game = step.game
    _wait(hands[0], lambda now: now["stage"] == "done")
    return table, key


def at_the_review(
    people: People, prepared: Prepared, game: tuple[str, str], **options: Any
) -> tuple[Person, dict[str, Any]]:
    """Emma looks at the review of a game, and what the server says of it."""
    emma = people("Emma", prepared.server, **options)
    emma.sit(*game)
    emma.press("main.result [data-review]")
    emma.wait(".review .sources")
    return emma, prepared.server.get(f"/api/tables/{game[0]}/review")


@pytest.fixture(scope="module")
def game(invented: Prepared) -> tuple[str, str]:
    """Emma against somebody with a long name, always the same."""
    return replayed(invented, "games/classic-1.rowlock", "+")


def graph(person: Person) -> Locator:
    return person.page.get_by_role("slider", name=text("review.graph"))


def at(person: Person) -> float:
    """How far the picture is in the game, in turns."""
    return float(person.page.locator(".picture [data-at]").get_attribute("data-at") or -1)


def shown_turn(person: Person) -> int:
    """The turn that the replay shows, as it is said."""
    spoken = person.page.locator(".picture [role=status]").inner_text()
    found = re.search(r"Turn (\d+)", spoken)
    return int(found[1]) if found else 0


def percent(value: float) -> str:
    return f"{abs(round(100 * value))}%"


def dearest(review: dict[str, Any], seat: int = 1) -> list[dict[str, Any]]:
    own = [one for one in review["judgements"] if one["seat"] == seat and one["grade"]]
    return sorted(own, key=lambda one: -one["given_away"])[:3]


# What is said


def test_luck_and_skill_add_up_in_words_and_bars(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game)
    seat = review["seats"][0]
    sources = emma.page.locator(".sources")
    kind = "good" if seat["luck"] > 0 else "bad"
    luck = said(f"review.luck_{kind}.you", much=percent(seat["luck"]))
    expect(sources).to_contain_text(luck)
    expect(sources).to_contain_text(said("review.gave.you", much=percent(seat["errors"])))
    expect(sources).to_contain_text(said("review.level", bot="Hugo"))
    for name, key in (("slips", "slip"), ("mistakes", "mistake"), ("blunders", "blunder")):
        if seat[name]:
            expect(sources).to_contain_text(said(f"review.n_{key}", n=seat[name]))
    rows = sources.locator("[data-sum='1'] td:last-child").all_inner_texts()
    numbers = [int(row.replace("\u2212", "-").strip("+%")) for row in rows]
    assert sum(numbers[:-1]) == numbers[-1] == round(100 * seat["result"])


def test_the_seat_that_is_looked_at_can_be_changed(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game)
    emma.page.get_by_role("radio", name=LONG).check()
    sources = emma.page.locator(".sources")
    gave = said("review.gave.name", name=LONG, much=percent(review["seats"][1]["errors"]))
    expect(sources).to_contain_text(gave)
    expect(sources.locator("[data-sum='2']")).to_contain_text(text("review.yours"))
    says = said("review.try_says.name", n=len(dearest(review, 2)), name=LONG)
    expect(emma.page.locator(".try")).to_contain_text(says)


@pytest.mark.parametrize("language", ["de", "it"])
def test_it_speaks_the_language_of_the_page(
    people: People, invented: Prepared, game: tuple[str, str], language: str
) -> None:
    emma, review = at_the_review(people, invented, game, locale=LOCALES[language], **PHONE)
    much = percent(review["seats"][0]["errors"]).replace(
        "%", "\u00a0%" if language == "de" else "%"
    )
    expect(emma.page.locator(".sources")).to_contain_text(
        said("review.gave.you", language, much=much)
    )
    emma.press("[data-reveal]")
    reason = dearest(review)[0]["reason"][language]
    expect(emma.page.locator(".trial")).to_contain_text(reason)


def test_a_game_alone_is_told_in_points(people: People, invented: Prepared) -> None:
    emma, review = at_the_review(people, invented, played(invented), **PHONE)
    assert review["unit"] == "points"
    expect(emma.page.locator(".sources")).to_contain_text("points")
    expect(emma.page.locator("main.review")).not_to_contain_text("%")
    expect(emma.page.get_by_role("slider", name=text("review.graph_points"))).to_be_visible()
    expect(emma.page.locator(".sources input")).to_have_count(0)
    emma.press("[data-reveal]")
    expect(emma.page.locator(".trial table")).to_contain_text(text("review.expected"))


# The picture


def test_the_picture_and_the_replay_move_together(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game)
    turns = len(review["turns"])
    assert at(emma) == turns
    slider = graph(emma)
    slider.focus()
    emma.page.keyboard.press("Home")
    assert (at(emma), shown_turn(emma)) == (0, 0)
    emma.page.keyboard.press("ArrowRight")
    emma.page.keyboard.press("ArrowRight")
    assert (at(emma), shown_turn(emma)) == (2, 2)
    after = review["turns"][1]["after"]
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(f"You {percent(after[0])}, {LONG}")
    )
    expect(slider).to_have_attribute("aria-valuenow", "2")
    # The replay moves it too: one step on, the next roll lies there.
    emma.press(emma.page.get_by_role("button", name=text("replay.next"), exact=True))
    assert (at(emma), shown_turn(emma)) == (2.5, 3)
    rolled = review["turns"][2]["rolled"]
    expect(emma.page.locator(".picture [data-at] b").first).to_have_text(percent(rolled[0]))
    # And a tap in the middle goes to the middle.
    box = slider.bounding_box()
    assert box
    emma.page.mouse.click(box["x"] + box["width"] * 0.46, box["y"] + box["height"] / 2)
    assert abs(at(emma) - turns / 2) <= turns / 6
    emma.page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    assert at(emma) == 0
    slider.focus()
    emma.page.keyboard.press("End")
    assert at(emma) == turns


def test_arrows_move_the_game_anywhere_and_other_keys_the_page(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game, viewport={"width": 1000, "height": 500})
    emma.page.locator("body").press("ArrowLeft")
    assert at(emma) == len(review["turns"]) - 0.5
    emma.page.locator("body").press("PageDown")
    assert at(emma) == len(review["turns"]) - 0.5
    emma.page.wait_for_function("() => scrollY > 0")


def test_the_numbers_are_there_to_be_read(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game)
    emma.press(emma.page.get_by_text(text("review.as_table")))
    rows = emma.page.locator(".picture tbody tr")
    expect(rows).to_have_count(len(review["turns"]) + 1)
    expect(rows.last.locator("td")).to_have_text(
        [f"{round(100 * value)}%" for value in review["turns"][-1]["after"]]
    )
    # Told apart without colours: no two lines are dashed alike, and each has its name.
    dashes = emma.page.locator(".plot .line").evaluate_all(
        "all => all.map((one) => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 2
    expect(emma.page.locator(".plot .label")).to_have_text(["You", LONG])


# Trying again


def answer(emma: Person, decision: str, by_chip: bool = False) -> None:
    """Decide anew, on the sheet or by the buttons below it."""
    trial = emma.page.locator(".trial")
    if decision == "-":
        emma.press(trial.locator("[data-pass]"))
    elif decision.startswith("~"):
        emma.press(trial.locator(f".rowpick[data-row={decision[1:]}]"))
    elif by_chip:
        emma.press(trial.locator(f".chip[data-decision='{decision}']"))
    else:
        emma.press(trial.locator(f"button.tile[data-cell={decision.lstrip('*')}]"))


def test_the_mistakes_that_mattered_can_be_tried_again(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game, **PHONE)
    trials = dearest(review)
    assert len(trials) == 3
    for number, one in enumerate(trials, 1):
        trial = emma.page.locator(".trial")
        expect(trial).to_have_attribute("data-move", str(one["move"]))
        expect(trial).to_contain_text(said("table.turn", n=one["turn"]))
        # The sheet is as it was: what could be crossed can be tapped, and nothing else.
        cells = {o["decision"].lstrip("*") for o in one["options"] if o["decision"] != "-"}
        tiles = trial.locator("button.tile").evaluate_all("all => all.map((t) => t.dataset.cell)")
        assert set(tiles) == cells
        roll = review["turns"][one["turn"] - 1]["roll"]
        expect(trial.get_by_role("group", name=text("table.dice")).locator(".die")).to_have_count(
            len(re.findall(r"\d", roll))
        )
        # What was played is no good; nothing is told yet but that.
        answer(emma, one["played"])
        verdict = trial.locator(".says")
        expect(verdict).to_contain_text(text("review.verdict.played.you").partition(":")[0])
        expect(trial.locator("table")).to_have_count(0)
        answer(emma, one["best"], by_chip=number == 2)
        expect(verdict).to_contain_text(text("review.verdict.best").partition("!")[0])
        expect(trial).to_contain_text(one["reason"]["en"])
        expect(trial.locator("tbody tr")).to_have_count(len(one["options"]))
        expect(emma.page.locator(f"[data-trial='{number}']")).to_have_accessible_name(
            re.compile(text("review.solved"))
        )
        assert trial.locator("button.tile").count() == 0
        if number < 3:
            emma.press("[data-next]")
    expect(emma.page.locator("[data-next]")).to_have_count(0)


def test_what_is_nearly_best_is_good_and_the_rest_is_not(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game)
    seen = set()
    for number, one in enumerate(dearest(review), 1):
        emma.press(f"[data-trial='{number}']")
        best = one["options"][0]["worth"]
        for option in reversed(one["options"]):  # whoever has answered well has done
            if option["decision"] in (one["best"], one["played"]):
                continue
            good = best - option["worth"] < review["good_enough"]
            kind = "good" if good else "bad"
            answer(emma, option["decision"])
            says = text(f"review.verdict.{kind}").partition(":")[0]
            expect(emma.page.locator(".says")).to_contain_text(says)
            expect(emma.page.locator(".verdict.good")).to_have_count(int(good))
            seen.add(kind)
            if good:
                break
    assert seen == {"good", "bad"}


def test_with_the_keyboard_alone(people: People, invented: Prepared, game: tuple[str, str]) -> None:
    emma, review = at_the_review(people, invented, game)
    one = dearest(review)[0]
    emma.page.locator("[data-trial='1']").focus()
    for _ in range(40):
        emma.page.keyboard.press("Tab")
        on = emma.page.evaluate("document.activeElement.dataset.cell ?? ''")
        passes = emma.page.evaluate("'pass' in document.activeElement.dataset")
        if on == one["best"] or (passes and one["best"] == "-"):
            break
    emma.page.keyboard.press("Enter")
    expect(emma.page.locator(".verdict.good")).to_be_focused()
    emma.page.keyboard.press("Tab")
    expect(emma.page.get_by_role("button", name=text("review.in_game"))).to_be_focused()
    emma.page.keyboard.press("Enter")
    assert shown_turn(emma) == one["turn"]


# The list


def test_the_decisions_lead_to_their_place_in_the_game(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, review = at_the_review(people, invented, game, **PHONE)
    rows = emma.page.locator(".decisions li")
    mine = [one for one in review["judgements"] if one["seat"] == 1]
    expect(rows).to_have_count(sum(bool(one["grade"]) for one in mine))
    emma.page.get_by_label(text("review.every")).check()
    expect(rows).to_have_count(len(mine))
    emma.page.get_by_label(text("review.everybody")).check()
    expect(rows).to_have_count(len(review["judgements"]))
    for one in (mine[2], mine[-1]):
        emma.press(f".decisions [data-move='{one['move']}']")
        assert shown_turn(emma) == one["turn"]
        expect(graph(emma)).to_be_in_viewport()
    emma.page.get_by_label(text("review.every")).uncheck()
    graded = [one for one in review["judgements"] if one["grade"]]
    expect(rows).to_have_count(len(graded))
    first = rows.first
    expect(first).to_contain_text(text(f"review.{graded[0]['grade']}"))
    expect(first).to_contain_text(graded[0]["reason"]["en"])


# Coming and going


def test_the_way_back_leads_to_where_one_came_from(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    emma, _ = at_the_review(people, invented, game)
    emma.press(emma.page.get_by_role("button", name=text("replay.result")))
    emma.wait("main.result")
    expect(emma.page.locator("main.result [data-review]")).to_be_focused()
    emma.press("main.result [data-replay]")
    emma.press("main.replay [data-review]")
    emma.wait(".review .sources")
    emma.page.go_back()
    emma.wait("main.replay")
    emma.page.go_forward()
    emma.wait(".review .sources")
    emma.press(emma.page.get_by_role("button", name=text("replay.replay")))
    emma.wait("main.replay")


def test_whoever_only_watches_sees_it_of_who_won(
    people: People, invented: Prepared, game: tuple[str, str]
) -> None:
    linus = people("Linus", invented.server)
    linus.sit(game[0])
    linus.press("main.result [data-review]")
    linus.wait(".review .sources")
    view = invented.server.get(f"/api/tables/{game[0]}")
    winner = view["places"][view["now"]["outcome"]["winners"][0] - 1]["name"]
    expect(linus.page.get_by_role("radio", name=winner)).to_be_checked()


def test_waiting_and_what_goes_wrong_are_told_with_a_way_on(
    people: People, invented: Prepared
) -> None:
    table, key = played(invented, "keen")
    emma = people("Emma", invented.server, **PHONE)
    emma.allow("503", "409", "ERR_FAILED", "ERR_INTERNET")
    answers: list[Any] = [
        ("abort", 0),
        ("unavailable", 503),
        ("no_review", 409),
    ]

    def refuse(route: Route) -> None:
        code, status = answers[0]
        if code == "abort":
            route.abort()
        else:
            body = {"code": code, "sentence": "no"}
            route.fulfill(status=status, json=body)

    emma.page.route("**/review", refuse)
    emma.sit(table, key)
    emma.press("main.result [data-review]")
    alert = emma.page.get_by_role("alert")
    again = emma.page.get_by_role("button", name=text("problem.try_again"))
    expect(alert).to_have_text(text("refused.away"))
    answers.pop(0)
    emma.press(again)
    expect(alert).to_have_text(text("review.refused.unavailable"))
    answers.pop(0)
    emma.press(again)
    expect(alert).to_have_text(text("refused.no_review"))
    expect(again).to_have_count(0)
    # And while one waits, it is said that one does.
    emma.page.unroute_all()
    held: list[Route] = []
    emma.page.route("**/review", lambda route: held.append(route))
    emma.press(emma.page.get_by_role("button", name=text("replay.result")))
    emma.press("main.result [data-review]")
    expect(emma.page.get_by_role("status").filter(has_text=text("review.coming"))).to_be_visible()
    expect(emma.page.get_by_role("progressbar")).to_be_visible()
    held[0].continue_()
    emma.wait(".review .sources")


def test_a_game_that_was_stopped_has_no_review(people: People, invented: Prepared) -> None:
    table, key = invented["stopped"]
    emma = people("Emma", invented.server)
    emma.sit(table, key)
    emma.wait("main.result")
    expect(emma.page.locator("[data-review]")).to_have_count(0)


def test_ties_that_were_settled_can_be_settled_again(people: People, invented: Prepared) -> None:
    """Several people at one device: nobody is spoken to, and each is looked at by name."""
    game = replayed(invented, "games/bonus_pairs-2.rowlock", "Ben", "Carla", "Zoe")
    emma, review = at_the_review(people, invented, game)
    expect(emma.page.locator(".sources")).to_contain_text(text("review.others"))
    emma.page.get_by_role("radio", name="Ben").check()
    places = [one["played"][0] for one in dearest(review, 2)]
    emma.press(f"[data-trial='{places.index('~') + 1}']")
    one = dearest(review, 2)[places.index("~")]
    trial = emma.page.locator(".trial")
    expect(trial).to_contain_text(said("review.decides", name="Ben"))
    expect(trial).to_contain_text(text("table.settle_tie"))
    answer(emma, one["best"])
    expect(emma.page.locator(".verdict.good")).to_be_visible()


# With the real values


def test_a_real_game_with_real_values(server: Server, people: People, prepared: Prepared) -> None:
    emma, review = at_the_review(people, prepared, played(prepared, "keen"), **PHONE)
    assert violations(emma.page, TAGS) == []
    trials = dearest(review)
    if trials:
        answer(emma, trials[0]["best"])
        expect(emma.page.locator(".verdict.good")).to_be_visible()
    expect(emma.page.locator(".plot .line")).to_have_count(2)
    gave = said("review.gave.you", much="").split("{")[0].rstrip(" .")
    expect(emma.page.locator(".sources")).to_contain_text(gave)
