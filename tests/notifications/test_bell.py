"""The bell: what stands under it, what counts as read, and how an open page learns of it."""

import re
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Friend, User
from community.messages import sending
from games.live import chat, watching
from games.lobby import open_games
from games.models import ChatMessage, Seat
from games.notification_events import kinds, writing
from games.storage.position import Position
from notifications import bell, planning
from notifications.models import Notification
from tests.browser import DESK, PHONE, People, picture
from tests.games.times import Times


@pytest.fixture
def signed_in(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def moderate(user: User, text: str = "Be kind.") -> Notification:
    """One that stands under the bell."""
    writing.moderated([user.pk], None, text, timezone.now())
    planning.plan_due()
    found = Notification.objects.filter(user=user).order_by("id").last()
    assert found is not None
    return found


def unread(user_id: int | None) -> int:
    """How many have not been read, counted by the bell's number or not."""
    return bell.entries(user_id or 0).filter(read_at=None).count()


def count(client: Client) -> dict[str, int]:
    found: dict[str, int] = client.get("/notifications/count/").json()
    return found


def test_a_long_list_asks_no_more_than_a_short_one(
    client: Client, times: Times, anna: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    """The games of all, and their players, are read at once."""
    for _game in range(12):
        game = open_games.create(anna.pk, "imhotep", 2).game
        open_games.join_game(game.pk, ben.pk)
    times.go(seconds=91)
    planning.plan_due()
    assert unread(anna.pk) >= 12
    client.force_login(anna)
    with django_assert_max_num_queries(10):
        page = client.get("/notifications/").content.decode()
    assert len(set(re.findall(r"Imhotep \d+ with ben", page))) == 12


class TestWhatWasSaid:
    @pytest.fixture
    def talk(self, times: Times, duel: Position, anna: User, ben: User) -> list[int]:
        """The numbers of ten messages of which anna is told."""
        for number in range(10):
            chat.post(duel.game.pk, ben.pk, f"word {number}")
            times.go(seconds=91)
        planning.plan_due()
        return list(ChatMessage.objects.values_list("pk", flat=True))

    def test_is_asked_for_at_once(
        self, talk: list[int], signed_in: Client, django_assert_max_num_queries: Any
    ) -> None:
        with django_assert_max_num_queries(11):
            page = signed_in.get("/notifications/").content.decode()
        assert all(f"ben: word {number}" in page for number in range(len(talk)))

    def test_spoils_nothing_else_once_it_is_gone(self, talk: list[int], signed_in: Client) -> None:
        ChatMessage.objects.filter(pk=talk[3]).delete()
        page = signed_in.get("/notifications/").content.decode()
        assert page.count("cannot be shown at the moment") == 1
        assert page.count("ben: word ") == len(talk) - 1

    def test_is_shown_though_another_was_stored_wrongly(
        self, talk: list[int], signed_in: Client
    ) -> None:
        wrong = Notification.objects.filter(kind=kinds.Chat.kind).first()
        assert wrong is not None
        wrong.data = {}
        wrong.save()
        page = signed_in.get("/notifications/").content.decode()
        assert page.count("cannot be shown at the moment") == 1
        assert page.count("ben: word ") == len(talk) - 1


class TestWhatCounts:
    def test_nothing_before_it_is_due(self, times: Times, duel: Position, anna: User) -> None:
        planning.plan_due()
        assert unread(anna.pk) == 0
        times.go(seconds=91)
        planning.plan_due()
        assert unread(anna.pk) == 1

    def test_what_is_not_told_does_not_stand_there(
        self, times: Times, duel: Position, anna: User
    ) -> None:
        watching.seen(duel.game.pk, anna.pk, 1)
        times.go(seconds=91)
        planning.plan_due()
        assert not bell.entries(anna.pk).exists()

    def test_somebody_who_opens_the_game_has_read_of_it(
        self, times: Times, duel: Position, anna: User, ben: User
    ) -> None:
        times.go(seconds=91)
        planning.plan_due()
        moderate(anna)
        watching.seen(duel.game.pk, anna.pk, 1)
        assert unread(anna.pk) == 1  # of something else
        assert unread(ben.pk) == 1

    def test_a_reminder_to_come_is_not_read_by_that(
        self, times: Times, duel: Position, anna: User
    ) -> None:
        watching.seen(duel.game.pk, anna.pk, 1)
        reminder = Notification.objects.get(kind="reminder", user=anna)
        assert reminder.read_at is None

    def test_a_new_turn_takes_the_place_of_the_last_one(self, times: Times, duel: Position) -> None:
        """With the transaction in which it is told: nothing that comes after a commit runs here."""
        seat = self.asked(duel)
        for version in (1, 2):
            self.ask(seat, version, times)
            planning.plan_due()
            assert Notification.objects.filter(state="planned").count() == version
            assert unread(seat.user_id) == 1

    @pytest.mark.django_db(transaction=True)
    def test_somebody_who_reads_of_the_last_turn_holds_up_no_other(
        self, times: Times, duel: Position
    ) -> None:
        seat = self.asked(duel)
        self.ask(seat, 1, times)
        planning.plan_due()
        with psycopg.connect(settings.DATABASE_URL, dbname=connection.settings_dict["NAME"]) as one:
            one.execute("SELECT 1 FROM notifications_notification FOR UPDATE")
            self.ask(seat, 2, times)
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
            planning.plan_due()
        connection.close()  # with its setting
        assert Notification.objects.filter(state="planned").count() == 2

    @staticmethod
    def asked(duel: Position) -> Seat:
        Notification.objects.all().delete()
        return Seat.objects.filter(game=duel.game, to_move=True).select_related("user")[0]

    @staticmethod
    def ask(seat: Seat, version: int, times: Times) -> None:
        assert seat.user is not None
        Seat.objects.filter(pk=seat.pk).update(asked_version=version)
        Notification.objects.create(
            key=f"turn {version}",
            kind="your_turn",
            user=seat.user,
            game=seat.game,
            data={"seat": seat.index, "version": version},
            due_at=times.now,
        )


class TestPages:
    def test_the_list_leads_to_what_it_is_about(
        self, signed_in: Client, times: Times, duel: Position
    ) -> None:
        times.go(seconds=91)
        planning.plan_due()
        page = signed_in.get("/notifications/").content.decode()
        entry = bell.entries(signed_in.get("/").wsgi_request.user.pk or 0).get()
        assert f"/notifications/{entry.pk}/" in page
        assert page.count("is-unread") == 1
        answered = signed_in.get(f"/notifications/{entry.pk}/")
        assert answered.headers["Location"] == f"/games/{duel.game.pk}/"
        assert count(signed_in) == {"waiting": 1, "unread": 0, "letters": 0}
        assert "is-unread" not in signed_in.get("/notifications/").content.decode()

    def test_all_as_read(self, signed_in: Client, anna: User) -> None:
        for text in ("One", "Two"):
            moderate(anna, text)
        assert count(signed_in) == {"waiting": 0, "unread": 2, "letters": 0}
        assert signed_in.get("/notifications/read/").status_code == 405
        signed_in.post("/notifications/read/")
        assert count(signed_in) == {"waiting": 0, "unread": 0, "letters": 0}

    def test_pages_of_many(self, signed_in: Client, anna: User) -> None:
        for n in range(31):
            writing.moderated([anna.pk], None, str(n), timezone.now() - timedelta(seconds=n))
        planning.plan_due()
        assert "page=2" in signed_in.get("/notifications/").content.decode()
        assert signed_in.get("/notifications/?page=nonsense").status_code == 200

    def test_nothing_yet(self, signed_in: Client) -> None:
        assert "Nothing new" in signed_in.get("/notifications/").content.decode()

    def test_others_news_are_not_mine(self, signed_in: Client, ben: User) -> None:
        theirs = moderate(ben)
        assert signed_in.get(f"/notifications/{theirs.pk}/").status_code == 404
        signed_in.post("/notifications/read/")
        theirs.refresh_from_db()
        assert theirs.read_at is None

    def test_somebody_who_is_not_signed_in(self, client: Client, db: None) -> None:
        assert count(client) == {"waiting": 0, "unread": 0, "letters": 0}
        for path in ("/notifications/", "/notifications/1/"):
            assert client.get(path).status_code == 302
        assert "data-bell" not in client.get("/").content.decode()


def open_page(people: People, user: User, path: str, **how: object) -> Page:
    page = people.page(**how)  # type: ignore[arg-type]
    people.sign_in(page, user)
    page.goto(path)
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestInTheBrowser:
    def test_an_open_page_counts_by_itself(self, people: People, anna: User, ben: User) -> None:
        page = open_page(people, anna, "/lobby/")
        badge, icon = page.locator("[data-bell] .count"), page.locator("link[rel=icon]")
        expect(badge).to_be_hidden()
        expect(icon).to_have_attribute("href", re.compile("favicon.svg"))
        page.wait_for_timeout(1000)  # most likely its socket is open
        moderate(anna)
        expect(badge).to_have_text(re.compile("^1"))
        expect(icon).to_have_attribute("href", re.compile("favicon-news.svg"))
        game = open_games.create(ben.pk, "imhotep", 2).game
        open_games.join_game(game.pk, anna.pk)
        open_games.join_game(open_games.create(ben.pk, "bali", 2).game.pk, anna.pk)
        waiting = anna.seats.filter(to_move=True).count()
        expect(page).to_have_title(re.compile(rf"^\({waiting}\) " if waiting else "^[^(]"))
        page.goto("/notifications/")
        page.get_by_role("link", name=re.compile("moderator")).click()
        expect(badge).to_be_hidden()

    def test_a_private_message_has_a_mark_in_the_bar_of_a_phone(
        self, people: People, anna: User, ben: User
    ) -> None:
        Friend.objects.create(user=anna, friend=ben)
        Friend.objects.create(user=ben, friend=anna)
        page = open_page(people, anna, "/lobby/", size=PHONE)
        mark = page.get_by_role("navigation").locator(".count-letters")
        expect(mark).to_be_hidden()
        sending.send_message(ben, anna, "Hello")
        expect(mark).to_be_visible()
        expect(mark).to_have_text("1 conversation has new messages")
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        expect(mark).to_be_hidden()
        expect(page.locator("[data-letters] .count")).to_be_visible()

    def test_at_the_table_chat_is_read(self, people: People, anna: User, ben: User) -> None:
        game = open_games.join_game(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk).game
        page = open_page(people, ben, f"/games/{game.pk}/")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        news_of_chat = Notification.objects.filter(kind="chat", user=ben)
        from games.live import chat

        chat.post(game.pk, anna.pk, "Hello")
        for _time in range(50):
            if news_of_chat.filter(read_at__isnull=False).exists():
                break
            page.wait_for_timeout(100)
        assert news_of_chat.get().read_at is not None

    @pytest.mark.parametrize("size", [PHONE, DESK])
    def test_how_it_looks(
        self, people: People, anna: User, ben: User, size: tuple[int, int]
    ) -> None:
        for text in ("Please be kind to each other.", "Thank you."):
            moderate(anna, text)
        bell.mark_read(anna.pk, Notification.objects.earliest("id").pk)
        open_games.join_game(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk)
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()
        for dark in (False, True):
            name = f"{size[0]}{'-dark' if dark else ''}"
            page = open_page(people, anna, "/notifications/", size=size, dark=dark)
            picture(page, f"news-{name}")
            page.goto("/notifications/settings/")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0]
            picture(page, f"news-settings-{name}")


def test_a_moment_of_the_list_has_no_more_digits_than_html_takes(
    signed_in: Client, anna: User
) -> None:
    Notification.objects.filter(pk=moderate(anna).pk).update(
        due_at=timezone.now().replace(microsecond=123456)
    )
    moments = re.findall(
        r'<time datetime="([^"]+)"', signed_in.get("/notifications/").content.decode()
    )
    assert moments
    assert not [moment for moment in moments if re.search(r"\.\d{4,}", moment)]
