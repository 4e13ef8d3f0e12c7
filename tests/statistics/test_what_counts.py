"""A game counts where everybody who began it has played; departures count once."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import close_account
from games.absence import deadlines, departures, policies
from games.bots import record
from games.lobby import game_lengths, open_games
from games.models import Encounter, Game, Milestone, Move, RatingChange, Tally, Tenure
from games.moves.played import OWN_TURN
from games.ratings import corrections
from games.ratings.counting import RATINGS
from games.rules import registry
from games.statistics import records
from games.storage.position import locked
from games.tasks import count_milestones, count_ratings, count_results
from games.tournaments.running import fairness
from tests.games.playing import answer, asked, seat_of, to_the_end
from tests.games.tables import let_bots_move
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person
from tests.statistics.played import over

Browser = Callable[[User | None], Client]


def begun(people: list[User], type_: str = "lanterns", **how: Any) -> int:
    """A rated game of these people."""
    game = open_games.create(people[0].pk, type_, len(people), rated=True, **how).game
    for user in people[1:]:
        open_games.join_game(game.pk, user.pk)
    return game.pk


def resign(as_: Browser, user: User, game_id: int) -> None:
    assert as_(user).post(f"/games/{game_id}/resign/").status_code == 303


def count() -> None:
    """Let the ticks count all that is over by now."""
    Game.objects.filter(finished_at__isnull=False).update(
        finished_at=timezone.now() - timedelta(minutes=5)
    )
    count_ratings()
    count_results()
    count_milestones()


def counted() -> dict[str, int]:
    """How many rows of each kind there are."""
    kinds = {"ratings": RatingChange, "met": Encounter, "milestones": Milestone, "tallies": Tally}
    return {name: kind._default_manager.count() for name, kind in kinds.items()}


NOTHING = {"ratings": 0, "met": 0, "milestones": 0, "tallies": 0}


@pytest.fixture
def needs(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """So many turns of each make a game of Lanterns count."""
    return lambda turns: monkeypatch.setattr(registry.get("lanterns"), "counts_after", turns)


def page(client: Client, game_id: int) -> str:
    return " ".join(client.get(f"/games/{game_id}/").content.decode().split())


class TestAGameThatNobodyPlayed:
    @pytest.mark.slow
    def test_eleven_that_were_resigned_at_once_count_nowhere(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        for _game in range(11):
            resign(as_, ben, begun([anna, ben]))
        count()
        assert counted() == NOTHING

    def test_its_end_says_that_it_counts_nowhere(
        self, as_: Browser, anna: User, ben: User, needs: Callable[[int], None]
    ) -> None:
        needs(2)
        game_id = begun([anna, ben])
        resign(as_, ben, game_id)
        said = (
            "This game does not count. A game counts once everyone who began it has ended 2 turns."
        )
        assert said in page(as_(anna), game_id)
        assert "Your rating is updated" not in page(as_(anna), game_id)

    def test_it_counts_once_all_who_began_have_ended_as_many_turns_as_it_asks(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        for turns in (1, 2):
            game_id = begun([anna, ben], "imhotep")
            for _turn in range(2 * turns):
                seats = asked(game_id)
                while asked(game_id) == seats:
                    answer(game_id, seats[0])
            resign(as_, ben, game_id)
            count()
            assert (counted() == NOTHING) == (turns == 1)
        assert "This game does not count" not in page(as_(anna), game_id)

    def test_turns_that_only_one_of_them_has_ended_are_not_enough(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        game_id = begun([anna, ben])
        seat = next(index for index in (0, 1) if seat_of(game_id, index).user_id == anna.pk)
        answer(game_id, seat)
        resign(as_, ben, game_id)
        count()
        assert counted() == NOTHING

    def test_an_agreed_draw_before_anybody_has_moved_counts_nowhere(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        game_id = begun([anna, ben])
        as_(anna).post(f"/games/{game_id}/votes/", {"kind": "draw"})
        vote = Game.objects.get(pk=game_id).votes.get()
        as_(ben).post(f"/games/{game_id}/votes/{vote.pk}/", {"choice": "yes"})
        assert Game.objects.get(pk=game_id).status == Game.Status.FINISHED
        count()
        assert counted() == NOTHING

    def test_one_that_is_played_to_its_end_counts(self, anna: User, ben: User) -> None:
        to_the_end(begun([anna, ben]))
        count()
        assert all(counted().values())

    def test_no_figure_of_other_pages_has_it(self, anna: User, ben: User) -> None:
        game = [over([anna, ben], [9, 1], day=day, unplayed=True) for day in range(12)][-1]
        with_bot = over([anna, None], [9, 1], unplayed=True)
        with_bot.seats.filter(bot="best").update(bot=with_bot.rules.best_bot)
        assert records.record(anna.pk, game) is None
        assert records.against(anna.pk, ben.pk, game) == (0, 0)
        assert record.against_bots(anna.pk) == []
        assert game_lengths.days("lanterns") is None
        assert fairness._usual("lanterns", 2) == 0
        played = [over([anna, ben], [9, 1], day=day) for day in range(12)][-1]
        assert records.record(anna.pk, played)
        assert fairness._usual("lanterns", 2) == 30


TIMED = {"kind": "per_turn", "days": 3, "policy": "forfeit", "vacation": False}


def turn_of(game_id: int, user: User) -> None:
    """They lay a card, whatever the others do."""
    answer(game_id, next(s for s in asked(game_id) if seat_of(game_id, s).user_id == user.pk))


def rated(user: User) -> int:
    """By how many games somebody is rated."""
    return RatingChange.objects.filter(user=user).count()


def _waiting_for_an_absence() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return bool(cursor.fetchone()[0])


class TestDepartures:
    """Time-outs of one absence count once in a rating; the others' games go without."""

    @pytest.fixture
    def others(self, ben: User, cleo: User) -> list[User]:
        return [ben, cleo, person("don"), person("eve")]

    def table(self, anna: User, other: User) -> int:
        """A game in which both have ended a turn, and only the other one the next."""
        game_id = begun([anna, other], clock=TIMED)
        turn_of(game_id, anna)
        turn_of(game_id, other)
        while other.pk in [seat_of(game_id, seat).user_id for seat in asked(game_id)]:
            turn_of(game_id, other)
        return game_id

    def everything(self) -> list[tuple[Any, ...]]:
        return list(RatingChange.objects.order_by("game", "user").values_list("game", "user", "mu"))

    @pytest.mark.slow
    def test_many_time_outs_in_a_row_count_once_and_again_after_a_turn(
        self, times: Times, anna: User, others: list[User]
    ) -> None:
        games = [self.table(anna, other) for other in others]
        times.go(days=4)
        assert deadlines.act_on_overdue_seats() == len(games)
        times.go(minutes=5)
        count_ratings()
        assert rated(anna) == 1
        assert sum(rated(other) for other in others) == 1
        last = [self.table(anna, other) for other in others]  # here she plays again
        times.go(days=4)
        assert deadlines.act_on_overdue_seats() == len(last)
        times.go(minutes=5)
        count_ratings()
        assert rated(anna) == 2

    @pytest.mark.django_db(transaction=True)
    def test_what_two_scans_find_at_one_instant_is_one_absence(
        self, times: Times, anna: User, others: list[User]
    ) -> None:
        first, second = (self.table(anna, other) for other in others[:2])
        times.go(days=4)
        with locked(first) as position:
            policies.apply_policy(position, next(one for one in position.seats if one.user == anna))
            times.go(seconds=1)
            other = Thread(
                target=at_once, args=[lambda _scanner: deadlines.act_on_overdue_seats(), 1]
            )
            other.start()
            end = time.monotonic() + 20
            while not _waiting_for_an_absence():
                assert time.monotonic() < end, "the other scan does not wait"
                time.sleep(0.01)
        other.join()
        left = Tenure.objects.filter(user=anna).exclude(away_since=None)
        assert set(left.values_list("seat__game", flat=True)) == {first, second}
        assert len(set(left.values_list("away_since", flat=True))) == 1

    def test_counting_anew_gives_the_same(
        self, times: Times, anna: User, others: list[User]
    ) -> None:
        games = [self.table(anna, other) for other in others]
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        times.go(minutes=5)
        count_ratings()
        before = self.everything()
        RATINGS.anew("lanterns")
        assert self.everything() == before
        first = Game.objects.get(pk=before[0][0])
        corrections.set_rated(first.pk, False)
        count_ratings()
        assert rated(anna) == 1  # the next of them counts now
        assert not RatingChange.objects.filter(game=first).exists()
        corrections.set_rated(first.pk, True)
        count_ratings()
        assert self.everything() == before
        assert len(games) == 4

    def test_somebody_elses_games_count_though_one_who_has_gone_sat_there(
        self, times: Times, anna: User, others: list[User]
    ) -> None:
        ben, cleo, *_others = others
        self.table(anna, ben)
        of_three = begun([anna, ben, cleo], clock=TIMED)
        for user in (anna, ben, cleo):
            turn_of(of_three, user)
        while others_asked := [
            seat for seat in asked(of_three) if seat_of(of_three, seat).user_id != anna.pk
        ]:
            answer(of_three, others_asked[0])
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        assert Tenure.objects.filter(user=anna).exclude(away_since=None).count() == 2
        while Game.objects.get(pk=of_three).status == "running":
            let_bots_move()
            for seat in asked(of_three):
                if not seat_of(of_three, seat).bot:
                    answer(of_three, seat)
        times.go(minutes=5)
        count_ratings()
        assert (rated(anna), rated(ben), rated(cleo)) == (1, 2, 1)

    def test_a_player_who_resigns_many_games_loses_each(
        self, as_: Browser, anna: User, others: list[User]
    ) -> None:
        for other in others:
            resign(as_, anna, self.table(anna, other))
        count()
        assert rated(anna) == len(others)

    def test_a_player_who_closes_the_account_lifts_one(
        self, times: Times, anna: User, others: list[User]
    ) -> None:
        for other in others:
            self.table(anna, other)
        close_account(anna)
        departures.free_seats()
        times.go(minutes=5)
        count_ratings()
        assert sum(rated(other) for other in others) == 1

    def test_a_game_whose_time_out_has_counted_elsewhere_says_so(
        self, as_: Browser, times: Times, anna: User, others: list[User]
    ) -> None:
        games = [self.table(anna, other) for other in others[:2]]
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        times.go(minutes=5)
        count_ratings()
        said = "anna left without a word. That was already counted in another game"
        told = [said in page(as_(None), game_id) for game_id in games]
        assert sorted(told) == [False, True]


@pytest.mark.slow
@pytest.mark.parametrize("slug", registry.OWN)
def test_a_type_asks_for_a_small_part_of_the_turns_that_its_games_have(
    slug: str, anna: User, ben: User, cleo: User
) -> None:
    people = [anna, ben, cleo, person("don")]
    game = to_the_end(begun(people, slug), random.Random(2))
    turns = Move.objects.filter(OWN_TURN, game=game).order_by().values_list("seat")
    ended = dict(turns.annotate(Count("pk")))
    asks = game.rules.counts_after
    assert not game.unplayed
    assert all(ended[seat] >= 7 * asks for seat in range(4)), ended
