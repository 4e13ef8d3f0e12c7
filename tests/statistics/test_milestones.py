"""What people reach for the first time: counted of finished games and the log, shown to whom."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import exporting, people
from accounts.company import privacy
from accounts.models import User
from games.absence import deadlines
from games.lobby import open_games
from games.models import Entrant, Game, Milestone, Progress, Seat, Streak, Tournament
from games.statistics import milestones, streaks
from games.statistics.turns import Turn
from games.storage import history, position
from games.tasks import count_milestones
from tests.games.playing import answer, asked, seat_of, to_the_end
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.statistics.played import START, over, replaced

Rows = list[tuple[Any, ...]]
TIMED = {"kind": "per_turn", "days": 3}


def reached(user: User | None = None) -> Rows:
    rows = Milestone.objects.filter(user=user) if user else Milestone.objects.all()
    return list(rows.order_by("at", "user", "kind", "type").values_list("kind", "type", "game"))


def in_row() -> int:
    """Of all people together."""
    return sum(Streak.objects.values_list("turns", flat=True))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """After three quarters of the moves of every game the points were these."""

    def put(*points: int) -> None:
        monkeypatch.setattr(milestones, "_late_points", lambda _game: list(points))

    return put


class TestAFirstWin:
    def test_it_is_the_first_at_each_type(self, anna: User, ben: User) -> None:
        over([anna, ben], [1, 2], day=1)
        first = over([ben, anna], [1, 2], day=2)
        over([anna, ben], [2, 1], day=3)
        other = over([anna, ben], [2, 2], day=4, type_="imhotep")
        count_milestones()
        assert reached(anna) == [("won", "lanterns", first.pk), ("won", "imhotep", other.pk)]
        assert [kind for kind, *_rest in reached(ben)] == ["won", "won"]
        assert Milestone.objects.get(game=first).at == first.finished_at

    def test_what_is_no_win_over_people_is_none(self, anna: User, ben: User, cleo: User) -> None:
        over([anna, None], [2, 1])
        over([anna, ben, None], [2, 1, 3])
        over([anna, ben], [2, 1], practice=True)
        over([anna, ben], [2, 1], status=Game.Status.CANCELLED)
        over([anna, ben], [2, 2], gone=[0, 1])
        replaced(over([anna, ben, None], [2, 1, 3]), 0, cleo)
        count_milestones()
        assert reached() == []

    def test_the_last_player_left_has_won(self, anna: User, ben: User) -> None:
        over([anna, ben], [1, 2], gone=[1])
        count_milestones()
        assert [kind for kind, *_rest in reached(anna)] == ["won"]

    def test_a_player_who_took_a_seat_over_has_not(self, anna: User, ben: User, cleo: User) -> None:
        replaced(over([anna, ben], [2, 1]), 0, cleo)
        count_milestones()
        assert reached(cleo) == []


class TestAComeback:
    @pytest.mark.parametrize(
        ("points", "score", "is_one"),
        [
            ([20, 30], 50, True),
            ([20, 30], 51, False),  # less than a fifth of what they won with
            ([0, 4], 10, False),  # less than five points
            ([0, 5], 10, True),
            ([30, 20], 50, False),
            ([20, 20], 50, False),
            ([-5, 5], -1, True),
        ],
    )
    def test_it_is_won_from_clearly_behind(
        self,
        anna: User,
        ben: User,
        late: Callable[..., None],
        points: list[int],
        score: int,
        is_one: bool,
    ) -> None:
        late(*points)
        over([anna, ben], [score, score - 1])
        count_milestones()
        assert ("comeback" in [kind for kind, *_rest in reached(anna)]) is is_one
        assert reached(ben) == []

    def test_it_is_the_first_and_need_not_be_the_first_win(
        self, anna: User, ben: User, late: Callable[..., None]
    ) -> None:
        first = over([anna, ben], [20, 10], day=1)
        count_milestones()
        late(5, 15)
        second = over([anna, ben], [20, 10], day=2)
        over([anna, ben], [20, 10], day=3)
        count_milestones()
        assert reached(anna) == [("won", "lanterns", first.pk), ("comeback", "lanterns", second.pk)]

    def test_nobody_comes_back_by_the_leader_leaving(
        self, anna: User, ben: User, late: Callable[..., None]
    ) -> None:
        late(5, 15)
        over([anna, ben], [20, 10], gone=[1])
        count_milestones()
        assert [kind for kind, *_rest in reached()] == ["won"]

    def test_the_points_are_those_after_three_quarters_of_the_moves(
        self, anna: User, ben: User
    ) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
        open_games.join_game(game_id, ben.pk)
        game = to_the_end(game_id, random.Random(5))
        then = position.load(game_id, None, at=game.number * 3 // 4).running().standing()
        assert then is not None
        points = [sum(sources.values()) for sources in then]
        assert milestones._late_points(game) == points
        assert points != (game.result or {})["scores"]

    def test_a_slip_of_the_package_costs_the_comeback_alone(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        over([anna, ben], [20, 10])
        stored = history.Stored(b"no state", 1, 1, 1)
        monkeypatch.setattr(history, "stored", lambda *_asked: stored)
        count_milestones()
        assert [kind for kind, *_rest in reached()] == ["won"]


class TestTurnsInTime:
    def test_a_hundred_and_a_thousand_in_a_row_are_told_once(self, anna: User, ben: User) -> None:
        game = over([anna, ben], [1, 1])
        at = [START + timedelta(hours=n) for n in range(1200)]

        def made(first: int, last: int) -> list[Turn]:
            return [Turn(anna.pk, at[n], at[n], False, game.pk) for n in range(first, last)]

        streaks._add(made(0, 99))
        assert reached() == []
        late = Turn(anna.pk, None, at[99], True, game.pk)
        streaks._add([late, *made(100, 199)])
        assert reached() == []
        streaks._add(made(199, 330))
        assert [(row.kind, row.at) for row in Milestone.objects.all()] == [("hundred", at[199])]
        streaks._add(made(330, 1150))
        assert [kind for kind, *_rest in reached()] == ["hundred", "thousand"]
        streaks._add([late, *made(0, 100)])
        assert Milestone.objects.get(kind="hundred").at == at[199]

    @pytest.mark.parametrize(
        ("clock", "with_ben", "turns"),
        [(TIMED, True, 2), ({"kind": "none"}, True, 0), (TIMED, False, 0)],
    )
    def test_turns_count_against_people_and_a_clock(
        self,
        times: Times,
        anna: User,
        ben: User,
        clock: dict[str, object],
        with_ben: bool,
        turns: int,
    ) -> None:
        bots = 0 if with_ben else 1
        game_id = open_games.create(anna.pk, "lanterns", 2, clock=clock, bots=bots).game.pk
        if with_ben:
            open_games.join_game(game_id, ben.pk)
        for index in asked(game_id):
            if seat_of(game_id, index).user:
                answer(game_id, index)
        count_milestones()
        assert in_row() == 0, "what is new may not be all"
        times.go(minutes=5)
        count_milestones()
        count_milestones()
        assert in_row() == turns

    def test_a_turn_that_ran_out_of_time_begins_anew(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 2, clock=TIMED).game.pk
        open_games.join_game(game_id, ben.pk)
        Streak.objects.create(user=anna, turns=42)
        Streak.objects.create(user=ben, turns=42)
        answer(game_id, next(n for n in (0, 1) if seat_of(game_id, n).user == anna))
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        times.go(minutes=5)
        count_milestones()
        assert Streak.objects.get(user=anna).turns == 43
        assert Streak.objects.get(user=ben).turns == 0


class TestCounting:
    def test_it_may_stop_anywhere_and_goes_on_where_it_was(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for day in range(7):
            over([anna, ben], [day % 3, 1], day=day // 2)
        monkeypatch.setattr(milestones.MILESTONES, "at_once", 2)
        with monkeypatch.context() as patch:
            patch.setattr(milestones, "reach", lambda _found: 1 / 0)
            count_milestones()
        assert reached() == []
        count_milestones()
        found = reached()
        assert [kind for kind, *_rest in found] == ["won", "won"]
        Progress.objects.filter(name__startswith="milestones").delete()
        count_milestones()
        assert reached() == found, "twice is as once"

    def test_counting_anew_finds_the_same_and_forgets_what_is_wrong(
        self, anna: User, ben: User, times: Times, late: Callable[..., None]
    ) -> None:
        late(0, 20)
        first = over([anna, ben], [20, 10], day=1)
        over([anna, ben], [20, 10], day=2, type_="imhotep")
        game_id = open_games.create(anna.pk, "lanterns", 2, clock=TIMED).game.pk
        open_games.join_game(game_id, ben.pk)
        for index in asked(game_id):
            answer(game_id, index)
        times.go(minutes=5)
        count_milestones()
        found = reached()
        assert len(found) == 4
        turns = sorted(Streak.objects.values_list("user", "turns"))
        assert turns == sorted([(anna.pk, 1), (ben.pk, 1)])
        wrong = {"user": ben, "game": first, "at": START}
        Milestone.objects.create(kind="won", type="lanterns", **wrong)
        Milestone.objects.create(kind="hundred", **wrong)
        Streak.objects.update(turns=77)
        call_command("tally", "lanterns")
        assert [row for row in reached() if row[0] != "hundred"] == found
        call_command("tally")
        assert reached() == found
        assert sorted(Streak.objects.values_list("user", "turns")) == turns
        count_milestones()
        assert reached() == found


def seen_by(user: User | None) -> str:
    answer = as_(user).get("/players/anna/")
    assert answer.status_code == 200
    page: str = answer.content.decode()
    start = page.find('id="milestones-heading"')
    return "" if start < 0 else page[start : page.index("</section>", start)]


class TestWhoSeesThem:
    def test_everybody_with_a_day_and_the_game(self, anna: User, ben: User) -> None:
        game = over([anna, ben], [2, 1])
        count_milestones()
        for reader in (None, ben, anna):
            page = seen_by(reader)
            assert "First win in Lanterns" in page
            assert "Oct. 1, 2023" in page
            assert f'href="/games/{game.pk}/"' in page

    def test_nobody_where_they_are_hidden(self, anna: User, ben: User) -> None:
        over([anna, ben], [2, 1])
        count_milestones()
        as_(anna).post("/accounts/visibility/", {"show": set(privacy.PARTS) - {"milestones"}})
        assert privacy.hidden_by(anna.pk) == {"milestones"}
        assert seen_by(None) == seen_by(ben) == ""
        assert "First win" in seen_by(anna)

    def test_a_private_game_is_linked_for_a_player_who_sat_there(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        game = over([anna, ben], [2, 1], visibility=Game.Visibility.PRIVATE)
        count_milestones()
        for reader, linked in ((None, False), (cleo, False), (anna, True), (ben, True)):
            page = seen_by(reader)
            assert "First win" in page
            assert (f"/games/{game.pk}/" in page) is linked
        replaced(game, 1, cleo)
        assert f"/games/{game.pk}/" in seen_by(ben), "who sat there once"
        assert as_(ben).get(f"/games/{game.pk}/").status_code == 200

    def test_without_any_there_is_no_heading(self, anna: User) -> None:
        assert seen_by(None) == ""

    def test_those_of_a_type_that_is_gone_are_left_out(self, anna: User, ben: User) -> None:
        game = over([anna, ben], [2, 1])
        Milestone.objects.create(user=anna, kind="won", type="gone", game=game, at=START)
        assert seen_by(None) == ""

    def test_the_first_tournament_that_was_played_to_the_end_is_one(self, anna: User) -> None:
        fields = {
            "type": "imhotep", "players": 2, "clock": {}, "least": 2, "most": 4, "days": 3,
            "at_once": 2, "points": [1, 0], "tie_breaks": [], "organiser": anna, "kind": "robin",
        }  # fmt: skip
        for n, (status, state) in enumerate(
            [("cancelled", "in"), ("finished", "out"), ("finished", "in"), ("finished", "in")]
        ):
            cup = Tournament.objects.create(
                name=f"Cup {n}", status=status, ended_at=START + timedelta(days=n), **fields
            )
            Entrant.objects.create(tournament=cup, user=anna, state=state, place=9)
        page = seen_by(None)
        assert "First tournament played to the end" in page
        third = Tournament.objects.get(name="Cup 2")
        assert f'href="/tournaments/{third.pk}/"' in page
        assert page.count("<li>") == 1


class TestOnesOwn:
    def test_the_export_has_them(self, anna: User, ben: User) -> None:
        game = over([anna, ben], [2, 1])
        count_milestones()
        Streak.objects.create(user=anna, turns=7)
        kept = exporting.everything(anna)
        assert kept["milestones"] == [
            {"kind": "won", "type": "lanterns", "game_id": game.pk, "at": game.finished_at}
        ]
        assert kept["turns in time"] == [{"turns": 7}]
        assert exporting.everything(ben)["milestones"] == []


@pytest.mark.django_db(transaction=True)
def test_a_closed_account_has_none_and_gets_none(anna: User, ben: User) -> None:
    game = over([anna, ben], [2, 1], finished_at=timezone.now() - timedelta(days=1))
    count_milestones()
    Streak.objects.create(user=anna, turns=7)
    people.close_account(anna)
    assert not Milestone.objects.exists()
    assert not Streak.objects.exists()
    call_command("tally")
    assert reached() == []
    assert Seat.objects.filter(game=game).count() == 2
