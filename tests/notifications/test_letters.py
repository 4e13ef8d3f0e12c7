"""What stands in e-mails: the board, what has happened, quick answers, digests."""

import random
from datetime import timedelta
from functools import lru_cache

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext
from structlog.testing import capture_logs

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.drawing import raster
from games.lobby import open_games
from games.messages import letters
from games.models import Game, Move, Seat
from games.pages.table import picture
from games.pages.table.reader import Reader
from games.storage.position import Position, load
from notifications import mail
from notifications.content import Letter
from notifications.kinds import kind_of
from notifications.models import Channel, Delivery, Notification, Rhythm
from tests.games.playing import answer, asked, to_the_end
from tests.games.times import Times
from tests.notifications.test_mail_looks import begun, delivery, played, received, to_few


@pytest.fixture
def game(times: Times, anna: User, ben: User) -> int:
    return begun("imhotep", [anna, ben])


def letter_of(user: User, notification: Notification) -> Letter:
    return kind_of(notification).letter(user, notification)


def body(message: object, kind: str) -> str:
    part = message.get_body((kind,))  # type: ignore[attr-defined]
    return str(part.get_content())


class TestTheBoard:
    def test_lies_inside_the_mail(self, game: int) -> None:
        user = played(game, random.Random(1), 5)
        message = received(user, [delivery(user, "your_turn", game)])
        assert message.get_content_type() == "multipart/related"
        both, image = message.iter_parts()
        assert both.get_content_type() == "multipart/alternative"
        assert message.get_param("type") == "multipart/alternative"  # as RFC 2387 wants it
        assert [part.get_content_type() for part in both.iter_parts()] == [
            "text/plain",
            "text/html",
        ]
        assert image.get_content_type() == "image/png"
        assert image.get_content_disposition() == "inline"
        name = image["Content-ID"].strip("<>")
        assert f'src="cid:{name}"' in body(message, "html")
        assert len(image.get_payload(decode=True)) <= picture.LIMIT

    def test_says_the_essentials_to_somebody_who_does_not_see_it(
        self, game: int, anna: User
    ) -> None:
        message = received(anna, [delivery(anna, "game_started", game)])
        told = "The board of Imhotep: "
        assert f">{told}" in body(message, "html"), "in words below it"
        assert told in body(message, "plain")

    def test_is_missing_where_a_game_type_draws_none(self, duel: Position, anna: User) -> None:
        message = received(anna, [delivery(anna, "game_started", duel.game.pk)])
        assert message.get_content_type() == "multipart/alternative"

    def test_is_drawn_once_for_all_who_see_the_same(
        self, game: int, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        drawn: list[str] = []
        draw = raster.png.__wrapped__

        def noted(svg: str, width: int) -> bytes:
            drawn.append(svg)
            return draw(svg, width)

        monkeypatch.setattr(picture, "png", lru_cache(raster.KEPT)(noted))
        readers = [None, anna.pk, None, anna.pk]  # whose own things are marked
        pictures = [picture.draw(Reader(load(game, reader), reader)) for reader in readers]
        assert pictures[:2] == pictures[2:]
        assert len(drawn) == 2
        assert not any(said in drawn[1] for said in ("aria-", "data-", "role=", "<title>"))
        with translation.override("de"):
            german = picture.draw(Reader(load(game, anna.pk), anna.pk))
        assert german not in pictures
        assert len(drawn) == 3

    def test_that_cannot_be_drawn_stops_no_mail(
        self, game: int, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(svg: str, width: int) -> bytes:
            raise ValueError("no SVG")

        monkeypatch.setattr(picture, "png", fails)
        with capture_logs() as logged:
            message = received(anna, [delivery(anna, "game_started", game)])
        assert message.get_content_type() == "multipart/alternative"
        assert "The game has started" in body(message, "plain")
        assert [entry["event"] for entry in logged] == ["slip in a game package"]

    def test_is_of_no_use_for_other_news(self, times: Times, game: int, anna: User) -> None:
        letter = letter_of(anna, delivery(anna, "cancelled", game).notification)
        assert letter.picture is None


class TestWhatHappened:
    def test_since_ones_own_last_move(self, game: int, anna: User) -> None:
        rng = random.Random(2)
        while (user := played(game, rng, 1)) != anna:
            pass
        answer(game, asked(game)[0], rng.choice)
        while asked(game) and played(game, rng, 0) != anna:
            answer(game, asked(game)[0], rng.choice)
        letter = letter_of(user, delivery(user, "your_turn", game).notification)
        assert letter.since
        texts = [line.text for line in letter.since]
        assert any(text.startswith("ben ") for text in texts)
        message = received(user, [delivery(user, "your_turn", game)])
        for text in texts:
            assert text in body(message, "plain")

    def test_no_more_lines_than_one_reads(
        self, game: int, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        to_the_end(game, random.Random(3))
        last = Move.objects.filter(game=game).order_by("-version")[0]
        user = anna if last.user_id == ben.pk else ben
        fact = delivery(user, "game_over", game)
        all_lines = letter_of(user, fact.notification).since
        assert 2 < len(all_lines) <= letters.LINES
        monkeypatch.setattr(letters, "LINES", 2)
        letter = letter_of(user, fact.notification)
        assert letter.since == all_lines[-2:]
        assert letter.earlier == len(all_lines) - 2
        with reading_as(user):
            left_out = ngettext(
                "One earlier event is not shown here.",
                "%(count)s earlier events are not shown here.",
                letter.earlier,
            )
        assert left_out % {"count": letter.earlier} in body(received(user, [fact]), "plain")

    def test_nothing_at_the_start(self, game: int, anna: User) -> None:
        fact = delivery(anna, "game_started", game)
        assert "Since your last move" not in body(received(anna, [fact]), "html")


class TestQuickAnswers:
    def test_each_with_a_link(self, times: Times, anna: User, ben: User) -> None:
        game = begun("bali", [anna, ben])
        user = to_few(game, random.Random(4))
        message = received(user, [delivery(user, "your_turn", game)])
        letter = letter_of(user, delivery(user, "your_turn", game).notification)
        assert 1 < len(letter.answers) <= 4
        for kind in ("plain", "html"):
            assert body(message, kind).count("http://127.0.0.1:8000/mail/choose/") == len(
                letter.answers
            )

    def test_not_for_somebody_who_does_not_want_them(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game = begun("bali", [anna, ben])
        user = to_few(game, random.Random(4))
        Rhythm.objects.create(user=user, quick_answers=False)
        message = received(user, [delivery(user, "your_turn", game)])
        assert "/mail/choose/" not in body(message, "html")

    def test_not_for_many(self, game: int) -> None:
        user = played(game, random.Random(1), 0)
        message = received(user, [delivery(user, "game_started", game)])
        assert "/mail/choose/" not in body(message, "html")


class TestDigests:
    def test_by_time_left_and_by_kind(self, times: Times, anna: User, ben: User) -> None:
        later = open_games.create(
            anna.pk, "imhotep", 2, clock={"kind": "per_turn", "days": 9}
        ).game.pk
        soon = open_games.create(anna.pk, "bali", 2, clock={"kind": "per_turn", "days": 2}).game.pk
        never = open_games.create(anna.pk, "imhotep", 2, clock={"kind": "none"}).game.pk
        for game in (later, soon, never):
            open_games.join_game(game, ben.pk)
        Seat.objects.filter(user=anna).update(to_move=True)
        Seat.objects.filter(user=anna, game=soon).update(deadline=times.now + timedelta(hours=3))
        Seat.objects.filter(user=anna, game=later).update(deadline=times.now + timedelta(days=8))
        Seat.objects.filter(user=anna, game=never).update(deadline=None)
        invited = open_games.create(ben.pk, "bali", 3, invite=["anna"]).game.pk
        message = received(
            anna,
            [
                delivery(anna, "invited", invited, "daily", by=ben.pk),
                delivery(anna, "game_started", never, "daily"),
                delivery(anna, "your_turn", later, "daily"),
                delivery(anna, "your_turn", soon, "daily"),
                delivery(anna, "reminder", soon, "daily"),
            ],
        )
        assert message["Subject"].endswith(": 3 turns, 1 urgent, 1 other notification")
        for kind in ("plain", "html"):
            text = body(message, kind)
            places = [text.index(f"/games/{game}/") for game in (soon, later, never, invited)]
            assert places == sorted(places)
            for game in (soon, later, never, invited):
                assert text.count(f"/games/{game}/") == 1
        assert f"Bali {soon} with ben (3 hr!)" in body(message, "plain")
        assert f"Imhotep {later} with ben (8 days)" in body(message, "plain")
        assert f"ben invites you to Bali {invited}" in body(message, "plain")

    def test_news_alone(self, times: Times, anna: User, ben: User) -> None:
        games = [
            open_games.create(ben.pk, "bali", 3, invite=["anna"]).game.pk for _game in range(2)
        ]
        message = received(
            anna, [delivery(anna, "invited", game, "batched", by=ben.pk) for game in games]
        )
        assert message["Subject"].endswith(": 2 notifications")

    def test_of_one_thing_is_a_letter(self, game: int, anna: User) -> None:
        message = received(anna, [delivery(anna, "game_started", game, "daily")])
        assert message["Subject"] == f"Imhotep {game} with ben has started"

    def test_in_german(self, game: int, ben: User, anna: User) -> None:
        Seat.objects.filter(user=ben).update(to_move=True)
        deliveries = [
            delivery(ben, "your_turn", game, "daily"),
            delivery(ben, "joined", game, "daily", by=anna.pk),
        ]
        message = received(ben, deliveries)
        assert message["Subject"].endswith(": 1 Zug, 1 andere Neuigkeit")
        assert f"anna spielt bei Imhotep {game} mit" in body(message, "plain")


class TestWhoCannotBeReached:
    def settled(self, user: User, state: str, times: Times) -> None:
        row = delivery(user, "moderated", Game.objects.get().pk, text="x")
        Delivery.objects.filter(pk=row.pk).update(
            state=state, done_at=times.go(minutes=1), reason="550 nobody here"
        )

    def test_is_known_by_the_last_mail(self, times: Times, game: int, anna: User) -> None:
        assert mail.unreachable(anna) is None
        self.settled(anna, Delivery.State.FAILED, times)
        found = mail.unreachable(anna)
        assert found is not None
        assert found.reason == "550 nobody here"
        self.settled(anna, Delivery.State.SKIPPED, times)
        assert mail.unreachable(anna) is not None
        self.settled(anna, Delivery.State.SENT, times)
        assert mail.unreachable(anna) is None

    def test_by_mail_alone(self, times: Times, game: int, anna: User) -> None:
        self.settled(anna, Delivery.State.FAILED, times)
        Delivery.objects.update(channel=Channel.PUSH)
        assert mail.unreachable(anna) is None

    def test_and_told_on_the_page_of_settings(
        self, times: Times, game: int, anna: User, client: Client
    ) -> None:
        client.force_login(anna)
        assert "550 nobody here" not in client.get("/notifications/settings/").content.decode()
        self.settled(anna, Delivery.State.FAILED, times)
        page = client.get("/notifications/settings/").content.decode()
        assert "550 nobody here" in page
        assert "/accounts/email/" in page
