"""People by the API: what they show to whom, friends, blocks, leaderboards, statistics, news."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.company import privacy, relationships
from accounts.models import Block, Friend, Privacy, User
from accounts.moderation import sanctions
from community import own_profile
from community.models import News, NewsText, Profile
from games.lobby import limits
from games.models import Game, Preset, Standing
from games.models.packages import Package, Stage
from games.ratings import lists as rating_lists
from games.stages import stage_visibility
from games.tasks import count_ratings, count_results
from tests.games.api import Caller
from tests.people import person
from tests.statistics.played import over

PARTS = ("ratings", "results", "milestones", "habits", "games")
FACE = {"piece": "boat", "colour": "blue", "pattern": "waves", "ground": "sea"}


@pytest.fixture
def history(anna: User, ben: User) -> list[Game]:
    """Twelve rated games of Anna and Ben."""
    found = [over([anna, ben], [30 - day % 3, 20 + day], day=day) for day in range(12)]
    count_ratings()
    count_results()
    return found


@pytest.fixture
def hidden_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanterns is an alpha, which nobody sees who has not been let in."""
    Package.objects.update_or_create(type="lanterns", defaults={"stage": Stage.ALPHA})


class TestAPerson:
    def test_is_shown_with_results_ratings_and_what_the_caller_has_in_common(
        self, history: list[Game], anna: User
    ) -> None:
        status, ben = Caller(anna).get("people/BEN")
        assert (status, ben["username"], ben["hidden"]) == (200, "ben", [])
        assert ben["results"][0]["games"] == 12
        assert [(one["type"], one["games"]) for one in ben["ratings"]] == [("lanterns", 12)]
        assert ben["you"]["games"] == 12
        assert (ben["you"]["ahead"], ben["you"]["behind"]) == (9, 2)
        _, anna_to_ben = Caller(User.objects.get(username="ben")).get("people/anna")
        assert anna_to_ben["you"]["ahead"] == ben["you"]["behind"]

    def test_is_shown_to_nobody_without_what_is_between_people(self, history: list[Game]) -> None:
        status, ben = Caller().get("people/ben")
        assert (status, ben["you"], ben["here"]) == (200, None, None)
        assert ben["results"]

    @pytest.mark.parametrize("part", PARTS)
    def test_does_not_show_what_they_hide(
        self, history: list[Game], anna: User, ben: User, part: str
    ) -> None:
        privacy.hide(ben, [part])
        for caller in (Caller(anna), Caller()):
            _, shown = caller.get("people/ben")
            assert shown["hidden"] == [part]
            rows = {**shown, "games": caller.get("people/ben/games")[1]["games"]}
            assert not rows[part]
            assert all(rows[each] for each in PARTS if each not in (part, "milestones"))
            assert bool(caller.get("people/ben/ratings")[1]["ratings"]) == (part != "ratings")
        _, own = Caller(ben).get("me")
        assert own["hidden"] == []

    def test_has_a_rating_with_its_history(self, history: list[Game], anna: User) -> None:
        _, found = Caller().get("people/anna/ratings")
        [rating] = found["ratings"]
        assert [one["game"] for one in rating["history"]] == [game.pk for game in history]
        assert rating["history"][-1]["after"] == rating["number"]
        assert rating["history"][0]["before"] == 1500

    def test_lists_public_games_page_by_page(self, anna: User, ben: User) -> None:
        games = [over([anna, ben], [3, 2], day=day).pk for day in range(3)]
        over([anna, ben], [3, 2], visibility=Game.Visibility.PRIVATE)
        _, first = Caller().get("people/anna/games", limit=2)
        assert [one["id"] for one in first["games"]] == games[:0:-1]
        _, rest = Caller().get("people/anna/games", limit=2, before=first["next"])
        assert ([one["id"] for one in rest["games"]], rest["next"]) == (games[:1], None)

    def test_does_not_show_a_type_that_the_caller_may_not_see(
        self, history: list[Game], anna: User, ben: User, hidden_type: None
    ) -> None:
        own_profile.save_profile(ben.pk, "boat blue waves sea", "", ["lanterns"])
        assert "lanterns" not in stage_visibility.type_names(None)
        _, shown = Caller().get("people/ben")
        assert (shown["results"], shown["ratings"], shown["favourites"]) == ([], [], [])
        assert shown["milestones"] == []
        assert Caller().get("people/ben/ratings")[1]["ratings"] == []
        assert Caller().get("people/ben/games")[1]["games"] == []
        for page in ("leaderboard", "statistics"):
            assert Caller().get(f"types/lanterns/{page}")[0] == 404

    def test_whom_the_caller_has_blocked_says_nothing_to_them(self, anna: User, ben: User) -> None:
        own_profile.save_profile(ben.pk, "boat blue waves sea", "Mostly evenings.", [])
        assert Caller(anna).get("people/ben")[1]["about"] == "Mostly evenings."
        relationships.block(anna, ben)
        _, shown = Caller(anna).get("people/ben")
        assert (shown["about"], shown["you"]["blocked"]) == ("", True)

    def test_who_has_blocked_the_caller_does_not_show_it(self, anna: User, ben: User) -> None:
        before = Caller(anna).get("people/ben")[1]
        relationships.block(ben, anna)
        assert Caller(anna).get("people/ben")[1] == before

    @pytest.mark.parametrize("name", ["nobody", "x", "x" * 300, "a b", "former-player-1"])
    def test_is_not_found_by_nonsense(self, anna: User, name: str) -> None:
        for caller in (Caller(anna), Caller()):
            for path in ("", "/ratings", "/games"):
                assert caller.get(f"people/{name}{path}")[0] == 404
        for act in ("friend", "unfriend", "block", "unblock"):
            assert Caller(anna).post(f"people/{name}/{act}")[0] == 404

    def test_whose_account_is_closed_is_not_found(self, anna: User) -> None:
        User.objects.filter(pk=anna.pk).update(is_active=False)
        assert Caller().get("people/anna")[0] == 404

    def test_who_is_suspended_is_found(self, anna: User, ben: User) -> None:
        sanctions.impose(ben, "suspension", by=None, reason="Rude", until=None)
        assert Caller(anna).get("people/ben")[1]["suspended"] is True


class TestFriendship:
    def test_is_asked_for_and_agreed_to(self, anna: User, ben: User) -> None:
        assert Caller(anna).post("people/ben/friend")[1]["you"]["friend"] == "asked"
        assert Caller(ben).get("friends")[1]["asking"] == ["anna"]
        assert Caller(ben).post("people/anna/friend")[1]["you"]["friend"] == "both"
        assert Caller(anna).get("friends")[1]["friends"] == ["ben"]
        assert Caller(anna).post("people/ben/unfriend")[1]["you"]["friend"] == ""
        assert not Friend.objects.exists()

    def test_ends_with_a_block_that_the_other_does_not_see(self, anna: User, ben: User) -> None:
        Caller(anna).post("people/ben/friend")
        Caller(ben).post("people/anna/friend")
        assert Caller(anna).post("people/ben/block")[1]["you"]["blocked"] is True
        assert Caller(anna).get("friends")[1]["blocked"] == ["ben"]
        assert Caller(ben).get("people/anna")[1]["you"]["blocked"] is False
        status, refused = Caller(ben).post("people/anna/friend")
        assert (status, refused["error"]["code"]) == (422, "refused")
        assert Caller(anna).post("people/ben/unblock")[1]["you"]["blocked"] is False
        assert not Block.objects.exists()

    @pytest.mark.parametrize("act", ["friend", "block"])
    def test_with_oneself_is_refused(self, anna: User, act: str) -> None:
        assert Caller(anna).post(f"people/anna/{act}")[0] == 422

    @pytest.mark.parametrize("act", ["friend", "unfriend", "block", "unblock"])
    def test_needs_an_account_and_a_token_for_everything(
        self, anna: User, ben: User, act: str
    ) -> None:
        assert Caller().post(f"people/ben/{act}")[0] == 401
        for scope in ("read", "play"):
            assert Caller(anna, scope).post(f"people/ben/{act}")[0] == 403
        assert not Friend.objects.exists()
        assert not Block.objects.exists()

    def test_is_not_asked_for_too_often(self, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.PER_HOUR, "friend request", 2)
        names = [person(f"other{number}").username for number in range(3)]
        found = [Caller(anna).post(f"people/{name}/friend")[0] for name in names]
        assert found == [200, 200, 429]

    def test_of_several_makes_a_circle(self, anna: User, ben: User, cleo: User) -> None:
        relationships.befriend(anna, ben)
        relationships.befriend(ben, anna)
        me = Caller(anna)
        circle = {"name": "Thursday", "members": ["ben", "cleo", "nobody"]}
        _, lists = me.post("friends/circles", circle)
        assert [one["members"] for one in lists["circles"]] == [["ben"]]
        number = lists["circles"][0]["id"]
        preset = Preset.objects.create(circle_id=number, type="lanterns", settings={"players": 2})
        status, game = me.post(f"friends/presets/{preset.pk}")
        assert (status, game["status"]) == (201, "open")
        for caller, status in ((Caller(cleo), 404), (Caller(), 401), (me, 200)):
            path = f"friends/presets/{preset.pk}"
            assert status == 200 or caller.post(path)[0] == status
            assert caller.delete(f"friends/circles/{number}")[0] == status
        assert me.get("friends")[1]["circles"] == []
        for bad in ({"name": "", "members": ["ben"]}, {"name": "x", "members": ["cleo"]}):
            assert me.post("friends/circles", bad)[0] == 422


class TestTheCaller:
    def test_changes_how_they_are_shown(self, anna: User) -> None:
        body = {"face": FACE, "about": "Evenings", "favourites": ["lanterns", "chess"]}
        status, me = Caller(anna).put("me/profile", body)
        assert (status, me["about"], me["face"]) == (200, "Evenings", FACE)
        assert me["favourites"] == ["lanterns"]

    @pytest.mark.parametrize(
        "bad",
        [
            {"face": {**FACE, "piece": "tank"}},
            {"face": FACE, "about": "x" * 301},
            {"face": FACE, "links": ["http://plain.example"]},
        ],
    )
    def test_is_refused_what_cannot_be_shown(self, anna: User, bad: dict[str, object]) -> None:
        assert Caller(anna).put("me/profile", bad)[0] == 422
        assert not Profile.objects.exists()

    def test_hides_parts_and_sees_which(self, anna: User) -> None:
        me = Caller(anna)
        assert me.put("me/hidden", {"hidden": ["ratings"]}) == (200, {"hidden": ["ratings"]})
        assert me.get("me/hidden")[1] == {"hidden": ["ratings"]}
        assert me.put("me/hidden", {"hidden": ["money"]})[0] == 422
        assert privacy.hidden_by(anna.pk) == {"ratings"}

    def test_takes_another_name_once(self, anna: User, ben: User) -> None:
        me = Caller(anna)
        assert me.post("me/name", {"name": "ben"})[0] == 422
        assert me.post("me/name", {"name": "Annika"})[1]["username"] == "Annika"
        assert me.post("me/name", {"name": "Annette"})[0] == 422

    def test_is_nobody_without_an_account(self, db: None) -> None:
        nobody = Caller()
        assert nobody.get("me")[0] == nobody.get("me/hidden")[0] == nobody.get("friends")[0] == 401
        assert nobody.put("me/hidden", {"hidden": []})[0] == 401
        assert nobody.put("me/profile", {"face": FACE})[0] == 401
        assert nobody.post("me/name", {"name": "Annika"})[0] == 401
        assert not Privacy.objects.exists()


class TestALeaderboard:
    @pytest.fixture
    def rated(self, db: None) -> list[User]:
        people = [person(f"player{number}") for number in range(8)]
        for number, user in enumerate(people):
            Standing.objects.create(
                type="lanterns", season=0, user=user, mu=25 + number // 3, sigma=2, games=10,
                listed=number != 1,
            )  # fmt: skip
        return people

    def test_lists_the_best_first_page_by_page(
        self, rated: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rating_lists, "PER_PAGE", 3)
        found: list[tuple[int, str]] = []
        after: str | None = ""
        while after is not None:
            _, page = Caller().get("types/lanterns/leaderboard", after=after)
            found += [(one["place"], one["user"]) for one in page["leaders"] if one["place"]]
            after = page["next"]
        assert [place for place, _name in found] == list(range(1, 8))
        assert found[0][1] == "player6"
        assert "player1" not in {name for _place, name in found}

    def test_lists_provisional_ratings_below_while_it_is_short(self, rated: list[User]) -> None:
        _, page = Caller(rated[1]).get("types/lanterns/leaderboard")
        assert page["leaders"][-1]["user"] == "player1"
        assert page["leaders"][-1]["place"] is None
        assert page["you"]["provisional"] is True

    def test_leaves_out_people_who_do_not_want_to_be_listed(self, rated: list[User]) -> None:
        for user in rated[:2]:
            privacy.hide(user, ["leaderboards"])
        _, page = Caller().get("types/lanterns/leaderboard")
        assert len(page["leaders"]) == 6

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ("season=20261", 200),
            ("season=99999", 422),
            ("season=x", 400),
            ("after=nan,1,1", 422),
            ("after=x", 422),
            ("live=1", 200),
        ],
    )
    def test_answers_nonsense_with_what_is_wrong(self, db: None, query: str, status: int) -> None:
        assert Caller().get(f"types/lanterns/leaderboard?{query}")[0] == status

    def test_of_no_type_is_not_found(self, db: None) -> None:
        assert Caller().get("types/chess/leaderboard")[0] == 404


class TestStatistics:
    def test_are_of_all_and_of_the_callers_own_games(
        self, history: list[Game], anna: User, cleo: User
    ) -> None:
        _, shown = Caller(anna).get("types/lanterns/statistics")
        assert (shown["players"], shown["games"]) == (2, {"2": 12})
        assert [one["key"] for one in shown["places"]] == ["1", "2"]
        assert sum(one["all"] for one in shown["wins"]) == pytest.approx(100)
        assert any(one["own"] is not None for one in shown["seats"])
        _, other = Caller(cleo).get("types/lanterns/statistics")
        assert all(one["own"] is None for one in other["seats"])

    def test_of_no_games_are_empty(self, db: None) -> None:
        _, shown = Caller().get("types/lanterns/statistics", players=3)
        assert (shown["moves"], shown["places"]) == (None, [])
        assert Caller().get("types/lanterns/statistics", players=9)[0] == 422


class TestNews:
    def test_are_read_page_by_page_and_drafts_are_not(
        self, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = timezone.now()
        numbers = []
        for age in range(22):
            item = News.objects.create(published_at=now - timedelta(days=age))
            NewsText.objects.create(news=item, language="en", title=f"News {age}", text="Words")
            numbers.append(item.pk)
        draft = News.objects.create()
        NewsText.objects.create(news=draft, language="en", title="Draft", text="Words")
        _, first = Caller(anna).get("news")
        assert [one["id"] for one in first["news"]] == numbers[:20]
        _, rest = Caller().get("news", before=first["next"])
        assert ([one["id"] for one in rest["news"]], rest["next"]) == (numbers[20:], None)
        assert Caller().get(f"news/{numbers[0]}")[1]["title"] == "News 0"
        for number in (draft.pk, 0, 10**30):
            assert Caller().get(f"news/{number}")[0] == 404
        for before in ("x", "2026-01-01", "2026-01-01T00:00:00"):
            assert Caller().get("news", before=before)[0] == 400
