"""Votes, pauses and seats on offer, as the pages show them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.absence import deadlines
from games.lobby import open_games
from games.models import Game, Incident, Seat, Vote
from games.moves import pausing, played
from games.storage import position
from games.storage.position import Position
from games.votes import voting

Browser = Callable[[User | None], Client]


def shown(browser: Client, game: Game) -> str:
    return browser.get(path(game)).content.decode()


def path(game: Game, action: str = "") -> str:
    return f"/games/{game.pk}/{action}"


@pytest.fixture
def offered(started: Position, anna: User, ben: User) -> Game:
    """A game in which the seat to move is on offer."""
    clock = {"kind": "per_turn", "days": 1, "policy": "replacement", "vacation": False}
    Game.objects.update(clock=clock)
    Seat.objects.filter(deadline__isnull=False).update(deadline=timezone.now())
    assert deadlines.act_on_overdue_seats() == 1
    return Game.objects.get()


class TestVoting:
    def test_asking_answering_and_what_comes_of_it(
        self, as_: Browser, started: Position, anna: User, ben: User, cleo: User
    ) -> None:
        game = started.game
        assert as_(anna).post(path(game, "votes/"), {"kind": "pause"}).status_code == 303
        vote = Vote.objects.get()
        page = shown(as_(ben), game)
        assert "anna suggests pausing the game" in page
        assert f'action="{path(game, f"votes/{vote.pk}/")}"' in page
        assert "has not voted yet" in page
        watching = shown(as_(cleo), game)
        assert "anna suggests" in watching
        assert f"votes/{vote.pk}/" not in watching
        assert as_(ben).post(path(game, f"votes/{vote.pk}/"), {"choice": "yes"}).status_code == 303
        page = shown(as_(ben), game)
        assert "The game is paused, as its players agreed" in page
        assert "The game resumes automatically on" in page

    def test_the_menu_offers_what_can_be_asked(
        self, as_: Browser, started: Position, anna: User, cleo: User
    ) -> None:
        page = shown(as_(anna), started.game)
        for words in ("Suggest a pause", "Offer a draw", "Suggest cancelling the game", "Resign"):
            assert words in page
        assert "Suggest resuming the game" not in page
        assert "Suggest a pause" not in shown(as_(cleo), started.game)

    def test_a_draw_is_shown_as_the_result(
        self,
        as_: Browser,
        started: Position,
        anna: User,
        ben: User,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(played, "was_played", lambda game: True)
        as_(anna).post(path(started.game, "votes/"), {"kind": "draw"})
        vote = Vote.objects.get()
        as_(ben).post(path(started.game, f"votes/{vote.pk}/"), {"choice": "yes"})
        page = shown(as_(ben), started.game)
        assert "share the victory" in page
        assert "The players agree on a draw" in page

    def test_a_cancelled_game_says_so(
        self, as_: Browser, started: Position, anna: User, ben: User
    ) -> None:
        game = started.game
        voting.call(game.pk, anna.pk, "cancel")
        voting.cast_vote(game.pk, ben.pk, Vote.objects.get().pk, "yes")
        for person in (anna, ben, None):
            page = shown(as_(person), game)
            assert "This game was cancelled" in page
            assert "The game is cancelled, as its players agreed" in page
            assert "votes/" not in page
            assert "data-choices" not in page

    def test_the_wrong_ones_and_nonsense_change_nothing(
        self, as_: Browser, started: Position, anna: User, ben: User, cleo: User
    ) -> None:
        game = started.game
        url = path(game, "votes/")
        assert as_(None).post(url, {"kind": "pause"}).status_code == 302
        assert as_(cleo).post(url, {"kind": "pause"}).status_code == 403
        for data in ({}, {"kind": "war"}, {"kind": "pause", "seat": "1"}, {"kind": "absent"}):
            assert as_(anna).post(url, data).status_code == 422
        for seat in ("99", "-1", "x", "9" * 40):
            answer = as_(anna).post(url, {"kind": "absent", "seat": seat})
            assert answer.status_code == 409
        assert as_(anna).get(url).status_code == 405
        voting.call(game.pk, anna.pk, "pause")
        vote_url = path(game, f"votes/{Vote.objects.get().pk}/")
        assert as_(None).post(vote_url, {"choice": "yes"}).status_code == 302
        assert as_(cleo).post(vote_url, {"choice": "yes"}).status_code == 403
        for choice in ("", "maybe", "wait"):
            assert as_(ben).post(vote_url, {"choice": choice}).status_code == 422
        assert as_(ben).post(path(game, f"votes/{10**30}/"), {"choice": "yes"}).status_code == 409
        assert as_(ben).post(path(game, "votes/0/"), {"choice": "yes"}).status_code == 409
        assert not Game.objects.get().paused_at

    def test_the_page_of_another_is_told_that_there_is_news(
        self, as_: Browser, started: Position, anna: User, ben: User
    ) -> None:
        """The stamp changes with a vote, with a ballot, and with a pause."""
        game = started.game
        url = path(game, "news/")

        def stamp() -> str:
            return str(as_(None).get(url).json()["stamp"])

        stamps = [stamp()]
        voting.call(game.pk, anna.pk, "cancel")
        stamps.append(stamp())
        voting.cast_vote(game.pk, ben.pk, Vote.objects.get().pk, "no")
        stamps.append(stamp())
        with position.locked(game.pk) as here:
            pausing.pause_game(here, timezone.now(), by="vote")
        stamps.append(stamp())
        assert len(set(stamps)) == len(stamps)
        assert as_(None).get(url, {"stamp": stamps[-1]}).status_code == 204


class TestSeatsOnOffer:
    def test_the_lobby_lists_them_with_the_points(
        self, as_: Browser, offered: Game, cleo: User
    ) -> None:
        page = as_(cleo).get("/lobby/?show=offered").content.decode()
        assert "needs a player" in page
        assert f'action="{path(offered, "replace/")}"' in page
        assert "Seats that need a player" in as_(None).get("/lobby/").content.decode()

    def test_whoever_takes_one_plays(self, as_: Browser, offered: Game, cleo: User) -> None:
        assert "Take over the seat" in shown(as_(cleo), offered)
        assert as_(cleo).post(path(offered, "replace/")).status_code == 303
        page = shown(as_(cleo), offered)
        assert "cleo takes over this seat" in page
        assert "Take over the seat" not in page
        assert "data-choices" in page

    def test_those_at_the_table_are_not_offered_it(
        self, as_: Browser, offered: Game, anna: User, ben: User
    ) -> None:
        for person in (anna, ben):
            page = shown(as_(person), offered)
            assert "has vanished" in page
            assert "Take over the seat" not in page
            assert as_(person).post(path(offered, "replace/")).status_code == 409

    def test_strangers_are_led_to_an_account(self, as_: Browser, offered: Game) -> None:
        assert "Take over the seat" in shown(as_(None), offered)
        assert as_(None).post(path(offered, "replace/")).status_code == 302

    def test_no_seat_no_list(self, as_: Browser, started: Position, cleo: User) -> None:
        assert (
            "No seat needs a replacement player"
            in as_(cleo).get("/lobby/?show=offered").content.decode()
        )
        assert as_(cleo).post(path(started.game, "replace/")).status_code == 409


def test_the_log_tells_incidents_in_words(as_: Browser, started: Position, anna: User) -> None:
    voting.call(started.game.pk, anna.pk, "pause")
    log = as_(None).get(path(started.game, "log/")).content.decode()
    assert "anna suggests pausing the game" in log
    assert Incident.objects.count() == 1


def test_somebody_who_stalls_a_game_without_a_clock_can_be_voted_on(
    as_: Browser, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, clock={"kind": "none"}).game
    open_games.join_game(game.pk, ben.pk)
    mover = Seat.objects.get(to_move=True)
    other = anna if mover.user == ben else ben
    assert "Decide about" not in shown(as_(other), game)
    Seat.objects.filter(pk=mover.pk).update(waiting_since=timezone.now() - timedelta(days=14))
    assert f"Decide about {mover.user}&#39;s seat" in shown(as_(other), game)
    as_(other).post(path(game, "votes/"), {"kind": "absent", "seat": mover.index})
    vote = Vote.objects.get()
    assert "A bot plays on" in shown(as_(other), game)
    as_(other).post(path(game, f"votes/{vote.pk}/"), {"choice": "forfeit"})
    assert Game.objects.get().status == "finished"
