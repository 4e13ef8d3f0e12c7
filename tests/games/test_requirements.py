"""The creator's requirements for joining a game; the quick match among equals; how long it
takes."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.company import relationships
from accounts.models import User
from games.errors import Illegal, Refused
from games.lobby import lists, open_games, quick, requirements, waiting_times
from games.lobby.lists import Wish
from games.lobby.requirements import Requirements
from games.models import Game, Habit, Standing, Tally, Waited
from games.ratings.seasons import ALWAYS
from games.ratings.skill import SCALE


def rated_at(user: User, number: int, type_: str = "imhotep") -> None:
    Standing.objects.create(
        type=type_, season=ALWAYS, user=user, mu=number / SCALE, sigma=1, games=20, listed=True
    )


def offered(user: User, **wish: Any) -> list[int]:
    return sorted(game.pk for game in lists.waiting_for_players(Wish(**wish), user.pk)[:])


class TestAsking:
    def test_a_player_who_lacks_something_is_told_what(self, anna: User, ben: User) -> None:
        rated_at(ben, 1642)
        Tally.objects.create(user=ben, type="imhotep", players=2, kind="record", games=3)
        Habit.objects.create(user=ben, recent="." * 17 + "x" * 3)
        for asks, why in (
            ({"least": 1700}, "58 rating points below 1700"),
            ({"most": 1600}, "42 rating points above 1600"),
            ({"games": 5}, "2 more finished games needed"),
            ({"in_time": 90}, "85 % of your turns on time"),
        ):
            game_id = open_games.create(anna.pk, "imhotep", 2, asks=asks).game.pk
            with pytest.raises(Refused, match=why):
                open_games.join_game(game_id, ben.pk)
            assert Game.objects.get(pk=game_id).status == "open"
        fits = {"least": 1600, "most": 1700, "games": 3, "in_time": 85}
        game_id = open_games.create(anna.pk, "imhotep", 2, asks=fits).game.pk
        assert open_games.join_game(game_id, ben.pk).game.status == "running"

    def test_a_player_who_has_hardly_played_has_a_beginners_rating_and_is_not_held_to_be_late(
        self, anna: User, ben: User
    ) -> None:
        Habit.objects.create(user=ben, recent="x" * 9)
        asks = {"least": 1400, "most": 1600, "in_time": 98}
        game_id = open_games.create(anna.pk, "imhotep", 2, asks=asks).game.pk
        assert open_games.join_game(game_id, ben.pk).game.status == "running"

    def test_whoever_is_invited_is_asked_for_nothing(self, anna: User, ben: User) -> None:
        asks = {"least": 2500}
        game_id = open_games.create(anna.pk, "imhotep", 3, asks=asks, invite=["ben"]).game.pk
        open_games.join_game(game_id, ben.pk)

    @pytest.mark.parametrize(
        "asks",
        [
            {"least": 1700, "most": 1600},
            {"least": -1},
            {"most": 99_999},
            {"in_time": 101},
            {"games": "many"},
            {"height": 180},
        ],
    )
    def test_nonsense_cannot_be_asked(self, anna: User, asks: dict[str, object]) -> None:
        with pytest.raises(Illegal) as refused:
            open_games.create(anna.pk, "imhotep", 2, asks=asks)
        assert refused.value.code == "bad_asks"
        assert not Game.objects.exists()

    def test_asking_for_nothing_is_no_asking(self, anna: User) -> None:
        for asks in (None, {}, {"in_time": 0, "games": 0}):
            assert open_games.create(anna.pk, "imhotep", 2, asks=asks).game.asks is None

    def test_the_list_can_leave_out_what_one_may_not_join(self, anna: User, ben: User) -> None:
        rated_at(ben, 1650)
        Habit.objects.create(user=ben, recent="." * 8 + "x" * 2)
        of = {
            name: open_games.create(anna.pk, "imhotep", 2, asks=asks).game.pk
            for name, asks in {
                "open": {}, "fits": {"least": 1600, "in_time": 80}, "strong": {"least": 1700},
                "weak": {"most": 1600}, "old hand": {"games": 1}, "in time": {"in_time": 90},
            }.items()
        }  # fmt: skip
        assert offered(ben, fits=True) == sorted([of["open"], of["fits"]])
        assert len(offered(ben)) == 6
        for game_id in offered(ben):
            position = lists.by_number([game_id])[0]
            why = requirements.lacks(
                requirements.read_stored(position.game.asks),
                requirements.facts_about(ben.pk)["imhotep"],
            )
            assert bool(why) != (game_id in (of["open"], of["fits"]))

    def test_nobody_in_particular_is_a_beginner(self) -> None:
        assert requirements.facts_in_pool(requirements.facts_about(None), "imhotep").rating == 1500
        assert requirements.lacks(Requirements(games=1), requirements.UNKNOWN)


def test_the_order_of_the_lobby(anna: User, ben: User, cleo: User) -> None:
    rated_at(anna, 1900)
    rated_at(ben, 1480)
    far = open_games.create(anna.pk, "imhotep", 2, clock={"kind": "per_turn", "days": 7}).game.pk
    late = open_games.create(ben.pk, "imhotep", 3, clock={"kind": "none"}).game.pk
    fast = open_games.create(anna.pk, "imhotep", 2, clock={"kind": "per_turn", "days": 1}).game.pk
    for order, expected in {
        "": [fast, late, far],
        "soonest": [far, fast, late],
        "near": [late, far, fast],
        "pace": [fast, far, late],
    }.items():
        wished = lists.waiting_for_players(Wish(order=order), cleo.pk)[:]
        assert [game.pk for game in wished] == expected, order


class TestAmongEquals:
    def wait(self, game_id: int, minutes: int) -> None:
        at = timezone.now() - timedelta(minutes=minutes)
        Game.objects.filter(pk=game_id).update(created_at=at)

    def test_a_rated_match_widens_with_the_wait(self, anna: User, ben: User) -> None:
        rated_at(anna, 1500)
        rated_at(ben, 1750)
        waiting = quick.match(anna.pk, "imhotep", "medium", rated=True).game
        assert waiting.quick
        assert quick.match(ben.pk, "imhotep", "medium", rated=True).game.pk != waiting.pk
        self.wait(waiting.pk, 29)
        assert quick.bring_together() == 0
        self.wait(waiting.pk, 31)
        assert quick.bring_together() == 1
        waiting.refresh_from_db()
        assert waiting.status == "running"
        assert {seat.user_id for seat in waiting.seats.all()} == {anna.pk, ben.pk}
        assert not Game.objects.filter(status="open").exists()
        assert quick.bring_together() == 0

    def test_one_that_is_not_rated_takes_anybody(self, anna: User, ben: User) -> None:
        rated_at(anna, 1200)
        rated_at(ben, 2100)
        waiting = quick.match(anna.pk, "imhotep", "medium").game
        assert quick.match(ben.pk, "imhotep", "medium").game.pk == waiting.pk

    def test_it_joins_nothing_whose_maker_asks_for_more(self, anna: User, ben: User) -> None:
        asking_much = open_games.create(anna.pk, "imhotep", 2, asks={"games": 50}).game
        assert quick.match(ben.pk, "imhotep", "medium").game.pk != asking_much.pk

    def test_a_player_who_is_blocked_is_not_brought_together(self, anna: User, ben: User) -> None:
        first = quick.match(anna.pk, "imhotep", "medium", rated=True).game
        relationships.block(ben, anna)
        quick.match(ben.pk, "imhotep", "medium", rated=True)
        self.wait(first.pk, 500)
        assert quick.bring_together() == 0


@pytest.mark.django_db
class TestUsualWait:
    def cases(self, *seconds: int | None, type_: str = "imhotep", hours_ago: int = 0) -> None:
        now = timezone.now()
        for each in seconds:
            Waited.objects.create(
                type=type_, pace="medium", hour=(now.hour - hours_ago) % 24, seconds=each
            )

    def test_it_is_told_from_eight_cases_on(self) -> None:
        self.cases(*[1500] * 7)
        assert waiting_times.usual() == {}
        self.cases(1500)
        assert waiting_times.usual() == {("imhotep", "medium"): timedelta(minutes=25)}

    def test_where_most_waited_in_vain_nothing_is_told(self) -> None:
        self.cases(*[60] * 5, *[None] * 6)
        assert waiting_times.usual() == {}

    def test_other_hours_and_old_cases_count_nothing(self) -> None:
        self.cases(*[60] * 8, hours_ago=5)
        assert waiting_times.usual() == {}
        self.cases(*[60] * 8)
        Waited.objects.update(at=timezone.now() - waiting_times.KEPT - timedelta(hours=1))
        assert waiting_times.usual() == {}
        assert waiting_times.delete_old_waits() == 16

    def test_what_becomes_of_a_match_is_noted_and_of_whom_is_not(
        self, anna: User, ben: User
    ) -> None:
        game = quick.match(anna.pk, "imhotep", "medium").game
        Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(hours=1))
        quick.match(ben.pk, "imhotep", "medium")
        found = sorted(each.seconds or 0 for each in Waited.objects.all())
        assert found[0] == 0
        assert 3600 <= found[1] < 3700
        alone = quick.match(anna.pk, "bali", "fast").game
        open_games.cancel(alone.pk, anna.pk)
        assert Waited.objects.get(type="bali").seconds is None
        fields = {field.name for field in Waited._meta.get_fields()}
        assert fields == {"id", "type", "pace", "hour", "at", "seconds"}
        open_games.cancel(open_games.create(anna.pk, "imhotep", 2).game.pk, anna.pk)
        assert Waited.objects.count() == 3, "only quick matches count"
