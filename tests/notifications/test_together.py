"""What comes together is told together: a start with the turn, and all that waits in a summary."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from notifications import preferences
from notifications.models import Channel, Notification, When
from tests.games.playing import answer, asked, user_of
from tests.games.times import Times
from tests.notifications.telling import tell
from tests.notifications.test_mail_looks import begun


def wish(user: User, when: When, *kinds: str) -> None:
    preferences.save_preferences(user.pk, {(kind, Channel.MAIL): when for kind in kinds})


def letters(user: User) -> list[Any]:
    return [one for one in outbox.outbox if one.to == [user.email]]


@pytest.fixture
def second(times: Times, anna: User, ben: User) -> tuple[int, User]:
    """A game that has just started, and the player who does not begin."""
    User.objects.update(language="en")
    game = begun("imhotep", [anna, ben])
    (first,) = asked(game)
    return game, User.objects.get(pk=user_of(game, 1 - first))


class TestAStartWithTheTurn:
    @pytest.mark.slow
    def test_is_one_letter(self, second: tuple[int, User], times: Times) -> None:
        game, user = second
        times.go(seconds=30)
        answer(game, asked(game)[0])
        for _tick in range(60):
            times.go(seconds=5)
            tell()
        (letter,) = letters(user)
        assert letter.subject.endswith("has started")
        assert "it is your turn" in letter.body
        assert "step by step" in letter.body or "You can answer from this e-mail" in letter.body

    def test_is_two_letters_where_the_turn_comes_later(
        self, second: tuple[int, User], times: Times
    ) -> None:
        game, user = second
        times.go(seconds=100)
        tell()
        times.go(seconds=1)
        answer(game, asked(game)[0])
        times.go(seconds=100)
        tell()
        assert [one.subject.split()[-1] for one in letters(user)] == ["started", "turn"]

    def test_is_told_of_the_turn_to_somebody_who_wants_to_hear_of_no_start(
        self, second: tuple[int, User], times: Times
    ) -> None:
        game, user = second
        wish(user, When.NEVER, "game_started")
        answer(game, asked(game)[0])
        times.go(seconds=200)
        tell()
        assert [one.subject.split()[-1] for one in letters(user)] == ["turn"]

    def test_is_one_letter_also_after_the_mail_server_was_away(
        self, second: tuple[int, User], times: Times, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, user = second
        answer(game, asked(game)[0])
        real: Callable[..., int] = EmailBackend.send_messages

        def away(self: EmailBackend, messages: Any) -> int:
            raise smtplib.SMTPServerDisconnected("away")

        monkeypatch.setattr(EmailBackend, "send_messages", away)
        times.go(seconds=200)
        tell()
        monkeypatch.setattr(EmailBackend, "send_messages", real)
        times.go(seconds=200)
        tell()
        assert len(letters(user)) == 1

    def test_is_one_line_under_the_bell_and_counts_no_more_than_the_game_that_waits(
        self, second: tuple[int, User], times: Times, client: Any
    ) -> None:
        game, user = second
        answer(game, asked(game)[0])
        times.go(seconds=200)
        tell()
        client.force_login(user)
        page = client.get("/notifications/").content.decode()
        news = page.split('<ul class="news"')[1].split("</ul>")[0]
        assert news.count("<li>") == 1
        counted = client.get("/notifications/count/").json()
        assert counted == {"waiting": 1, "unread": 0, "letters": 0}


class TestTheDailySummary:
    def test_lists_every_game_that_waits_with_the_time_left(
        self, times: Times, anna: User, ben: User
    ) -> None:
        """Also those of which it was told days ago."""
        wish(anna, When.DAILY, "your_turn", "game_started", "moderated", "reminder", "invited")
        clock = {"kind": "per_turn", "days": 9}
        old = [open_games.create(anna.pk, "imhotep", 2, clock=clock).game.pk for _game in range(3)]
        for game in old:
            open_games.join_game(game, ben.pk)
            if user_of(game, asked(game)[0]) != anna.pk:
                answer(game, asked(game)[0])
        for wait in (timedelta(minutes=2), timedelta(days=1)):
            times.now += wait
            tell()
        assert len(letters(anna)) == 1
        Notification.objects.filter(kind="reminder").delete()
        outbox.outbox.clear()
        Seat.objects.filter(user=anna, game=old[1]).update(deadline=times.now + timedelta(hours=40))
        Seat.objects.filter(user=anna, game=old[2]).update(to_move=False)
        open_games.create(ben.pk, "bali", 3, invite=["anna"])
        for wait in (timedelta(minutes=2), timedelta(days=1)):
            times.now += wait
            tell()
        (summary,) = letters(anna)
        assert summary.subject.endswith("2 turns, 1 urgent, 1 other notification")
        body = summary.body
        assert body.index(f"/games/{old[1]}/") < body.index(f"/games/{old[0]}/")
        assert f"/games/{old[2]}/" not in body
        for game in old[:2]:
            assert body.count(f"Imhotep {game} with ben (") == 1
        assert "ben invites you to Bali" in body

    def test_of_a_batch_lists_what_is_new(self, times: Times, anna: User, ben: User) -> None:
        wish(anna, When.BATCHED, "invited")
        begun("imhotep", [anna, ben])
        Seat.objects.filter(user=anna).update(to_move=True)
        Notification.objects.all().delete()
        for _game in range(2):
            open_games.create(ben.pk, "bali", 3, invite=["anna"])
        times.go(hours=1)
        tell()
        times.go(hours=1)
        tell()
        assert letters(anna)[-1].subject.endswith("2 notifications")
        assert Game.objects.filter(status=Game.Status.RUNNING).count() == 1
