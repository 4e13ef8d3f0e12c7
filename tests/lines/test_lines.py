"""Lines of thought: whose they are, what may be done in one, and that they tell nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import game_cache
from games.absence import departures
from games.lines import lines
from games.lobby import open_games
from games.models import Game, Line, Move, Plan
from games.moves import actions
from games.showing.plans import describe_plans
from games.storage import history
from games.storage.position import Position, load, own_seat
from tests.games.playing import answer, asked, to_the_end, user_of
from tests.people import browser_of, person

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


def open_by(client: Client, game_id: int, **form: object) -> str:
    """The address of the line that a press on "Try it out" leads to."""
    opened = client.post(reverse("game-lines-open", args=[game_id]), form)
    assert opened.status_code == 303, opened.content.decode()[:2000]
    return str(opened["Location"])


def offered(client: Client, page: str) -> dict[str, str]:
    """The form of the first choice that the page offers."""
    html = client.get(page).content.decode()
    form = re.search(r'<form class="decision-choices.*?</form>', html, re.S)
    assert form, html[:3000]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    value = re.search(r'name="choice" value="([^"]*)"', form[0])
    assert value
    return {**fields, "choice": unescape(value[1])}


def press(client: Client, line: str, act: str, **form: object) -> None:
    pressed = client.post(f"{line}{act}/", form)
    assert pressed.status_code == 303, pressed.content.decode()[:3000]


def shown(client: Client, page: str) -> str:
    found = client.get(page)
    assert found.status_code == 200
    return found.content.decode()


def test_one_press_opens_a_line_and_the_next_one_opens_it_again(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    assert "Try it out" in shown(browser, reverse("game", args=[duel.game.pk]))
    line = open_by(browser, duel.game.pk)
    assert "Your line – not the game" in shown(browser, line)
    assert open_by(browser, duel.game.pk) == line
    assert open_by(browser, duel.game.pk, anew="1") != line


def test_choices_are_made_for_everybody_in_turn_and_taken_back(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    press(browser, line, "choose", **offered(browser, line))
    assert "You choose for ben." in shown(browser, line)
    press(browser, line, "choose", **offered(browser, line))
    row = Line.objects.get()
    assert sorted(node["seat"] for node in row.nodes[:2]) == [0, 1]
    press(browser, line, "undo", node=2)
    row.refresh_from_db()
    assert (row.at, len(row.nodes)) == (1, 2)
    press(browser, line, "note", node=1, note="a good beginning")
    assert "a good beginning" in shown(browser, line)
    press(browser, line, "remove", node=1)
    row.refresh_from_db()
    assert (row.at, row.nodes) == (0, [])


def test_a_press_changes_nothing_of_the_game(as_: As, duel: Position, anna: User) -> None:
    before = Game.objects.values().get(pk=duel.game.pk)
    moves = Move.objects.count()
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    for _press in range(4):
        press(browser, line, "choose", **offered(browser, line))
    assert Game.objects.values().get(pk=duel.game.pk) == before
    assert Move.objects.count() == moves


def test_a_choice_that_is_not_offered_is_refused_and_not_kept(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    wrong = browser.post(f"{line}choose/", {"choice": '["fly"]', "node": 0})
    assert wrong.status_code == 422
    assert "Choose one of the options on offer." in wrong.content.decode()
    assert Line.objects.get().nodes == []
    lost = browser.post(f"{line}go/", {"node": 7})
    assert lost.status_code == 409


def test_chance_is_said_and_drawn_again_on_wish(as_: As, duel: Position, anna: User) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    for _press in range(12):
        press(browser, line, "choose", **offered(browser, line))
        if "Draw again" in shown(browser, line):
            break
    assert "Chance or something hidden decided this." in shown(browser, line)
    row = Line.objects.get()
    press(browser, line, "draw", node=row.at)
    row.refresh_from_db()
    assert row.nodes[row.at - 1]["draw"] == 1


def test_no_line_begins_where_sealed_answers_of_others_wait(
    as_: As, duel: Position, anna: User
) -> None:
    """Its world would have to know them."""
    here = load(duel.game.pk, anna.pk)
    seat = here.seat_of(anna.pk)
    assert seat is not None
    true = here.running().copy()
    true.state.agenda.append(("apply_answer", ("lay_card", 1 - seat.index, "moon")))
    Game.objects.filter(pk=duel.game.pk).update(state=true.save())
    game_cache.cache.forget()
    refused = as_(anna).post(reverse("game-lines-open", args=[duel.game.pk]))
    assert refused.status_code == 409
    assert "Answers that you cannot see yet" in refused.content.decode()
    assert not Line.objects.exists()


def test_nobody_else_ever_sees_a_line_while_the_game_runs(
    as_: As, duel: Position, anna: User, ben: User, cleo: User
) -> None:
    line = open_by(as_(anna), duel.game.pk)
    press(as_(anna), line, "choose", **offered(as_(anna), line))
    press(as_(anna), line, "share", shared="1")
    cleo.is_staff = cleo.is_superuser = True
    cleo.save()
    for other in (ben, cleo, None):
        assert as_(other).get(line).status_code == 404
        assert as_(other).get(f"{line}giving/").status_code == 404
        for act in ("choose", "undo", "go", "draw", "remove", "note", "share", "do", "delete"):
            status = as_(other).post(f"{line}{act}/", {"node": 1}).status_code
            assert status == (404 if other else 302), act
    assert Line.objects.get().nodes
    assert line not in shown(as_(ben), reverse("game-lines", args=[duel.game.pk]))


def test_an_administrator_who_looks_as_somebody_sees_no_lines(
    as_: As, duel: Position, anna: User
) -> None:
    line = open_by(as_(anna), duel.game.pk)
    chief = as_(person("chief", is_staff=True, is_superuser=True))
    assert (
        chief.post(reverse("admin:act-as", args=[anna.pk]), {"reason": "asked"}).status_code == 302
    )
    assert "Try it out" not in shown(chief, reverse("game", args=[duel.game.pk]))
    for page in (
        line,
        f"{line}giving/",
        f"{line}giving/form/",
        reverse("game-lines", args=[duel.game.pk]),
    ):
        assert chief.get(page).status_code == 404, page
    assert chief.post(reverse("game-lines-open", args=[duel.game.pk])).status_code == 403
    assert chief.get(f"/api/v1/games/{duel.game.pk}/lines").status_code == 403


def test_after_the_game_others_see_what_is_shared_without_its_notes(
    as_: As, duel: Position, anna: User, ben: User
) -> None:
    line = open_by(as_(anna), duel.game.pk)
    press(as_(anna), line, "choose", **offered(as_(anna), line))
    press(as_(anna), line, "note", node=1, note="my secret")
    press(as_(anna), line, "undo", node=1)
    to_the_end(duel.game.pk)
    assert as_(ben).get(line).status_code == 404
    press(as_(anna), line, "share", shared="1")
    assert line in shown(as_(ben), reverse("game-lines", args=[duel.game.pk]))
    page = shown(as_(ben), line)
    assert "A line – not the game" in page
    assert "my secret" not in page
    assert f"{line}choose/" not in page
    assert as_(ben).post(f"{line}choose/", {"node": 0}).status_code == 404
    assert shown(as_(ben), f"{line}?node=1") != page


def test_only_players_try_things_out_while_the_game_runs_and_anybody_afterwards(
    as_: As, duel: Position, cleo: User
) -> None:
    where = reverse("game-lines-open", args=[duel.game.pk])
    refused = as_(cleo).post(where)
    assert refused.status_code == 403
    assert "only its players" in refused.content.decode()
    assert "Try it out" not in shown(as_(cleo), reverse("game", args=[duel.game.pk]))
    game = to_the_end(duel.game.pk)
    over = as_(cleo).post(where)
    assert over.status_code == 409  # nothing is to be decided after the end
    line = open_by(as_(cleo), game.pk, at=1)
    press(as_(cleo), line, "choose", **offered(as_(cleo), line))
    assert Line.objects.get().seat is None


def test_a_maker_can_forbid_lines_until_the_end(
    as_: As, lanterns: None, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, lines=False).game
    assert "not before the end" in shown(as_(ben), reverse("game", args=[game.pk]))
    open_games.join_game(game.pk, ben.pk)
    page = shown(as_(anna), reverse("game", args=[game.pk]))
    assert "not before the end" in page
    assert "Try it out" not in page
    refused = as_(anna).post(reverse("game-lines-open", args=[game.pk]))
    assert refused.status_code == 409
    assert "Its maker chose that." in refused.content.decode()
    to_the_end(game.pk)
    open_by(as_(anna), game.pk, at=0)


def test_the_form_of_a_new_game_asks_whether_lines_are_allowed(
    as_: As, lanterns: None, anna: User
) -> None:
    form = {"players": "2", "bots": "0", "clock": "3", "visibility": "public", "lines": "no"}
    page = reverse("game-new", args=["lanterns"])
    html = shown(as_(anna), page)
    assert 'name="lines"' in html
    clock = re.search(r'<select name="clock".*?value="([^"]+)" selected', html, re.S)
    form["clock"] = clock[1] if clock else "3"
    assert as_(anna).post(page, form).status_code in (302, 303)
    assert Game.objects.get().allows_lines is False


def test_do_this_makes_the_first_choice_in_the_game_once(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    press(browser, line, "choose", **offered(browser, line))
    page = shown(browser, line)
    assert "Do this" in page
    form = re.search(r'action="[^"]*/do/">.*?</form>', page, re.S)
    assert form
    fields = dict(re.findall(r'name="(version|key)" value="([^"]*)"', form[0]))
    for _twice in range(2):
        done = browser.post(f"{line}do/", fields)
        assert (done.status_code, done["Location"]) == (303, f"/games/{duel.game.pk}/")
    made = Move.objects.get(game=duel.game, action="choose")
    assert list(made.choice or ()) == Line.objects.get().nodes[0]["choice"]


def test_do_this_is_refused_once_it_is_not_possible_any_more(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    press(browser, line, "choose", **offered(browser, line))
    while "lay_card" in (lay := str(asked_kind(duel.game.pk, anna))):
        answer(duel.game.pk, asked(duel.game.pk)[0])
    assert lay != "lay_card"
    refused = browser.post(f"{line}do/", {"version": 99, "key": "k"})
    assert refused.status_code in (409, 422)
    assert "Your line – not the game" in refused.content.decode()


def asked_kind(game_id: int, user: User) -> str | None:
    here = load(game_id, user.pk)
    seat = here.seat_of(user.pk)
    assert seat is not None
    decision = here.running().decision(seat.index)
    return decision.kind if decision else None


def test_it_says_so_when_the_game_has_gone_on(as_: As, duel: Position, anna: User) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    assert "It begins after move 0 of the game." in shown(browser, line)
    answer(duel.game.pk, 0)
    answer(duel.game.pk, 1)
    page = shown(browser, line)
    assert "The game has gone on since, to move 2." in page
    assert "Begin again from now" in page


def test_another_player_s_half_made_turn_does_not_show_in_the_number(
    as_: As, duel: Position
) -> None:
    """A line says the number of a move only once its owner may know of it."""
    answer(duel.game.pk, 0)
    answer(duel.game.pk, 1)
    waiting = User.objects.get(pk=user_of(duel.game.pk, 1 - asked(duel.game.pk)[0]))
    line = open_by(as_(waiting), duel.game.pk)
    Game.objects.filter(pk=duel.game.pk).update(number=99, version=99)
    said = re.findall(r'line-begins">([^<]*)<', shown(as_(waiting), line))
    assert said == ["It begins after move 2 of the game."]


def test_a_line_tells_nothing_even_if_the_true_state_is_gone(
    as_: As, duel: Position, anna: User
) -> None:
    """Presses are answered without the state of the game: with garbage in its place they are the
    same to the last byte."""
    browser = as_(anna)
    first = open_by(browser, duel.game.pk)
    for _press in range(3):
        press(browser, first, "choose", **offered(browser, first))
    before = shown(browser, first)
    Game.objects.filter(pk=duel.game.pk).update(state=b"garbage", seed=b"x" * 32)
    assert without_tokens(shown(browser, first)) == without_tokens(before)
    press(browser, first, "choose", **offered(browser, first))
    press(browser, first, "undo", node=4)


def without_tokens(page: str) -> str:
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page)
    return re.sub(r'nonce="[^"]*"|data-(?:token|now)="[^"]*"', "", page)


def test_a_line_that_the_rules_no_longer_allow_is_shown_as_far_as_they_do(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    press(browser, line, "choose", **offered(browser, line))
    nodes = Line.objects.get().nodes
    fly = {"id": 2, "parent": 1, "seat": 1 - nodes[0]["seat"], "choice": ["fly"]}
    Line.objects.update(nodes=[*nodes, fly, {**fly, "id": 3, "parent": 2}], at=3)
    assert open_by(browser, duel.game.pk) == line
    page = shown(browser, line)
    assert "Your line – not the game" in page
    assert f"{line}delete/" in page
    assert browser.post(f"{line}choose/", {"choice": '["fly"]', "node": 1}).status_code == 422
    press(browser, line, "choose", **offered(browser, line))
    assert Line.objects.get().nodes[-1]["parent"] == 1


def test_a_line_whose_world_the_rules_cannot_read_any_more_leads_to_the_list(
    as_: As, duel: Position, anna: User
) -> None:
    browser = as_(anna)
    line = open_by(browser, duel.game.pk)
    Line.objects.update(world=history.pack(b"garbage", None))
    assert open_by(browser, duel.game.pk) == line
    page = browser.get(line)
    assert page.status_code == 409
    assert "The rules of this game failed in this line." in page.content.decode()
    for way in (f"{line}delete/", reverse("game-lines-open", args=[duel.game.pk])):
        assert way in page.content.decode()
    assert open_by(browser, duel.game.pk, anew="1") != line


def test_readers_who_came_by_the_link_of_a_private_game_keep_its_key(
    as_: As, duel: Position, anna: User, cleo: User
) -> None:
    line = open_by(as_(anna), duel.game.pk)
    press(as_(anna), line, "choose", **offered(as_(anna), line))
    press(as_(anna), line, "share", shared="1")
    to_the_end(duel.game.pk)
    Game.objects.filter(pk=duel.game.pk).update(visibility="private")
    by_link = f"?key={duel.game.key}"
    game = reverse("game", args=[duel.game.pk])
    browser = as_(cleo)
    assert browser.get(line).status_code == 404
    assert browser.get(f"{line}?key=wrong").status_code == 404
    others = shown(browser, f"{line}{by_link}")
    for way in (f"{game}{by_link}", f"{line}{by_link}&amp;node=1", f"{line}{by_link}&amp;node=0"):
        assert f'href="{way}"' in others
    past = shown(browser, f"{game}{by_link}&at=1")
    opens = re.search(r'class="table-try" method="post" action="([^"]*)"', past)
    assert opens
    own = str(browser.post(unescape(opens[1]), {"at": 1})["Location"])
    assert own.endswith(by_link)
    page = shown(browser, own)
    assert f'href="{game}{by_link}"' in page
    assert f"key={duel.game.key}" not in shown(browser, own.partition("?")[0])
    act = f"{own.partition('?')[0]}choose/"
    form = offered(browser, own)
    made = browser.post(act, form, headers={"Referer": f"http://testserver{own}"})
    assert (made.status_code, made["Location"]) == (303, own)
    listed = shown(browser, f"{game}lines/{by_link}")
    assert f'href="{own}"' in listed
    assert f'href="{line}{by_link}"' in listed


def test_a_line_goes_with_its_owner_s_wish_and_with_the_account(
    as_: As, duel: Position, anna: User
) -> None:
    line = open_by(as_(anna), duel.game.pk)
    press(as_(anna), line, "delete")
    assert not Line.objects.exists()
    open_by(as_(anna), duel.game.pk)
    anna.is_active = False
    anna.save()
    departures.free_seats()
    assert not Line.objects.exists()


def test_a_person_has_a_dozen_lines_at_a_game(as_: As, duel: Position, anna: User) -> None:
    for _line in range(lines.MOST_AT_GAME):
        open_by(as_(anna), duel.game.pk, anew="1")
    refused = as_(anna).post(reverse("game-lines-open", args=[duel.game.pk]), {"anew": "1"})
    assert refused.status_code == 409
    assert "Delete one of them first." in refused.content.decode()


def test_a_turn_that_waits_to_be_confirmed_is_confirmed_in_the_line(
    as_: As, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    seat = asked(game.pk)[0]
    held = answer(game.pk, seat, hold=True)
    user = anna if held.seats[seat].user_id == anna.pk else ben
    assert held.running().state.held == seat
    line = open_by(browser_of(user), game.pk)
    page = shown(browser_of(user), line)
    assert "You choose for" in page
    actions.confirm(game.pk, user.pk, version=held.version)


def test_choices_of_a_line_are_left_as_a_plan(as_: As, duel: Position, anna: User) -> None:
    game_id, browser = duel.game.pk, as_(anna)
    me = next(seat.index for seat in duel.seats if seat.user_id == anna.pk)
    line = open_by(browser, game_id)
    for _choice in range(8):
        press(browser, line, "choose", **offered(browser, line))
    row = Line.objects.get()
    assert "Plan this" in shown(browser, line)
    left = browser.post(f"{line}plan/", {"node": row.at, "anyway": "1", "loosely": "1"})
    assert (left.status_code, left["Location"]) == (303, f"/games/{game_id}/#instructions")
    plan = Plan.objects.get()
    own = [step for step in plan.steps if step["seat"] == me]
    chosen = [node["choice"] for node in row.nodes if node["seat"] == me]
    assert [step["choice"] for step in own] == chosen[: len(own)]
    assert all(step["words"] for step in own)
    assert all("choice" not in step for step in plan.steps if step["seat"] != me)
    table = shown(browser, f"/games/{game_id}/")
    assert "Drop the plan" in table
    assert "Drop the plan" in shown(browser, "/plans/")
    for seat in asked(game_id):  # as in the line, or as the rules allow
        answer(game_id, seat, min)
    others = as_(User.objects.get(username="ben"))
    assert "Drop the plan" not in shown(others, f"/games/{game_id}/")
    assert others.post(f"{line}plan/", {"node": row.at}).status_code == 404


def test_a_plan_begins_where_its_line_began(as_: As, duel: Position, anna: User) -> None:
    """What has been chosen since as in the line is done, and what was chosen otherwise ends it."""
    game_id, browser = duel.game.pk, as_(anna)
    me = next(seat.index for seat in duel.seats if seat.user_id == anna.pk)
    line = open_by(browser, game_id)
    for _choice in range(8):
        press(browser, line, "choose", **offered(browser, line))
    row = Line.objects.get()
    mine = next(node["choice"] for node in row.nodes if node["seat"] == me)
    answer(game_id, me, lambda found: next(each for each in found if list(each) == mine))
    assert browser.post(f"{line}plan/", {"node": row.at, "anyway": "1"}).status_code == 303
    shown_plan = describe_plans(load(game_id, anna.pk), own_seat(load(game_id, anna.pk), anna.pk))
    assert shown_plan[0]["at"] > 0
    Plan.objects.all().delete()
    position = load(game_id, anna.pk)
    actions.withdraw_answer(game_id, anna.pk, version=position.version)
    answer(game_id, me, lambda found: next(each for each in found if list(each) != mine))
    refused = browser.post(f"{line}plan/", {"node": row.at, "anyway": "1"})
    assert refused.status_code == 409
    assert "The game has gone on since then." in unescape(refused.content.decode())
    assert not Plan.objects.exists()
