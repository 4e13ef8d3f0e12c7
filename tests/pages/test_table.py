"""The table by HTTP: permission to see it, playing by plain forms, and what travels to a script."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby import open_games
from games.models import ChatMessage, Game, Instruction, Move, Seat
from games.moves import actions
from games.rules import registry
from games.rules.example import rules as lanterns
from games.showing.instructions import describe_instructions
from games.storage.position import Position, load
from tests.games.playing import to_the_end
from tests.pages.reading import choices, fields, mover, other

Browser = Callable[[User | None], Client]
SCRIPT = {"Accept": "application/json"}


def path(game: Game, rest: str = "") -> str:
    return f"/games/{game.pk}/{rest}"


def html(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def regions(page: str) -> dict[str, str]:
    """Name and hash of every region of a page."""
    return dict(re.findall(r'data-region="([\w-]+)" data-hash="(\w+)"', page))


def have(page: str) -> str:
    return ",".join(f"{name}:{value}" for name, value in regions(page).items())


# Visibility --------------------------------------------------------------------------------------


def test_each_sees_his_own_part(as_: Browser, started: Position) -> None:
    game = started.game
    mine = html(as_(mover(game)), path(game))
    assert "decision-yours" in mine
    assert choices(mine)
    assert f'action="{path(game, "resign/")}"' in mine
    for user in (other(game), None):
        theirs = html(as_(user), path(game))
        assert "decision-yours" not in theirs
        assert not choices(theirs)
        assert "Waiting for" in theirs
        assert 'a class="choice"' not in theirs


def test_a_private_game_is_not_there_for_strangers(
    as_: Browser, anna: User, ben: User, cleo: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, visibility="private", invite=["ben"]).game
    open_games.join_game(game.pk, ben.pk)
    for user in (cleo, None):
        for rest in ("", "news/", "log/", "?at=0"):
            assert as_(user).get(path(game, rest)).status_code == 404
    for action in ("choose", "undo", "confirm", "resign", "chat", "take-back", "instructions"):
        answer = as_(cleo).post(path(game, f"{action}/"), {"text": "x", "version": 1})
        assert answer.status_code == 404, action
    assert as_(ben).get(path(game)).status_code == 200


def test_the_link_to_a_private_game_opens_its_news_and_its_past(
    as_: Browser, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, visibility="private", invite=["ben"]).game
    open_games.join_game(game.pk, ben.pk)
    watcher = as_(None)
    page = html(watcher, path(game, f"?key={game.key}"))
    (news,) = re.findall(r'data-news="([^"]+)"', page)
    (socket,) = re.findall(r'data-socket="([^"]+)"', page)
    assert watcher.get(news).status_code == 200
    assert socket.endswith(f"/ws/games/{game.pk}/?key={game.key}")
    pasts = set(re.findall(r'href="([^"]+at=0[^"]*)"', page))
    assert pasts
    assert all(watcher.get(past.replace("&amp;", "&")).status_code == 200 for past in pasts)
    # A wrong key is no key, and is not handed on.
    assert as_(None).get(path(game, "?key=wrong")).status_code == 404
    with_nonsense = html(as_(ben), path(game, "?key=wrong"))
    assert "key=wrong" not in "".join(re.findall(r'data-(?:news|socket)="([^"]+)"', with_nonsense))


@pytest.mark.parametrize(
    "rest", ["?at=99999", "?at=-1", "?at=x", "?at=", "?at=٣", "?at=99999999999999999999"]
)
def test_nonsense_in_the_address_is_404(as_: Browser, started: Position, rest: str) -> None:
    assert as_(None).get(path(started.game, rest)).status_code == 404
    assert as_(None).get("/games/99999999999999999999/").status_code == 404


@pytest.mark.parametrize("query", ["prefix=[", "prefix={}", "prefix=[null]", "prefix=[[1]]",
                                   'prefix=["no"]', "on=nothing", "prefix=%01"])  # fmt: skip
def test_a_narrowing_that_fits_nothing_shows_all(
    as_: Browser, started: Position, query: str
) -> None:
    browser = as_(mover(started.game))
    whole = html(browser, path(started.game))
    assert choices(html(browser, path(started.game, f"?{query}"))) == choices(whole)


@pytest.mark.parametrize("action", ["choose", "undo", "confirm", "resign", "chat", "seen"])
def test_nobody_is_asked_to_sign_in(as_: Browser, started: Position, action: str) -> None:
    answer = as_(None).post(path(started.game, f"{action}/"))
    assert answer.status_code == 302
    by_script = as_(None).post(path(started.game, f"{action}/"), headers=SCRIPT)
    assert by_script.status_code == 401
    assert by_script.json()["to"].startswith("/accounts/login/")
    assert as_(None).get(path(started.game, f"{action}/")).status_code == 405


# Playing by plain links and forms ----------------------------------------------------------------


def test_prefix_links_lead_to_a_form_with_the_whole_choice(
    as_: Browser, started: Position, ben: User
) -> None:
    game = started.game
    User.objects.update(confirm_turns=False)
    for _turn in range(2):
        user = mover(game)
        position = load(game.pk, user.pk)
        actions.choose(game.pk, user.pk, ("get",), version=position.version)
    browser = as_(mover(game))
    page = html(browser, path(game))
    for _part in range(9):
        link = re.search(r'<a class="button[^"]*" href="([^"]*prefix=[^"]*place[^"]*)"', page)
        if not link:
            break
        page = html(browser, link[1].replace("&amp;", "&"))
        assert "Change answer" in page
    button = re.search(r'name="choice" value="([^"]*place[^"]*)"', page)
    assert button
    choice = json.loads(button[1].replace("&#34;", '"'))
    form = fields(page, path(game, "choose/"))
    answer = browser.post(path(game, "choose/"), {**form, "choice": json.dumps(choice)})
    assert answer.status_code == 303
    assert answer["Location"] == path(game)
    last = Move.objects.filter(game=game).order_by("version").last()
    assert last is not None
    assert last.choice == choice


def test_a_link_on_the_board_leads_to_the_form(as_: Browser, started: Position) -> None:
    game = started.game
    browser = as_(mover(game))
    page = html(browser, path(game))
    links = re.findall(r'data-target="([^"]+)"[^>]*><a class="choice" href="([^"]*)"', page)
    assert links
    for _target, href in links:
        narrowed = html(browser, path(game, href.replace("&amp;", "&")))
        assert 'name="choice"' in narrowed or "prefix=" in narrowed


def test_a_double_click_moves_once(as_: Browser, started: Position) -> None:
    game = started.game
    user = mover(game)
    browser = as_(user)
    form = fields(html(browser, path(game)), path(game, "choose/")) | {"choice": '["get"]'}
    before = Move.objects.count()
    for _click in range(2):
        assert browser.post(path(game, "choose/"), form).status_code == 303
    assert Move.objects.count() == before + 1


def test_undo_and_confirm(as_: Browser, started: Position) -> None:
    User.objects.update(confirm_turns=True)
    game = started.game
    user, watcher = mover(game), other(game)
    browser = as_(user)
    unseen = html(as_(watcher), path(game))
    form = fields(html(browser, path(game)), path(game, "choose/"))
    browser.post(path(game, "choose/"), form | {"choice": '["get"]'})
    page = html(browser, path(game))
    assert "Your turn is ready" in page
    assert regions(html(as_(watcher), path(game))) == regions(unseen)
    browser.post(path(game, "undo/"), fields(page, path(game, "undo/")))
    page = html(browser, path(game))
    assert "Your turn is ready" not in page
    form = fields(page, path(game, "choose/"))
    browser.post(path(game, "choose/"), form | {"choice": '["get"]'})
    page = html(browser, path(game))
    browser.post(path(game, "confirm/"), fields(page, path(game, "confirm/")))
    assert "decision-yours" in html(as_(watcher), path(game))


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"choice": '["fly"]'}, 422),
        ({"choice": "[[[["}, 422),
        ({"choice": ""}, 422),
        ({"choice": '["get", "\\u0000"]'}, 422),
        ({"version": "0"}, 409),
        ({"version": "x"}, 409),
        ({"version": "9" * 40}, 409),
    ],
)
def test_a_refusal_shows_the_page_and_says_why(
    as_: Browser, started: Position, change: dict[str, str], status: int
) -> None:
    game = started.game
    browser = as_(mover(game))
    form = fields(html(browser, path(game)), path(game, "choose/")) | {"choice": '["get"]'} | change
    answer = browser.post(path(game, "choose/"), form)
    assert answer.status_code == status
    page = answer.content.decode()
    assert "notice-warning" in page
    assert choices(page), "one can choose again at once"
    by_script = browser.post(path(game, "choose/"), form, headers=SCRIPT)
    assert by_script.status_code == status
    assert by_script.json()["message"]


def test_others_decisions_are_not_mine(as_: Browser, cleo: User, started: Position) -> None:
    game = started.game
    for user in (other(game), cleo):
        form = {"version": game.version, "choice": '["get"]'}
        assert as_(user).post(path(game, "choose/"), form).status_code == 403


# What travels to a script ------------------------------------------------------------------------


def test_only_what_changed_travels(as_: Browser, started: Position) -> None:
    User.objects.update(confirm_turns=False)
    game = started.game
    user = mover(game)
    browser, watching = as_(user), as_(other(game))
    page, theirs = html(browser, path(game)), html(watching, path(game))
    stamp = re.search(r'data-stamp="([^"]*)"', theirs)
    assert stamp
    nothing = watching.get(path(game, "news/"), {"stamp": stamp[1], "have": have(theirs)})
    assert nothing.status_code == 204
    form = fields(page, path(game, "choose/")) | {"choice": '["get"]', "have": have(page)}
    answer = browser.post(path(game, "choose/"), form, headers=SCRIPT)
    news: Any = answer.json()
    assert answer.status_code == 200
    assert {"decision", "log", "players"} <= set(news["regions"])
    assert "chat" not in news["regions"]
    assert not any("pyramid" in name for name in news["regions"])
    told = watching.get(path(game, "news/"), {"stamp": stamp[1], "have": have(theirs)}).json()
    assert told["mine"] is True
    assert told["title"].startswith("●")
    assert "decision-yours" in told["regions"]["decision"]["html"]
    fresh = watching.get(path(game, "news/"), {"have": ""}).json()["regions"]
    for name, region in told["regions"].items():
        assert region["hash"] == fresh[name]["hash"]
    page_now = regions(html(watching, path(game)))
    for name in told["regions"].keys() - {part for part in fresh if part.startswith("board-")}:
        # What glows on the board is lit by the script, in what comes to it.
        assert told["regions"][name]["hash"] == page_now[name]


def test_nothing_changes_by_looking(as_: Browser, started: Position) -> None:
    """Hashes are of the content alone, not of the token in its forms or the clock's words."""
    for user in (mover(started.game), other(started.game), None):
        browser = as_(user)
        assert regions(html(browser, path(started.game))) == regions(
            html(browser, path(started.game))
        )


def test_the_forms_that_travel_carry_a_token(started: Position) -> None:
    game = started.game
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(mover(game))
    page = html(browser, path(game))
    assert "TOKEN-OF-THIS-PAGE" not in page
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"version": game.version, "choice": '["get"]', "have": ""}
    assert browser.post(path(game, "choose/"), form).status_code == 403
    form["csrfmiddlewaretoken"] = token[1]
    answer = browser.post(path(game, "choose/"), form, headers=SCRIPT)
    assert answer.status_code == 200
    assert "TOKEN-OF-THIS-PAGE" not in answer.content.decode()
    assert token[1] in answer.content.decode()
    assert "csrftoken" not in answer.cookies


def test_what_was_on_a_visible_page_is_noted(as_: Browser, started: Position) -> None:
    game = started.game
    user = mover(game)
    answer = as_(user).post(path(game, "seen/"), {"version": game.version})
    assert answer.status_code == 204
    assert Seat.objects.get(game=game, user=user).seen_version == game.version
    for nonsense in ("", "x", "999999999999"):
        assert as_(user).post(path(game, "seen/"), {"version": nonsense}).status_code == 204


def test_a_table_asks_the_database_little(
    as_: Browser, started: Position, django_assert_max_num_queries: Callable
) -> None:
    browser = as_(mover(started.game))
    html(browser, path(started.game))
    with django_assert_max_num_queries(16):
        html(browser, path(started.game))


# Beside the moves --------------------------------------------------------------------------------


def test_talk(as_: Browser, cleo: User, started: Position) -> None:
    game = started.game
    user = mover(game)
    answer = as_(user).post(path(game, "chat/"), {"text": "Good luck <script>"})
    assert answer.status_code == 303
    page = html(as_(None), path(game))
    assert "Good luck &lt;script&gt;" in page
    assert as_(cleo).post(path(game, "chat/"), {"text": "hi"}).status_code == 403
    assert as_(user).post(path(game, "chat/"), {"text": " "}).status_code == 422
    assert ChatMessage.objects.count() == 1


def test_resigning_ends_a_game_of_two(as_: Browser, started: Position) -> None:
    game = started.game
    loser, winner = mover(game), other(game)
    as_(loser).post(path(game, "resign/"))
    page = html(as_(winner), path(game))
    assert f"{loser.username} resigned." in page
    assert "You have won!" not in page  # nobody has played it
    game.refresh_from_db()
    assert bytes(game.seed).hex() in page


def test_a_rematch_is_offered_and_accepted_without_scripts(
    as_: Browser, started: Position, cleo: User
) -> None:
    game = started.game
    one, two = mover(game), other(game)
    assert as_(one).post(path(game, "rematch/")).status_code == 409
    as_(one).post(path(game, "resign/"))
    assert "/rematch/" not in html(as_(cleo), path(game))
    assert "/rematch/" not in html(as_(None), path(game))
    assert as_(cleo).post(path(game, "rematch/")).status_code == 403
    assert as_(None).post(path(game, "rematch/")).status_code == 302
    assert as_(one).post(path(game, "rematch/")).status_code == 303
    assert f"Waiting for {two.username}" in html(as_(one), path(game))
    asked = html(as_(two), path(game))
    assert f"{one.username} offers a rematch" in asked
    assert f"{path(game)}rematch/decline/" in asked
    as_(two).post(path(game, "rematch/decline/"))
    assert f"{two.username} declined the rematch" in html(as_(one), path(game))
    as_(two).post(path(game, "rematch/"))
    answer = as_(one).post(path(game, "rematch/"), headers=SCRIPT)
    new = Game.objects.latest("pk")
    assert answer.json() == {"to": path(new)}
    for reader in (one, cleo, None):
        assert f'href="{path(new)}"' in html(as_(reader), path(game))


def test_the_owner_takes_a_seat_back(as_: Browser, anna: User, ben: User, cleo: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 3).game
    open_games.join_game(game.pk, ben.pk)
    open_games.join_game(game.pk, cleo.pk)
    seat = Seat.objects.get(game=game, user=anna)
    seat.bot = "builder"
    seat.save()
    page = html(as_(anna), path(game))
    assert "Take my seat back" in page
    assert "Take my seat back" not in html(as_(ben), path(game))
    as_(anna).post(path(game, "take-back/"))
    seat.refresh_from_db()
    assert not seat.bot


def test_after_the_end_the_players_may_look_with_each_others_eyes(
    as_: Browser, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    open_games.join_game(game.pk, ben.pk)
    seats = {seat.user_id: seat.index for seat in Seat.objects.filter(game=game)}
    bens = path(game, f"?eyes={seats[ben.pk]}")
    plain = regions(html(as_(anna), path(game)))
    assert regions(html(as_(anna), bens)) == plain, "nothing is open while the game runs"
    actions.resign(game.pk, ben.pk)
    page = html(as_(anna), path(game))
    assert f'href="{bens}"' in page
    board = [name for name in regions(page) if name.startswith("board-")]
    looking = regions(html(as_(anna), bens))
    assert any(looking[name] != regions(page)[name] for name in board)
    watching = regions(html(as_(None), path(game)))
    assert regions(html(as_(None), bens)) == watching, "spectators keep their view"
    for nonsense, status in (("7", 200), ("-1", 404), ("x", 404)):
        assert as_(anna).get(path(game, f"?eyes={nonsense}")).status_code == status


def test_history_can_be_stepped_through(as_: Browser, started: Position) -> None:
    game = started.game
    for _turn in range(2):
        user = mover(game)
        position = load(game.pk, user.pk)
        actions.choose(game.pk, user.pk, ("get",), version=position.version)
    browser = as_(mover(game))
    now = html(browser, path(game))
    assert f'href="{path(game, "?at=1")}"' in now
    then = html(browser, path(game, "?at=1"))
    assert "Move 1 of 2" in then
    assert "Back to now" in then
    assert not choices(then)
    assert "data-socket" not in then
    whole = html(browser, path(game, "log/"))
    assert whole.count("log-entry") > 2


def test_answers_are_left_ahead_and_taken_back(as_: Browser, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    open_games.join_game(game.pk, ben.pk)
    browser = as_(anna)
    page = html(browser, path(game))
    offered = re.findall(r'<option value="([^"]*most[^"]*)"', page)
    assert offered
    form = {"kind": "offer_card", "parts": offered[0].replace("&#34;", '"'), "once": ""}
    assert browser.post(path(game, "instructions/"), form).status_code == 303
    assert Instruction.objects.get(active=True).kind == "offer_card"
    assert 'class="instructions"' in html(browser, path(game))
    assert 'class="instructions"' not in html(as_(ben), path(game))
    browser.post(path(game, "instructions/cancel/"), {"kind": "offer_card"})
    assert not Instruction.objects.filter(active=True).exists()
    for nonsense in ({}, {"kind": "x", "parts": "["}, {"kind": "offer_card", "parts": '["all"]'}):
        assert browser.post(path(game, "instructions/"), nonsense).status_code == 422
    assert browser.post(path(game, "instructions/cancel/"), {"kind": "\1"}).status_code == 303
    position = load(game.pk, anna.pk)
    seat = position.seat_of(anna.pk)
    assert seat is not None
    offers = describe_instructions(position, seat)
    assert offers is not None
    assert not offers["standing"]


def test_a_game_type_without_a_table_is_playable(
    as_: Browser, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, lanterns.slug: lanterns})
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, ben.pk)
    for user in (anna, ben):
        browser = as_(user)
        page = html(browser, path(game))
        assert "Lay a card face down" in page
        assert "evening" in page
        form = fields(page, path(game, "choose/"))
        answer = browser.post(
            path(game, "choose/"), form | {"choice": json.dumps(choices(page)[0])}
        )
        assert answer.status_code == 303
        if user == anna:
            assert "You can change it" in html(browser, path(game))
    assert "Lay a card face down" not in html(as_(anna), path(game))
    assert as_(None).get("/games/types/lanterns/").status_code == 200


def test_a_broken_game_says_so(as_: Browser, started: Position) -> None:
    game = started.game
    Game.objects.update(broken_at=timezone.now())
    browser = as_(mover(game))
    page = html(browser, path(game))
    assert "This game is stopped" in page
    assert not choices(page)
    form = {"version": game.version, "choice": '["get"]'}
    answer = browser.post(path(game, "choose/"), form)
    assert answer.status_code == 409
    assert "Nothing is lost" in answer.content.decode()


def test_a_game_whose_type_is_gone_can_wait(as_: Browser, started: Position) -> None:
    game = started.game
    user = mover(game)
    Game.objects.update(type="chess")
    for address in (path(game), path(game, "news/"), path(game, "log/"), path(game, "?at=0")):
        assert as_(user).get(address).status_code == 503
    answer = as_(user).post(path(game, "choose/"), {"version": 1, "choice": "[]"}, headers=SCRIPT)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert answer.json()["message"]
    for address in ("/my/", "/my/?show=running", "/lobby/?show=running"):
        assert as_(user).get(address).status_code == 200


@pytest.mark.parametrize(
    ("language", "waits", "safe"),
    [
        ("en", "a newer release of this site", "nobody loses on time"),
        ("de", "mit einer neueren Fassung dieser Seite", "niemand verliert solange auf Zeit"),
    ],
)
def test_a_game_that_newer_rules_have_moved_says_that_it_waits_for_them(
    as_: Browser, started: Position, language: str, waits: str, safe: str
) -> None:
    game, user = started.game, mover(started.game)
    Game.objects.update(rules_version=99)
    User.objects.update(language=language)
    for address in (path(game), f"/api/v1/games/{game.pk}"):
        answer = as_(user).get(address, headers={"accept-language": language})
        assert (answer.status_code, bool(answer["Retry-After"])) == (503, True)
        is_page = answer["Content-Type"].startswith("text/html")
        said = answer.content.decode() if is_page else answer.json()["error"]["message"]
        assert waits in said
        assert safe in said
    assert as_(user).get("/my/").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("gone", [True, False])
def test_a_game_that_is_over_shows_its_result_when_no_rules_can_show_its_board(
    as_: Browser, started: Position, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    user = mover(started.game)
    game = to_the_end(started.game.pk)
    assert game.result is not None
    if gone:
        Game.objects.update(type="chess")
    else:
        Game.objects.update(state=b"nonsense")
    for who in (user, None):
        page = html(as_(who), path(game))
        assert ("not installed here" in page) == gone
        for score in game.result["scores"]:
            assert f">{score}</td>" in page
        assert ("What happened" in page) == (not gone)
        assert as_(who).get(path(game, "news/")).status_code == 205
        assert as_(who).get(f"/api/v1/games/{game.pk}").status_code == 200
    assert as_(None).get(path(game, "picture.png")).status_code == 404
    assert as_(None).get(path(game, "?at=0")).status_code == 404
    for address in ("/lobby/?show=finished", "/my/?show=finished"):
        assert as_(user).get(address).status_code == 200


@pytest.mark.parametrize("user", ["mover", "other", "nobody"])
def test_the_table_speaks_german(as_: Browser, started: Position, user: str) -> None:
    game = started.game
    User.objects.update(language="de")
    who = {"mover": mover(game), "other": other(game), "nobody": None}[user]
    answer = as_(who).get(path(game), headers={"accept-language": "de"})
    page = answer.content.decode()
    assert '<html lang="de"' in page
    for english in ("Your turn", "Waiting for", "Rules and help", "About this game", "Chat"):
        assert english not in page


def test_the_score_is_what_was_scored_and_the_forecast_stands_beside_it(
    anna: User, ben: User, as_: Browser
) -> None:
    """With the wrath of the Pharaoh nobody has lost anything before the first move."""
    game = open_games.create(anna.pk, "imhotep", 2, options={"wrath": True}).game
    open_games.join_game(game.pk, ben.pk)
    page = as_(anna).get(f"/games/{game.pk}/").content.decode()
    players = page[page.index('data-region="players"') : page.index('data-region="scores"')]
    shown = re.findall(r'player-score">.*?data-counts[^>]*>(-?\d+)', players, re.DOTALL)
    assert shown == ["0", "0"]
    assert players.count("forecast -5") == 2
    assert "If the game ended now:\nPyramid: 0" in players
    scores = page[page.index('data-region="scores"') :]
    assert re.search(r"Scored so far</th><td[^>]*>0</td><td[^>]*>0</td>", scores)
