"""Ratings: what openskill says, which games count, and that counting anew gives the same."""

from __future__ import annotations

import math
import random
import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.company import privacy
from accounts.models import User
from games import changes
from games.errors import NotFound, Refused
from games.lobby import open_games
from games.models import Game, Progress, RatingChange, Standing
from games.ratings import corrections, lists, seasons, skill
from games.ratings.counting import RATINGS
from games.ratings.skill import BEGINNER, Skill
from games.showing import snapshot
from games.statistics import counts
from games.storage.position import load
from games.tasks import count_ratings
from tests.games.playing import to_the_end
from tests.people import person
from tests.statistics.played import START, over, replaced


def rating(user: User, season: int = seasons.ALWAYS) -> Skill | None:
    found = Standing.objects.filter(user=user, type="lanterns", season=season).first()
    return Skill(found.mu, found.sigma) if found else None


def everything() -> list[tuple[Any, ...]]:
    changes = RatingChange.objects.order_by("game", "user").values_list(
        "game", "user", "season", "place", "mu", "sigma", "games", "season_games"
    )
    standings = Standing.objects.order_by("user", "season").values_list(
        "user", "season", "mu", "sigma", "games", "listed"
    )
    return [*changes, *standings]


def by_pairs(skills: list[Skill], places: list[int]) -> list[float]:
    """The means after a game by the formula of Bradley and Terry, each against each: what came of
    it (a tie is a half) less what was to be expected, the mean over all others."""
    variances = [one.sigma**2 + (25 / 300) ** 2 for one in skills]  # some doubt is added each time
    means = []
    for n, own in enumerate(skills):
        gains = []
        for m, other in enumerate(skills):
            if m != n:
                width = math.sqrt(variances[n] + variances[m] + 2 * (25 / 6) ** 2)
                expected = 1 / (1 + math.exp((other.mu - own.mu) / width))
                came = (1 + (places[n] < places[m]) - (places[n] > places[m])) / 2
                gains.append(variances[n] / width * (came - expected))
        means.append(own.mu + sum(gains) / len(gains))
    return means


class TestOpenskill:
    """What a game changes: known values, and what everybody can see to be right."""

    @pytest.mark.parametrize("places", [[1, 2], [2, 1, 3], [1, 1, 3], [1, 1, 3, 4], [2, 2, 4, 1]])
    def test_means_are_by_the_formula(self, places: list[int]) -> None:
        people = [Skill(31 - 2 * n, 3 + n) for n in range(len(places))]
        found = skill.update_skills(people, places)
        assert [one.mu for one in found] == pytest.approx(by_pairs(people, places))

    @pytest.mark.parametrize("places", [[1, 1, 3], [1, 1, 3, 4], [1, 1, 1, 4], [1, 2, 2, 4]])
    def test_among_equals_the_higher_place_gains_more_and_a_shared_place_as_much(
        self, places: list[int]
    ) -> None:
        """The model before gave the third as much as those who shared the victory."""
        means = [one.mu for one in skill.update_skills([BEGINNER] * len(places), places)]
        for place, mean in zip(places, means, strict=True):
            for other, others in zip(places, means, strict=True):
                assert (mean > others + 0.1) == (place < other)
        assert sum(means) == pytest.approx(25 * len(places))

    def test_two_beginners(self) -> None:
        winner, loser = skill.update_skills([BEGINNER, BEGINNER], [1, 2])
        variance = (25 / 3) ** 2 + (25 / 300) ** 2  # some doubt is added at each game
        width = math.sqrt(2 * variance + 2 * (25 / 6) ** 2)
        step = variance / width / 2
        assert (winner.mu, loser.mu) == pytest.approx((25 + step, 25 - step))
        assert winner.sigma == loser.sigma < BEGINNER.sigma

    def test_places_are_ranks_and_the_order_of_people_does_not_matter(self) -> None:
        four = [Skill(25 + n, 8 - n) for n in range(4)]
        there = skill.update_skills(four, [3, 1, 4, 2])
        back = skill.update_skills(four[::-1], [2, 4, 1, 3])
        assert there == [pytest.approx(one) for one in back[::-1]]
        assert there[1].mu > four[1].mu
        assert there[2].mu < four[2].mu

    def test_a_tie_of_equals_changes_no_mean(self) -> None:
        assert [one.mu for one in skill.update_skills([BEGINNER] * 3, [1, 1, 1])] == pytest.approx(
            [25] * 3
        )

    def test_people_read_one_number_with_its_doubt(self) -> None:
        assert (BEGINNER.number, BEGINNER.doubt) == (1500, 500)


class TestTheChanceToComeFirst:
    """What the result says was to be expected of somebody."""

    @pytest.mark.parametrize("players", [2, 3, 4, 6])
    def test_among_equals_is_the_same_for_all(self, players: int) -> None:
        assert skill.chances([BEGINNER] * players) == pytest.approx([1 / players] * players)

    def test_of_two_is_that_of_the_package(self) -> None:
        two = [Skill(31, 3), Skill(22, 7)]
        known = skill._MODEL.predict_win([[skill._MODEL.rating(mu=m, sigma=s)] for m, s in two])
        assert skill.chances(two) == pytest.approx(known, abs=1e-9)

    @pytest.mark.parametrize(
        "people",
        [
            [Skill(45, 1.5), Skill(25, 3), Skill(25, 8.3)],
            [Skill(45, 1.5), Skill(27, 2), Skill(25, 8.3), Skill(12, 1)],
            [Skill(30, 2), Skill(29, 2), Skill(28, 8.3), Skill(10, 2)],
        ],
    )
    def test_is_as_often_as_the_best_performance_of_many_is_theirs(
        self, people: list[Skill]
    ) -> None:
        rng, games = random.Random(1), 40_000
        first = [0] * len(people)
        for _game in range(games):
            shown = [rng.gauss(one.mu, math.hypot(one.sigma, 25 / 6)) for one in people]
            first[shown.index(max(shown))] += 1
        assert skill.chances(people) == pytest.approx([n / games for n in first], abs=0.01)

    def test_of_the_best_of_four_goes_beyond_half(self) -> None:
        best, *others = skill.chances([Skill(50, 1), *[Skill(20, 1)] * 3])
        assert best > 0.99
        assert sum(others) == pytest.approx(1 - best, abs=1e-8)


class TestWhichGamesCount:
    def test_the_winner_gains_and_the_loser_loses(self, anna: User, ben: User) -> None:
        over([anna, ben], [20, 10])
        count_ratings()
        assert rating(anna) == pytest.approx((27.635389, 8.065901), abs=1e-5)
        assert rating(ben) == pytest.approx((22.364611, 8.065901), abs=1e-5)

    def test_unrated_games_count_nothing(self, anna: User, ben: User) -> None:
        over([anna, ben], [20, 10], rated=False)
        count_ratings()
        assert everything() == []

    def test_games_begun_with_bots_count_nothing(self, anna: User, ben: User) -> None:
        over([anna, ben, None], [20, 10, 5])
        over([anna, None], [20, 10])
        count_ratings()
        assert everything() == []

    def test_cancelled_games_count_nothing(self, anna: User, ben: User) -> None:
        over([anna, ben], [20, 10], status=Game.Status.CANCELLED)
        count_ratings()
        assert everything() == []

    def test_a_player_who_was_late_loses_though_a_bot_has_won(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        over([anna, ben, cleo], [30, 20, 10], gone=[0])
        count_ratings()
        places = dict(RatingChange.objects.values_list("user__username", "place"))
        assert places == {"anna": 3, "ben": 1, "cleo": 2}

    def test_a_player_who_takes_a_seat_over_risks_nothing(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        replaced(over([anna, ben], [10, 20]), 0, by=cleo)
        count_ratings()
        assert rating(cleo) is None
        assert RatingChange.objects.get(user=anna).place == 2

    def test_a_game_that_has_only_just_ended_waits(self, anna: User, ben: User, times: Any) -> None:
        game = over([anna, ben], [20, 10])
        Game.objects.filter(pk=game.pk).update(finished_at=times.now)
        count_ratings()
        assert everything() == []
        times.go(minutes=5)
        count_ratings()
        assert len(everything()) == 6


class TestCountingAnew:
    @pytest.fixture
    def games(self, anna: User, ben: User, cleo: User) -> list[Game]:
        rng, people = random.Random(1), [anna, ben, cleo, person("don"), person("eve")]
        found = []
        for day in range(40):
            players = rng.sample(people, rng.choice([2, 3]))
            scores = [rng.randrange(5) for _ in players]
            found.append(over(players, scores, day=4 * day, gone=[0] if day % 9 == 5 else []))
        return found

    def test_gives_the_same_numbers(self, games: list[Game]) -> None:
        count_ratings()
        before = everything()
        assert len(before) > 80
        Standing.objects.update(mu=0)
        out = StringIO()
        call_command("rate", "lanterns", stdout=out)
        assert everything() == before
        assert out.getvalue() == "lanterns: 40 games\n"

    def test_in_small_steps_gives_the_same_numbers(
        self, games: list[Game], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        count_ratings()
        before = everything()
        monkeypatch.setattr(RATINGS, "at_once", 7)
        RATINGS.anew("lanterns")
        assert everything() == before

    @pytest.mark.slow
    def test_a_game_that_a_moderator_marks_as_unrated_is_as_if_never_rated(
        self, games: list[Game], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(RATINGS, "at_once", 7)
        monkeypatch.setattr(counts, "STEPS", 100)
        count_ratings()
        before = everything()
        for game in (games[3], games[20], games[-1]):
            corrections.set_rated(game.pk, False)
        count_ratings()
        corrected = everything()
        RATINGS.anew("lanterns")
        assert corrected == everything() != before
        for game in (games[3], games[20], games[-1]):
            corrections.set_rated(game.pk, True)
        count_ratings()
        assert everything() == before

    def test_somebodys_only_rated_game_leaves_no_trace(self, games: list[Game]) -> None:
        zoe = person("zoe")
        game = over([zoe, User.objects.get(username="anna")], [3, 2], day=500)
        count_ratings()
        assert rating(zoe)
        corrections.set_rated(game.pk, False)
        assert rating(zoe) is None
        assert not Standing.objects.filter(user=zoe).exists()

    def test_a_game_that_ended_long_after_changes_nothing_before(self, games: list[Game]) -> None:
        count_ratings()
        kept = list(RatingChange.objects.order_by("pk").values_list("pk", "mu"))
        over([games[0].created_by, person("zoe")], [1, 2], day=900)
        count_ratings()
        assert kept == list(RatingChange.objects.order_by("pk").values_list("pk", "mu"))[:-2]

    def test_a_cancelled_game_cannot_be_rated(self, anna: User, ben: User) -> None:
        game = over([anna, ben], [2, 1], status=Game.Status.CANCELLED)
        with pytest.raises(Refused):
            corrections.set_rated(game.pk, True)
        with pytest.raises(NotFound):
            corrections.set_rated(game.pk + 1, False)

    def test_no_other_type_is_touched(self, games: list[Game], anna: User, ben: User) -> None:
        over([anna, ben], [3, 2], type_="imhotep")
        count_ratings()
        at = Progress.objects.get(name="ratings/imhotep").at
        corrections.set_rated(games[0].pk, False)
        assert Progress.objects.get(name="ratings/imhotep").at == at
        with pytest.raises(CommandError, match="no game type go"):
            call_command("rate", "go")


Q4, Q1 = 20234, 20241


class TestSeasons:
    @pytest.mark.parametrize(
        ("month", "season"), [(1, 20261), (3, 20261), (4, 20262), (9, 20263), (12, 20264)]
    )
    def test_a_season_is_a_quarter(self, month: int, season: int) -> None:
        assert seasons.season_of(START.replace(year=2026, month=month)) == season

    def test_the_first_quarter_follows_the_last(self) -> None:
        assert seasons.before(20271) == 20264
        assert seasons.before(20264) == 20263

    def test_a_season_keeps_the_rating_of_its_end(self, anna: User, ben: User) -> None:
        over([anna, ben], [2, 1], day=0)
        over([anna, ben], [2, 1], day=100)
        count_ratings()
        first, second = rating(anna, Q4), rating(anna, Q1)
        assert first is not None
        assert second is not None
        assert first.mu < second.mu
        assert rating(anna) == second
        assert Standing.objects.get(user=anna, season=Q1).games == 1
        assert Standing.objects.get(user=anna, season=seasons.ALWAYS).games == 2

    def test_a_rating_is_provisional_until_ten_games(self, anna: User, ben: User) -> None:
        for day in range(9):
            over([anna, ben], [2, 1], day=day)
        count_ratings()
        assert not Standing.objects.filter(listed=True).exists()
        over([anna, ben], [2, 1], day=9 + timedelta(hours=1).total_seconds() / 86400)
        count_ratings()
        assert Standing.objects.filter(listed=True, season=seasons.ALWAYS).count() == 2


class TestWhatIsShown:
    """ "1500 → 1657" on the result, in the list of results and in the API, once it is counted."""

    @pytest.fixture
    def game(self, anna: User, ben: User) -> Game:
        """A rated game that has just ended."""
        game = open_games.create(anna.pk, "lanterns", 2, rated=True).game
        open_games.join_game(game.pk, ben.pk)
        return to_the_end(game.pk)

    def counted(self, game: Game) -> None:
        ended = timezone.now() - timedelta(minutes=3)
        Game.objects.filter(pk=game.pk).update(finished_at=ended)
        count_ratings()

    def page(self, game: Game, user: User | None) -> str:
        client = Client()
        if user is not None:
            client.force_login(user)
        return " ".join(client.get(f"/games/{game.pk}/").content.decode().split())

    def told(self, game: Game, user: User | None) -> Any:
        reader = None if user is None else user.pk
        return snapshot.game(load(game.pk, reader), reader)["ratings"]

    def number(self, user: User) -> int:
        skill = rating(user)
        assert skill is not None
        return skill.number

    def test_on_the_result_and_in_the_api(self, game: Game, anna: User, ben: User) -> None:
        soon = "This game is rated. Your rating is updated in a few minutes."
        assert soon in self.page(game, anna)
        assert self.told(game, anna) is None
        self.counted(game)
        told = self.told(game, None)
        assert [change["before"] for change in told] == [1500, 1500]
        for user in (anna, ben):
            index = game.seats.get(user=user).index
            assert told[index]["after"] == self.number(user)
            line = f"1500 → {self.number(user)}"
            for reader in (anna, ben, None):
                assert line in self.page(game, reader)
            assert line in Client().get(f"/players/{user.username}/").content.decode()
        assert soon not in self.page(game, anna)

    @pytest.mark.slow
    def test_the_best_of_four_is_told_that_they_were_to_come_first(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        people = [anna, ben, cleo, person("don")]
        for day in range(40):
            over(people, [40, 20, 20, 20], day=day)
        game = open_games.create(anna.pk, "lanterns", 4, rated=True).game
        for user in people[1:]:
            open_games.join_game(game.pk, user.pk)
        to_the_end(game.pk)
        self.counted(game)
        chance = re.search(r"to win (\d+) of 100 such games", self.page(game, anna))
        assert chance
        assert int(chance[1]) > 75

    def test_a_game_after_others_begins_where_they_ended(self, anna: User, ben: User) -> None:
        first, second = (over([anna, ben], [20, 10], day=day) for day in (0, 1))
        count_ratings()
        (before, _loser), (after, _loser) = (lists.of_game(one).changes for one in (first, second))
        assert (before.before, before.after) == (1500, after.before)
        assert after.after > after.before
        page = Client().get("/players/anna/").content.decode()
        assert f"{after.before} → {after.after}" in page
        assert f"1500 → {after.before}" in page

    def test_a_player_who_hides_the_rating_sees_it_alone(
        self, game: Game, anna: User, ben: User
    ) -> None:
        privacy.hide(anna, ["ratings"])
        self.counted(game)
        line = f"1500 → {self.number(anna)}"
        assert line in self.page(game, anna)
        assert line not in self.page(game, ben)
        assert len(self.told(game, anna)) == 2
        assert len(self.told(game, ben)) == 1

    def test_taken_out_of_the_count_it_shows_none(self, game: Game, anna: User) -> None:
        self.counted(game)
        corrections.set_rated(game.pk, False)
        count_ratings()
        assert self.told(game, anna) is None
        page = self.page(game, anna)
        assert "1500 → " not in page
        assert "in a few minutes" not in page
        corrections.set_rated(game.pk, True)
        assert "in a few minutes" in self.page(game, anna)
        count_ratings()
        assert "1500 → " in self.page(game, anna)

    def test_open_pages_are_told(
        self, game: Game, anna: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        heard: list[int] = []
        listener = lambda game_id, **_signal: heard.append(game_id)  # noqa: E731
        changes.beside.connect(listener)
        client = Client()
        client.force_login(anna)
        news = f"/games/{game.pk}/news/"
        stamp = client.get(news).json()["stamp"]
        assert client.get(news, {"stamp": stamp}).status_code == 204
        with django_capture_on_commit_callbacks(execute=True):
            self.counted(game)
        changes.beside.disconnect(listener)
        assert heard == [game.pk]
        new = client.get(news, {"stamp": stamp}).json()
        assert "1500 → " in new["regions"]["result"]["html"]

    def test_no_page_is_told_of_old_games(
        self, anna: User, ben: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        over([anna, ben], [20, 10])
        with django_capture_on_commit_callbacks() as announced:
            count_ratings()
        assert not announced
