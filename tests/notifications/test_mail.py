"""E-mails as they are sent: words in both languages, headers, links that work."""

import re
from email.header import decode_header, make_header
from email.message import Message
from typing import Any

from django.core import mail as outbox

from accounts.models import User
from games.absence import deadlines
from games.lobby import open_games
from games.models import Game, Seat
from games.storage.position import Position
from notifications.models import Delivery, Notification
from tests.games.playing import answer, to_the_end
from tests.games.times import Times
from tests.notifications.telling import tell


def sent_to(user: User, kind: str) -> Message:
    """The mail of this kind to this person, as it goes over the wire."""
    Notification.objects.exclude(kind=kind, user=user).delete()
    outbox.outbox.clear()
    tell()
    (mail,) = outbox.outbox
    return mail.message()


def parts(mail: Message) -> tuple[str, str]:
    """The text and the HTML of a mail."""
    payload: Any = mail.get_payload()
    text, html = payload
    assert text.get_content_type() == "text/plain"
    assert html.get_content_type() == "text/html"
    return text.get_payload(decode=True).decode(), html.get_payload(decode=True).decode()


def subject(mail: Message) -> str:
    return str(make_header(decode_header(mail["Subject"])))


def your_turn(duel: Position, user: User, times: Times) -> Message:
    seat = Seat.objects.get(game=duel.game, user=user)
    Notification.objects.create(
        key="test",
        kind="your_turn",
        user=user,
        game=duel.game,
        data={"seat": seat.index, "version": seat.asked_version},
        due_at=times.now,
    )
    return sent_to(user, "your_turn")


class TestYourTurn:
    def test_in_english(self, times: Times, duel: Position, anna: User) -> None:
        mail = your_turn(duel, anna, times)
        text, html = parts(mail)
        assert subject(mail) == f"Lanterns {duel.game.pk} with ben: your turn"
        for body in (text, html):
            assert "It is your turn" in body
            assert "You have time until Nov. 24, 2026, 12:00 UTC." in body
            assert f"http://127.0.0.1:8000/mail/to/games/{duel.game.pk}/" in body
        assert '<html lang="en">' in html

    def test_in_german_and_the_readers_time_zone(
        self, times: Times, duel: Position, ben: User
    ) -> None:
        mail = your_turn(duel, ben, times)
        text, html = parts(mail)
        assert subject(mail) == f"Lanterns {duel.game.pk} mit anna: Du bist am Zug"
        for body in (text, html):
            assert "Du bist am Zug" in body
            assert "Du hast Zeit bis 24. November 2026 13:00 CET." in body
        assert '<html lang="de">' in html

    def test_its_headers(self, times: Times, duel: Position, anna: User) -> None:
        mail = your_turn(duel, anna, times)
        delivery = Delivery.objects.get()
        thread = f"<game-{duel.game.pk}@127.0.0.1>"
        name = rf"<delivery-{delivery.pk}-[0-9a-f]{{16}}@127\.0\.0\.1>"
        assert re.fullmatch(name, mail["Message-ID"])
        assert mail["List-Id"] == "<your-turn.127.0.0.1>"
        assert (mail["In-Reply-To"], mail["References"]) == (thread, thread)
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert re.fullmatch(
            r"<http://127\.0\.0\.1:8000/mail/stop/[^/>]+/>", mail["List-Unsubscribe"]
        )
        assert mail["To"] == "anna@example.org"


class TestOthers:
    def test_started(self, times: Times, duel: Position, anna: User, ben: User) -> None:
        times.go(seconds=91)
        mail = sent_to(ben, "game_started")
        assert subject(mail) == f"Lanterns {duel.game.pk} mit anna hat begonnen"
        text, _html = parts(mail)
        assert "Alle Plätze sind besetzt, und du bist am Zug." in text
        assert "Zeit: 3 Tage je Zug." in text

    def test_reminder(self, times: Times, duel: Position, ben: User) -> None:
        times.go(days=2, hours=7)
        mail = sent_to(ben, "reminder")
        assert subject(mail) == f"Lanterns {duel.game.pk} mit anna: Deine Zeit wird knapp"
        assert "Danach spielt ein Bot für dich weiter" in parts(mail)[0]

    def test_timed_out(self, times: Times, duel: Position, anna: User) -> None:
        answer(duel.game.pk, next(s.index for s in duel.seats if s.user_id != anna.pk))
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        mail = sent_to(anna, "timed_out")
        assert subject(mail) == f"Lanterns {duel.game.pk} with ben: your time ran out"
        assert "The seat is still yours" in parts(mail)[0]

    def test_invited(self, times: Times, anna: User, ben: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 3, invite=["ben"]).game
        mail = sent_to(ben, "invited")
        assert subject(mail) == f"anna lädt dich zu Lanterns {game.pk} ein"
        assert "Es ist eine Partie für 3 Personen." in parts(mail)[0]

    def test_over_with_the_result(
        self, times: Times, duel: Position, anna: User, ben: User
    ) -> None:
        game = to_the_end(duel.game.pk)
        times.go(seconds=91)
        assert game.result is not None
        winner = Seat.objects.filter(rank=1)[0]
        user = anna if winner.user_id == anna.pk else ben
        text, html = parts(sent_to(user, "game_over"))
        assert ("You have won!" if user == anna else "Du hast gewonnen!") in text
        assert f"1. {user.username}: {winner.score}" in text
        assert f"<td>{user.username}</td>" in html

    def test_names_are_escaped_in_html_alone(
        self, times: Times, duel: Position, anna: User, ben: User
    ) -> None:
        User.objects.filter(pk=ben.pk).update(username="<b>&")
        mail = your_turn(duel, anna, times)
        assert subject(mail) == f"Lanterns {duel.game.pk} with <b>&: your turn"
        to_the_end(duel.game.pk)
        times.go(days=1)
        text, html = parts(sent_to(anna, "game_over"))
        assert "<b>&:" in text
        assert "&lt;b&gt;&amp;" in html

    def test_a_line_break_in_a_name_breaks_no_header(
        self, times: Times, duel: Position, anna: User, ben: User
    ) -> None:
        User.objects.filter(pk=ben.pk).update(username="ben\nBcc: x@example.org")
        mail = your_turn(duel, anna, times)
        assert mail["Bcc"] is None
        assert Game.objects.count() == 1
