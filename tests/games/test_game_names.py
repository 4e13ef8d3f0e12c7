"""A game's own name: who gives it, where it stands, and how it is taken away."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.models import Act, User, account_closed
from games.archive import feed
from games.errors import Forbidden, GameError, Refused
from games.lobby import game_names, open_games
from games.models import Game, Incident, Seat
from games.moderation import acts, people, reports
from games.showing import incidents
from games.storage.position import Position
from tests.games.api import Caller
from tests.games.times import Times
from tests.moderation.conftest import in_group
from tests.notifications.telling import tell
from tests.people import browser_of, person

NAME = "Rain <b>on</b> Sunday"
SHOWN = "Rain &lt;b&gt;on&lt;/b&gt; Sunday"


@pytest.fixture
def named(anna: User, ben: User) -> Game:
    """A running game of anna's with this name."""
    game = open_games.create(anna.pk, "lanterns", 2, name=NAME).game
    open_games.join_game(game.pk, ben.pk)
    return game


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_form_of_a_new_game_takes_it_and_the_lobby_shows_it(anna: User, ben: User) -> None:
    form = {"players": "2", "bots": "0", "level": "good", "stretch": "14"}
    page = browser_of(anna)
    shown = read(page, "/games/types/lanterns/new/")
    assert 'name="name"' in shown
    values = form | {"visibility": "public", "name": f"  {NAME}\n", "clock": chosen(shown)}
    assert page.post("/games/types/lanterns/new/", values).status_code == 303
    game = Game.objects.get()
    assert game.name == NAME
    for path in ("/lobby/", "/lobby/?look=cards", f"/games/{game.pk}/"):
        assert SHOWN in read(browser_of(ben), path), path


def chosen(page: str) -> str:
    """The value that the form proposes for the clock."""
    clocks = page.partition('name="clock"')[2].partition("</select>")[0]
    return clocks.partition(" selected")[0].rpartition('value="')[2].partition('"')[0]


def test_it_stands_in_the_tab_the_lists_the_calendar_and_the_api(named: Game, ben: User) -> None:
    page = browser_of(ben)
    table = read(page, f"/games/{named.pk}/")
    assert SHOWN in table.partition("</title>")[0]
    assert SHOWN in table.partition("</title>")[2]
    assert SHOWN in read(page, "/my/")
    assert SHOWN in read(page, f"/games/{named.pk}/log/")
    assert NAME in (feed.calendar(feed.renew(ben.pk)) or "").replace("\r\n ", "")
    status, game = Caller(ben).get(f"games/{named.pk}")
    assert (status, game["name"]) == (200, NAME)


def test_mails_name_it(times: Times, anna: User, ben: User, mailoutbox: list[EmailMessage]) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, name=NAME).game
    open_games.join_game(game.pk, ben.pk)
    times.go(hours=1)
    tell()
    assert any(NAME in letter.subject for letter in mailoutbox)


def test_its_creator_changes_it_and_the_log_tells_the_others(
    named: Game, anna: User, ben: User
) -> None:
    page = browser_of(anna)
    assert 'id="game-name"' in read(page, f"/games/{named.pk}/")
    assert 'id="game-name"' not in read(browser_of(ben), f"/games/{named.pk}/")
    page.post(f"/games/{named.pk}/name/", {"name": "Snow"})
    named.refresh_from_db()
    assert named.name == "Snow"
    assert "gives the game another name" in read(browser_of(ben), f"/games/{named.pk}/log/")
    with pytest.raises(Forbidden):
        game_names.rename(named.pk, ben.pk, "Hail")
    assert Caller(anna).put(f"games/{named.pk}/name", {"name": ""})[0] == 200
    assert Caller(anna).put(f"games/{named.pk}/name", {"name": "x" * 41})[0] in (400, 422)
    assert Incident.objects.filter(game=named, kind=Incident.Kind.RENAMED).count() == 2


def test_a_finished_game_keeps_it(named: Game, anna: User) -> None:
    Game.objects.filter(pk=named.pk).update(status=Game.Status.FINISHED, finished_at=timezone.now())
    with pytest.raises(Refused):
        game_names.rename(named.pk, anna.pk, "Snow")


def test_people_who_may_not_write_and_guests_give_none(named: Game, anna: User) -> None:
    mo = in_group("mo", "Moderators")
    guest = person("guest-9", is_guest=True)
    with pytest.raises(Forbidden):
        open_games.create(guest.pk, "lanterns", 2, name="Snow")
    assert 'name="name"' not in read(browser_of(guest), "/games/types/lanterns/new/")
    people.mute(anna.pk, mo.pk, 1, "Because")
    with pytest.raises(Forbidden):
        game_names.rename(named.pk, anna.pk, "Snow")
    assert game_names.rename(named.pk, anna.pk, "").game.name == ""


def test_it_is_one_line_of_at_most_forty_characters(anna: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, name="a\u202eb\r\nSubject:\x00 c").game
    assert game.name == "a b Subject: c"
    with pytest.raises(GameError):
        open_games.create(anna.pk, "lanterns", 2, name="x" * 41)


def test_a_report_quotes_it_and_a_moderator_takes_it_away_for_good(
    named: Game, anna: User, ben: User
) -> None:
    mo = in_group("mo", "Moderators")
    report = reports.submit_report("game", named.pk, ben.pk, "name", "")
    assert report.said == NAME
    desk = browser_of(mo)
    page = f"/admin/games/game/{named.pk}/moderate/"
    assert "Remove the name of the game" in read(desk, page)
    desk.post(page, {"act": "unname", "reason": "It offends"})
    named.refresh_from_db()
    assert named.name == ""
    assert Act.objects.get(action="unnamed").before == {"name": NAME}
    log = read(browser_of(ben), f"/games/{named.pk}/log/")
    assert "A moderator removes the name of the game. Reason: It offends" in log
    assert SHOWN not in log
    with pytest.raises(Refused):
        game_names.rename(named.pk, anna.pk, "Snow")


def test_who_plays_there_takes_no_name_away(named: Game, ben: User) -> None:
    ben.is_staff = True
    ben.save()
    with pytest.raises(Refused):
        acts.remove_name(named.pk, ben.pk, "It offends")


def test_it_is_changed_so_often_in_an_hour_and_no_more(anna: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    for number in range(20):
        game_names.rename(game.pk, anna.pk, f"Name {number}")
    with pytest.raises(GameError):
        game_names.rename(game.pk, anna.pk, "Once more")


def test_a_practice_game_has_none(anna: User, duel: Position) -> None:
    Game.objects.filter(pk=duel.game.pk).update(practice=True)
    with pytest.raises(Refused):
        game_names.rename(duel.game.pk, anna.pk, "Snow")


def test_a_creator_who_has_lost_the_seat_names_nothing(named: Game, anna: User) -> None:
    Seat.objects.filter(game=named, user=anna).update(user=None)
    with pytest.raises(GameError):
        game_names.rename(named.pk, anna.pk, "Snow")
    named.refresh_from_db()
    assert named.name == NAME


def test_names_go_with_the_account_that_gave_them(named: Game, anna: User, ben: User) -> None:
    other = open_games.create(ben.pk, "lanterns", 2, name="Ben's").game
    account_closed.send(User, user=anna)
    assert set(Game.objects.values_list("pk", "name")) == {(named.pk, ""), (other.pk, "Ben's")}


def test_what_a_newer_release_has_written_into_the_log_is_left_out() -> None:
    assert incidents.text("of_tomorrow", 0, {}) is None
    assert incidents.text(Incident.Kind.MODERATED, 0, {"action": "of tomorrow"}) is None
    assert incidents.text(Incident.Kind.MODERATED, 0, {"action": "unnamed", "reason": "x"})
