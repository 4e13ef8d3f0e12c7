"""A game counts where everybody who began it has played; departures count once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.bots import record
from games.lobby import lengths, open_games
from games.models import Encounter, Game, Milestone, RatingChange, Tally
from games.rules import registry
from games.statistics import records
from games.tasks import count_milestones, count_ratings, count_results
from games.tournaments import fairness
from tests.games.playing import answer, asked, seat_of, to_the_end
from tests.statistics.played import over

Browser = Callable[[User | None], Client]


def begun(people: list[User], type_: str = "lanterns", **how: Any) -> int:
    """A rated game of these people."""
    game = open_games.create(people[0].pk, type_, len(people), rated=True, **how).game
    for user in people[1:]:
        open_games.join(game.pk, user.pk)
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
def as_() -> Browser:
    """A browser in which this person is signed in."""

    def client(user: User | None) -> Client:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        return browser

    return client


@pytest.fixture
def needs(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """So many turns of each make a game of Lanterns count."""
    return lambda turns: monkeypatch.setattr(registry.get("lanterns"), "counts_after", turns)


def page(client: Client, game_id: int) -> str:
    return " ".join(client.get(f"/games/{game_id}/").content.decode().split())


class TestAGameThatNobodyPlayed:
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
        said = "It counts nowhere: a game counts once everybody who began it has ended 2 turns."
        assert said in page(as_(anna), game_id)
        assert "what it changes is counted" not in page(as_(anna), game_id)

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
        assert "It counts nowhere" not in page(as_(anna), game_id)

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
        assert lengths.days("lanterns") is None
        assert fairness._usual("lanterns", 2) == 0
        played = [over([anna, ben], [9, 1], day=day) for day in range(12)][-1]
        assert records.record(anna.pk, played)
        assert fairness._usual("lanterns", 2) == 30


def test_every_game_type_asks_for_turns_that_its_shortest_games_have() -> None:
    asks = {rules.slug: rules.counts_after for rules in registry.all()}
    assert asks["imhotep"] == 2
    assert asks["bora_bora"] == 3
    assert asks["bali"] == asks["bomarzo"] == 1
