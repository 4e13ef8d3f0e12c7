"""Warnings, mutes, suspensions, bans, new names: each is told, kept, and can be lifted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import renaming, shared_browsers
from accounts.models import Act, User
from accounts.moderation import sanctions
from accounts.people import close_account
from boardgames.refusal import Refusal
from games import tasks
from games.absence import departures
from games.errors import Forbidden, GameError, Illegal, Refused
from games.live import chat
from games.lobby import notebook, open_games, quick
from games.models import Game, Habit, Notebook, Seat
from games.moderation import common_signs, people, person_page
from games.moves import actions
from games.storage import position
from notifications import planning
from notifications.models import Delivery, Notification
from tests.games.tables import seat_of, table
from tests.games.times import Times
from tests.notifications.telling import tell
from tests.people import PASSWORD, person

LOGIN = "/accounts/login/"


def told(user: User) -> list[str]:
    """What moderators have told somebody, by kind of act."""
    rows = Notification.objects.filter(user=user, kind="sanctioned").order_by("id")
    return [row.data["what"] for row in rows]


def test_a_warning_is_told_and_kept(mo: User, anna: User) -> None:
    people.warn(anna.pk, mo.pk, "Please be kind")
    assert told(anna) == ["warning"]
    assert anna.sanctions.get().reason == "Please be kind"
    assert sanctions.in_force(anna.pk) == []
    planning.plan_due()
    assert Delivery.objects.filter(user=anna, channel="mail").exists()


def test_somebody_who_is_muted_plays_and_does_not_write_until_the_time_is_up(
    times: Times, mo: User, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    people.mute(anna.pk, mo.pk, 3, "Insults")
    with pytest.raises(Forbidden, match="Insults"):
        chat.post(game, anna.pk, "Hello?")
    chat.post(game, ben.pk, "Hello!")
    times.go(days=3, minutes=1)
    tasks.end_sanctions()
    chat.post(game, anna.pk, "Hello again")
    assert anna.sanctions.get().ended_at


def test_a_mute_without_days_lasts_until_it_is_lifted(
    times: Times, mo: User, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    people.mute(anna.pk, mo.pk, None, "Insults")
    times.go(days=300)
    tasks.end_sanctions()
    with pytest.raises(Forbidden):
        chat.post(game, anna.pk, "Hello?")
    people.lift(anna.pk, mo.pk, "mute", "Long enough")
    chat.post(game, anna.pk, "Hello")
    assert told(anna) == ["mute", "lifted_mute"]
    with pytest.raises(Refused):
        people.lift(anna.pk, mo.pk, "mute", "Again")


def test_somebody_who_is_suspended_is_out_at_once_is_told_why_and_keeps_the_seats(
    times: Times, client: Client, mo: User, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    client.force_login(anna)
    people.suspend(anna.pk, mo.pk, 7, "Threats")
    assert client.get("/my/").status_code == 302
    answer = client.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert answer.status_code == 403
    assert b"Threats" in answer.content
    notebook.write(game, anna.pk, note="To be remembered")
    assert departures.free_seats() == 0
    assert seat_of(game, anna).bot == ""
    assert Notebook.objects.get().note == "To be remembered", "as the seat, so the notes"
    planning.plan_due()
    assert Delivery.objects.filter(user=anna, channel="mail").exists()
    times.go(days=7, minutes=1)
    tasks.end_sanctions()
    assert client.post(LOGIN, {"login": "anna", "password": PASSWORD}).status_code == 302


def test_a_ban_gives_up_the_games_and_can_be_lifted(
    mo: User, anna: User, ben: User, cleo: User
) -> None:
    game = table(anna, ben, cleo)
    people.suspend(anna.pk, mo.pk, 7, "Threats")
    people.ban(anna.pk, mo.pk, "More threats")
    assert departures.free_seats() == 1
    assert seat_of(game, anna).resigned_at
    people.lift(anna.pk, mo.pk, "suspension", "Banned anyway")
    anna.refresh_from_db()
    assert not anna.is_active
    people.lift(anna.pk, mo.pk, "ban", "A mistake")
    anna.refresh_from_db()
    assert anna.is_active


@pytest.mark.parametrize("ban", [False, True])
def test_somebody_who_is_kept_out_is_told_whom_to_write_to(
    times: Times, client: Client, settings: Any, mo: User, anna: User, ban: bool
) -> None:
    """On the refusal to let them in, and in the letter."""
    settings.CONTACT = "help@example.org"
    if ban:
        people.ban(anna.pk, mo.pk, "Threats")
    else:
        people.suspend(anna.pk, mo.pk, 7, "Threats")
    page = client.post(LOGIN, {"login": "anna", "password": PASSWORD}).content.decode()
    assert 'href="mailto:help@example.org"' in page
    mail.outbox.clear()
    tell()
    [letter] = [one for one in mail.outbox if one.to == [anna.email]]
    assert "write to help@example.org" in letter.body


def test_a_closed_account_is_not_opened_by_the_end_of_a_suspension(
    times: Times, mo: User, anna: User
) -> None:
    people.suspend(anna.pk, mo.pk, 1, "Threats")
    close_account(anna)
    times.go(days=2)
    tasks.end_sanctions()
    anna.refresh_from_db()
    assert not anna.is_active


def test_a_new_name_is_told_and_in_the_log(mo: User, anna: User, ben: User) -> None:
    people.rename(anna.pk, mo.pk, "Quiet-Otter", "Your name insults people")
    anna.refresh_from_db()
    assert anna.username == "Quiet-Otter"
    assert told(anna) == ["renamed"]
    row = Act.objects.get()
    assert (row.before, row.after) == ({"name": "anna"}, {"name": "Quiet-Otter"})
    for name in ("ben", "BEN"):
        with pytest.raises(Refused):
            people.rename(anna.pk, mo.pk, name, "Because")
    for name in ("", "admin", "a b", "x" * 31, "<b>x</b>", "former-player-3"):
        with pytest.raises(Illegal):
            people.rename(anna.pk, mo.pk, name, "Because")


def test_a_name_that_was_taken_away_is_not_taken_again(mo: User, anna: User) -> None:
    people.rename(anna.pk, mo.pk, "Quiet-Otter", "Your name insults people")
    with pytest.raises(Refusal, match="A moderator has removed this name"):
        renaming.rename(anna, "Anna")
    people.rename(anna.pk, mo.pk, "anna", "It was a mistake")
    people.rename(anna.pk, mo.pk, "Loud-Otter", "The other way round", tell=False)
    people.rename(anna.pk, mo.pk, "Quiet-Otter", "Neither")
    with pytest.raises(Refusal, match="A moderator has removed this name"):
        renaming.rename(anna, "anna")
    renaming.rename(anna, "Annika")


def test_nobody_acts_on_himself_nor_a_moderator_on_the_staff(
    mo: User, ada: User, anna: User
) -> None:
    superuser = User.objects.create_superuser("root1", "r@example.org", "x")
    for user in (mo, ada, superuser):
        with pytest.raises(Refused):
            people.ban(user.pk, mo.pk, "Because")
    people.warn(mo.pk, ada.pk, "Because")
    with pytest.raises(Refused):
        people.ban(superuser.pk, ada.pk, "Because")


def test_nonsense_is_refused_and_changes_nothing(mo: User, anna: User) -> None:
    for days in (0, -1, 366, 10**9):
        with pytest.raises(Illegal):
            people.suspend(anna.pk, mo.pk, days, "Because")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Illegal):
            people.warn(anna.pk, mo.pk, reason)
    with pytest.raises(GameError):
        people.warn(10**9, mo.pk, "Because")
    for text in ("", "x" * 2001):
        with pytest.raises(Illegal):
            people.leave_note(anna.pk, mo.pk, text)
    assert not Act.objects.exists()
    assert not anna.sanctions.exists()


@pytest.mark.slow
def test_the_page_of_a_person_shows_and_does_all_of_it(
    at_desk: Client, anna: User, ben: User
) -> None:
    game = table(anna, ben)
    chat.post(game, anna.pk, "Well played")
    Habit.objects.create(user=anna, pace=timedelta(hours=3), recent="..x.")
    person("anna-2")
    page = f"/admin/games/case/person/{anna.pk}/"
    for act, data in (
        ("note", {"text": "Seen before"}),
        ("warn", {"reason": "One"}),
        ("mute", {"some_days": "", "reason": "Two"}),
        ("lift", {"kind": "mute", "reason": "Three"}),
        ("suspend", {"days": 3, "reason": "Four"}),
    ):
        assert at_desk.post(page, {"act": act, **data}).status_code == 302, act
    shown = at_desk.get(page).content.decode()
    pace = "3\xa0hours; time ran out in 1 of the last 4 turns"
    double = ("anna-2", "a name that differs only in digits (of some weight)")
    decided = ("Seen before", "Well played", "One", "Four", "suspended", f"lanterns {game}")
    for words in (*decided, pace, *double):
        assert words in shown, words
    assert anna.email not in shown
    assert at_desk.post(page, {"act": "ban", "reason": "x"}).status_code == 422  # not ticked
    assert at_desk.get(f"{page}?act=mute").content.count(b"<textarea") == 1
    assert b'name="name"' not in at_desk.get(f"{page}?act=mute").content


def test_moves_of_ninety_days_are_counted_and_no_other_person_s(anna: User, ben: User) -> None:
    moved = {anna: 0, ben: 0}
    for _game in range(2):
        game = table(anna, ben)
        one = anna if seat_of(game, anna).to_move else ben
        here = position.load(game, one.pk)
        decision = here.running().decision(seat_of(game, one).index)
        assert decision
        choice = decision.example(decision.choices[0])
        actions.choose(game, one.pk, choice, version=here.version)
        moved[one] += 1
    now = timezone.now()
    for one, number in moved.items():
        assert person_page.moves_since(one, now - timedelta(days=90)) == number
        assert person_page.moves_since(one, now) == 0


def test_others_have_no_such_page(client: Client, maya: User, anna: User, ben: User) -> None:
    page = f"/admin/games/case/person/{ben.pk}/"
    assert client.post(page, {"act": "warn", "reason": "x"}).status_code == 302
    for user in (anna, maya):
        client.force_login(user)
        assert client.get(page).status_code in (302, 403)
        assert client.post(page, {"act": "warn", "reason": "x"}).status_code in (302, 403)
    assert not ben.sanctions.exists()


class TestOpenGamesOfTheSuspended:
    """Nobody begins a game with somebody who cannot come; it waits for that person."""

    def test_they_are_offered_to_nobody_and_say_why_until_the_person_is_back(
        self, times: Times, client: Client, mo: User, anna: User, ben: User
    ) -> None:
        found = quick.match(anna.pk, "imhotep", "slow").game.pk
        open_games.invite(found, anna.pk, ["ben"])
        people.suspend(anna.pk, mo.pk, 7, "Threats")
        client.force_login(ben)
        room = f"/games/{found}/"
        for page in ("/lobby/", "/", "/my/", "/games/types/imhotep/", "/players/anna/games/"):
            assert f"{room}join/" not in client.get(page).content.decode(), page
        listed = client.get("/api/v1/games?status=open").json()["games"]
        assert found not in [game["id"] for game in listed]
        page = client.get(room).content.decode()
        assert "anna is suspended. You can join this game when anna is back." in page
        assert f"{room}join/" not in page
        with pytest.raises(Refused, match="anna is suspended"):
            open_games.join_game(found, ben.pk)
        assert quick.match(ben.pk, "imhotep", "slow").game.pk != found
        departures.free_seats()
        times.go(days=7, minutes=1)
        tasks.end_sanctions()
        assert f"{room}join/" in client.get("/lobby/").content.decode()
        assert f"{room}join/" in client.get(room).content.decode()
        assert open_games.join_game(found, ben.pk).game.status == "running"

    def test_those_of_others_go_on_without_that_person(
        self, mo: User, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(ben.pk, "imhotep", 3).game.pk
        open_games.join_game(game, anna.pk)
        people.suspend(anna.pk, mo.pk, 7, "Threats")
        departures.free_seats()
        assert not Seat.objects.filter(game=game, user=anna).exists()
        open_games.join_game(game, cleo.pk)

    def test_the_profile_says_suspended(
        self, client: Client, mo: User, anna: User, ben: User
    ) -> None:
        people.suspend(anna.pk, mo.pk, 7, "Threats")
        client.force_login(ben)
        page = client.get("/players/anna/")
        assert page.status_code == 200
        assert "suspended" in page.content.decode()
        assert "Threats" not in page.content.decode(), "the reason is the person's own"
        assert "Invite to a game" not in page.content.decode()
        people.lift(anna.pk, mo.pk, "suspension", "A mistake")
        assert "suspended" not in client.get("/players/anna/").content.decode()
        people.suspend(anna.pk, mo.pk, 7, "Threats")
        people.ban(anna.pk, mo.pk, "More threats")
        assert client.get("/players/anna/").status_code == 404

    def test_somebody_who_closes_the_account_meanwhile_is_no_longer_there(
        self, client: Client, mo: User, anna: User, ben: User
    ) -> None:
        game = table(anna, ben)
        people.suspend(anna.pk, mo.pk, 7, "Threats")
        close_account(anna)
        assert client.get(f"/players/{User.objects.get(pk=anna.pk)}/").status_code == 404
        assert departures.free_seats() == 1
        assert seat_of(game, anna).resigned_at


class TestInCommon:
    """What accounts have in common is called that, and weighed."""

    @pytest.fixture
    def years(self, anna: User, ben: User, cleo: User) -> None:
        """Nobody has signed up on the same day."""
        for number, user in enumerate((anna, ben, cleo)):
            user.date_joined -= timedelta(days=number)
            user.save()

    def listed(self, client: Client, user: User) -> list[list[str]]:
        page = client.get(f"/admin/games/case/person/{user.pk}/")
        assert "Likely the same" not in page.content.decode()
        [section] = [
            each
            for each in page.context["desk"].sections
            if each.title == "In common with other accounts"
        ]
        return [[str(cell.text) for cell in row] for row in section.rows]

    def test_friends_who_play_together_are_not_taken_for_one(
        self, years: None, at_desk: Client, anna: User, ben: User
    ) -> None:
        for _game in range(common_signs.OFTEN + 1):
            table(anna, ben)
        assert self.listed(at_desk, anna) == []

    def test_the_strongest_come_first_and_each_thing_says_how_much_it_weighs(
        self, years: None, at_desk: Client, anna: User, ben: User, cleo: User
    ) -> None:
        for _game in range(common_signs.OFTEN):
            table(anna, ben)
        ben.date_joined = anna.date_joined
        ben.save()
        cleo.email = "anna+second@example.org"
        cleo.save()
        person("anna_2", date_joined=anna.date_joined - timedelta(days=9))
        shared_browsers.record_shared_browsers(ben.pk, [anna.pk])
        assert self.listed(at_desk, anna) == [
            [
                "ben",
                "signed in with the same browser (of some weight); 5 games together (weak); "
                "signed up within an hour of each other (weak)",
            ],
            ["cleo", "the same mailbox (strong)"],
            ["anna_2", "a name that differs only in digits (of some weight)"],
        ]

    def test_a_pair_that_resigns_to_each_other_is_named_and_counted(
        self, years: None, at_desk: Client, anna: User, ben: User, cleo: User
    ) -> None:
        for user in (anna, ben, anna, cleo):
            game_id = table(*((anna, ben) if user != cleo else (cleo, anna)))
            actions.resign(game_id, user.pk)
        assert self.listed(at_desk, anna) == [
            ["ben", "resigned to each other in 3 games in the last 30 days (of some weight)"]
        ]
        [number] = [
            each
            for each in at_desk.get("/admin/").context["numbers"]
            if each.label == "Games of players who resign to each other"
        ]
        assert number.count == 3
        assert at_desk.get(number.url).context["cl"].result_count == 3

    def test_resigning_in_tournaments_is_told_there_and_not_here(
        self, years: None, at_desk: Client, anna: User, ben: User
    ) -> None:
        for _game in range(3):
            game_id = table(anna, ben)
            Game.objects.filter(pk=game_id).update(organised=True)
            actions.resign(game_id, anna.pk)
        assert self.listed(at_desk, anna) == []

    def test_one_weak_thing_names_nobody(
        self, years: None, at_desk: Client, anna: User, ben: User
    ) -> None:
        ben.date_joined = anna.date_joined
        ben.save()
        table(anna, ben)
        assert self.listed(at_desk, anna) == []
