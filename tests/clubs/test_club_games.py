"""Games of a club: only its members join and watch, and what they come to is counted for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from community.models import Club
from games.errors import Forbidden, Illegal, NotFound, Refused
from games.live import watching
from games.lobby import lists, open_games, rematch
from games.lobby.lists import Wish
from games.models import ClubEncounter, ClubTally, Game, Seat
from games.moves import actions
from games.statistics import progress
from games.statistics.results import RESULTS
from games.storage.position import load
from tests.clubs.founding import browser, page, press
from tests.games.playing import answer

FORM = {"players": "2", "bots": "0", "clock": "2", "visibility": "private", "policy": "bot"}


def open_one(maker: User, club: Club, players: int = 2) -> Game:
    return open_games.create(maker.pk, "lanterns", players, club=club.pk).game


def play(club: Club, winner: User, loser: User) -> Game:
    """A game of the club that one of the two has won."""
    game = open_one(winner, club)
    open_games.join_game(game.pk, loser.pk)
    for seat in range(2):
        answer(game.pk, seat)
    actions.resign(game.pk, loser.pk)
    return game


class TestWho:
    def test_members_see_and_join_it_and_nobody_else(
        self, club: Club, anna: User, ben: User, cleo: User, dora: User
    ) -> None:
        game = open_one(anna, club, 3)
        open_games.join_game(game.pk, ben.pk)
        for stranger in (dora.pk, None):
            with pytest.raises(NotFound):
                load(game.pk, stranger)
        assert load(game.pk, cleo.pk)
        for key in ("", game.key):
            with pytest.raises(NotFound):
                open_games.join_game(game.pk, dora.pk, key=key)
        assert browser(dora).get(f"/games/{game.pk}/").status_code == 404
        assert browser(cleo).get(f"/games/{game.pk}/").status_code == 200
        assert watching.watcher(game.pk, cleo) is not None
        assert watching.watcher(game.pk, dora) is None
        open_games.join_game(game.pk, cleo.pk)
        assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING

    def test_only_members_are_invited_by_name(
        self, club: Club, anna: User, ben: User, dora: User
    ) -> None:
        game = open_one(anna, club)
        with pytest.raises(Illegal, match="dora is not a member"):
            open_games.invite(game.pk, anna.pk, ["dora"])
        open_games.invite(game.pk, anna.pk, ["ben"])

    def test_only_members_open_one_and_none_in_a_closed_club(
        self, club: Club, anna: User, dora: User
    ) -> None:
        address = f"/games/types/lanterns/new/?club={club.pk}"
        assert browser(dora).get(address).status_code == 404
        assert browser(dora).post(address, FORM).status_code == 404
        assert browser(anna).get("/games/types/lanterns/new/?club=nonsense").status_code == 200
        assert "only club members can join" in page(anna, address)
        assert browser(anna).post(address, FORM).status_code == 303
        assert Game.objects.get().club_id == club.pk
        with pytest.raises(Forbidden):
            open_games.create(dora.pk, "lanterns", 2, club=club.pk)
        press(anna, club, "close", sure="1")
        with pytest.raises(Forbidden):
            open_one(anna, club)
        assert browser(anna).get(address).status_code == 404

    def test_one_person_does_not_fill_its_list(
        self, club: Club, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.lobby.limits.MOST_OPEN", 1)
        open_one(anna, club)
        with pytest.raises(Refused, match="waiting for players"):
            open_one(anna, club)

    def test_a_member_who_leaves_gives_up_seats_of_open_games_and_plays_on_in_others(
        self,
        club: Club,
        anna: User,
        ben: User,
        cleo: User,
        django_capture_on_commit_callbacks: Callable,
    ) -> None:
        waiting, running = open_one(anna, club, 3), open_one(anna, club)
        for game in (waiting, running):
            open_games.join_game(game.pk, cleo.pk)
        with django_capture_on_commit_callbacks(execute=True):
            press(cleo, club, "leave")
        assert not Seat.objects.filter(game=waiting, user=cleo).exists()
        assert Seat.objects.filter(game=running, user=cleo).exists()
        assert load(running.pk, cleo.pk), "who sits there still sees it"

    def test_playing_once_more_is_of_the_club_too(self, club: Club, anna: User, ben: User) -> None:
        game = play(club, anna, ben)
        rematch.agree(game.pk, anna.pk)
        rematch.agree(game.pk, ben.pk)
        again = Game.objects.exclude(pk=game.pk).get()
        assert again.club_id == club.pk


class TestLobby:
    def test_the_filter_shows_games_of_ones_clubs_and_the_lobby_none_of_them(
        self, club: Club, anna: User, cleo: User, dora: User
    ) -> None:
        game = open_one(anna, club)
        link = f'href="/games/{game.pk}/"'
        assert "Tuesday Table" in page(cleo, "/lobby/?order=near")
        assert link in page(cleo, f"/lobby/?club={club.pk}")
        assert link in page(cleo, f"/lobby/?club={club.pk}&order=soonest&players=2")
        assert link not in page(cleo, f"/lobby/?club={club.pk}&players=3")
        assert link not in page(cleo, "/lobby/?order=near")
        for address in (f"/lobby/?club={club.pk}", "/lobby/?club=nonsense"):
            seen = page(dora, address)
            assert link not in seen
            assert "Tuesday Table" not in seen
        assert browser(None).get(f"/lobby/?club={club.pk}").status_code == 200
        assert lists.waiting_for_players(Wish(club=club.pk), None)[:] == []

    def test_the_clubs_own_pages_list_them(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        waiting = open_one(anna, club)
        over = play(club, ben, cleo)
        seen = page(cleo, f"/clubs/{club.pk}/")
        assert f'href="/games/{waiting.pk}/"' in seen
        address = f"/clubs/{club.pk}/games/"
        assert f'href="/games/{waiting.pk}/"' in page(cleo, address)
        assert f'href="/games/{over.pk}/"' in page(cleo, f"{address}?show=finished")
        assert f'href="/games/{over.pk}/"' not in page(cleo, f"{address}?show=running")
        page(cleo, f"{address}?show=nonsense&page=nonsense")


class TestResults:
    def test_they_are_counted_once_and_anew_to_the_same_and_shown_among_members(
        self,
        club: Club,
        anna: User,
        ben: User,
        cleo: User,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(progress, "SETTLED", timedelta(0))
        play(club, anna, ben)
        play(club, anna, ben)
        elsewhere = open_games.create(anna.pk, "lanterns", 2).game
        open_games.join_game(elsewhere.pk, ben.pk)
        actions.resign(elsewhere.pk, anna.pk)
        counted = []
        for count in (RESULTS.tick, RESULTS.tick, lambda: RESULTS.anew("lanterns")):
            count()
            tallies = ClubTally.objects.values_list("user__username", "games", "wins")
            met = ClubEncounter.objects.values_list("user__username", "ahead", "behind")
            counted.append((set(tallies), set(met)))
        assert counted[0] == counted[1] == counted[2]
        assert counted[0] == (
            {(None, 2, 0), ("anna", 2, 2), ("ben", 2, 0)},
            {("anna", 2, 0), ("ben", 0, 2)},
        )
        seen = page(cleo, f"/clubs/{club.pk}/")
        assert "2 : 0" in seen
        assert "2 games finished" in seen
        press(anna, club, "remove", name="ben")
        assert "2 : 0" not in page(cleo, f"/clubs/{club.pk}/"), "only members are shown"

    def test_a_member_who_hides_results_is_not_among_them(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        from accounts.company import privacy

        for one, other, ahead in ((anna, ben, 2), (ben, anna, 0)):
            ClubTally.objects.create(club=club, user=one, type="lanterns", games=2, wins=ahead)
            ClubEncounter.objects.create(
                club=club, user=one, other=other, type="lanterns", games=2, ahead=ahead,
                behind=2 - ahead,
            )  # fmt: skip
        assert "2 : 0" in page(cleo, f"/clubs/{club.pk}/")
        privacy.hide(ben, ["results"])
        assert "2 : 0" not in page(cleo, f"/clubs/{club.pk}/")
