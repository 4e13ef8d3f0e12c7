"""Pages of players, friends, leaderboards and statistics: what they show, and to whom."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.company import privacy, relationships
from accounts.models import Block, Circle, Friend, User
from games.absence import replacing
from games.errors import Illegal, Refused
from games.live import chat, watching
from games.lobby import limits, lists, open_games
from games.models import Game, Invitation, Preset, Seat, Standing
from games.ratings import lists as rating_lists
from games.ratings import seasons
from games.tasks import count_ratings, count_results
from notifications import bell, planning
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.people import browser_of as as_
from tests.people import person
from tests.statistics.played import over


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def cells(seen: str) -> list[str]:
    """The figures in the tables of a page."""
    return re.findall(r"<td[^>]*>([^<]*)</td>", seen)


@pytest.fixture
def history(anna: User, ben: User, cleo: User) -> list[Game]:
    """Twelve rated games, won by Anna in turn with Ben."""
    found = [over([anna, ben], [30 - day % 3, 20 + day], day=day) for day in range(12)]
    found += [over([anna, ben, cleo], [10, 20, 30], day=20)]
    count_ratings()
    count_results()
    return found


class TestPlayerPage:
    def test_a_stranger_sees_results_rating_and_games(
        self, client: Client, history: list[Game]
    ) -> None:
        seen = page(client, "/players/anna/")
        assert "Lanterns" in seen
        assert "chart-line" in seen
        assert "± " in seen
        assert "Send friend request" not in seen
        assert f"/games/{history[-1].pk}/" in seen

    def test_what_somebody_hides_is_not_there(
        self, client: Client, history: list[Game], anna: User
    ) -> None:
        privacy.hide(anna, ["ratings", "results", "games", "habits"])
        for reader in (client, as_(User.objects.get(username="ben"))):
            seen = page(reader, "/players/anna/")
            for word in ("chart-line", "Results", "Finished games", "Ran out of time"):
                assert word not in seen
            assert "game-card" not in page(reader, "/players/anna/games/")
        assert "chart-line" in page(as_(anna), "/players/anna/")

    def test_private_games_are_not_listed(self, client: Client, anna: User, ben: User) -> None:
        game = over([anna, ben], [3, 2], visibility=Game.Visibility.PRIVATE)
        assert f"/games/{game.pk}/" not in page(client, "/players/anna/")

    def test_two_who_have_met_see_who_was_ahead(self, history: list[Game], cleo: User) -> None:
        assert "1 : 0" in page(as_(cleo), "/players/anna/")

    @pytest.mark.parametrize("name", ["nobody", "former-player-1", "x" * 99, "a'b"])
    def test_nobody_has_no_page(self, client: Client, db: None, name: str) -> None:
        assert client.get(f"/players/{name}/").status_code == 404

    def test_a_closed_account_has_no_page(self, client: Client, anna: User) -> None:
        User.objects.filter(pk=anna.pk).update(is_active=False)
        assert client.get("/players/anna/").status_code == 404


class TestFriends:
    def test_two_are_friends_when_both_want_it(self, anna: User, ben: User) -> None:
        as_(anna).post("/players/ben/friend/act/")
        assert list(relationships.friends_of(anna.pk)) == []
        assert list(relationships.asking(ben.pk)) == [anna]
        assert "anna" in page(as_(ben), "/friends/")
        as_(ben).post("/friends/add/", {"name": "ANNA"})
        assert list(relationships.friends_of(anna.pk)) == [ben]
        assert list(relationships.friends_of(ben.pk)) == [anna]

    def test_a_stranger_is_led_to_the_sign_in(self, client: Client, anna: User) -> None:
        for address in ("/friends/", "/accounts/visibility/"):
            assert client.get(address).status_code == 302
        for address in (
            *("/players/anna/friend/act/", "/players/anna/block/act/", "/friends/add/"),
            *(
                "/friends/circles/",
                "/friends/start/1/",
                "/accounts/visibility/",
                "/accounts/exports/",
            ),
        ):
            answer = client.post(address)
            assert answer.status_code == 302
            assert "login" in answer["Location"]
        assert not Friend.objects.exists()
        assert not Block.objects.exists()

    def test_nonsense_is_refused(self, anna: User, ben: User) -> None:
        client = as_(anna)
        assert client.post("/players/ben/marry/act/").status_code == 404
        assert client.get("/players/ben/friend/act/").status_code == 405
        client.post("/players/anna/friend/act/")
        client.post("/players/anna/block/act/")
        client.post("/friends/add/", {"name": "\0nobody"})
        client.post("/friends/circles/", {"name": "Us", "member": ["ben", "anna", "nobody"]})
        assert not Friend.objects.exists()
        assert not Block.objects.exists()
        assert not Circle.objects.exists()

    def test_a_circle_starts_a_game_with_its_settings(self, anna: User, ben: User) -> None:
        relationships.befriend(anna, ben)
        relationships.befriend(ben, anna)
        client = as_(anna)
        client.post("/friends/circles/", {"name": "The Thursday table", "member": "ben"})
        circle = Circle.objects.get()
        form = {"players": "2", "bots": "0", "clock": "2", "visibility": "private", "rated": "on"}
        made = client.post(
            f"/games/types/lanterns/new/?circle={circle.pk}", {**form, "invite": "ben"}
        )
        assert made.status_code == 303, made.content.decode()[:3000]
        preset = Preset.objects.get()
        assert "Play Lanterns again" in page(client, "/friends/")
        again = client.post(f"/friends/start/{preset.pk}/")
        first, second = Game.objects.order_by("pk")
        assert again["Location"] == f"/games/{second.pk}/"
        assert (second.clock, second.rated, second.visibility) == (first.clock, True, "private")
        assert Invitation.objects.filter(game=second, user=ben).exists()

    def test_a_circle_is_its_owners(self, anna: User, ben: User, cleo: User) -> None:
        relationships.befriend(anna, ben)
        relationships.befriend(ben, anna)
        circle = relationships.make_circle(anna, "Us", [ben])
        preset = Preset.objects.create(circle=circle, type="lanterns", settings={"players": 2})
        other = as_(cleo)
        assert other.post(f"/friends/start/{preset.pk}/").status_code == 404
        assert other.post(f"/friends/circles/{circle.pk}/delete/").status_code == 404
        other.post(f"/games/types/lanterns/new/?circle={circle.pk}", {"players": "2"})
        assert Preset.objects.get().settings == {"players": 2}


class TestBeingTold:
    def ask(self, who: User, whom: User) -> None:
        as_(who).post(f"/players/{whom.username}/friend/act/")

    def told(self) -> list[tuple[str, str, dict[str, int]]]:
        found = Notification.objects.order_by("pk").select_related("user")
        return [(each.kind, each.user.username, each.data) for each in found]

    def test_who_is_asked_and_who_has_asked(self, anna: User, ben: User) -> None:
        self.ask(anna, ben)
        self.ask(anna, ben)  # once more changes nothing
        [asked] = Notification.objects.all()
        assert (asked.kind, asked.user, asked.data) == ("friend_asks", ben, {"by": anna.pk})
        assert kind_of(asked).why_not(asked) == ""
        planning.plan_due()
        assert bell.unread(ben.pk).answer() == 1, "it stands in the head of every page"
        assert "anna wants to be your friend" in page(as_(ben), "/notifications/")
        self.ask(ben, anna)
        assert self.told()[1:] == [("friend_agreed", "anna", {"by": ben.pk})]
        agreed = Notification.objects.get(kind="friend_agreed")
        assert kind_of(agreed).why_not(agreed) == ""
        assert kind_of(asked).why_not(asked) == "answered"
        relationships.unfriend(anna, ben)
        assert kind_of(agreed).why_not(agreed) == "friends no longer"
        assert kind_of(asked).why_not(asked) == "taken back"

    def test_not_again_the_same_day_nor_across_a_block(self, anna: User, ben: User) -> None:
        for _again in range(3):
            self.ask(anna, ben)
            relationships.unfriend(anna, ben)
        assert len(self.told()) == 1
        relationships.block(ben, anna)
        self.ask(anna, ben)
        assert len(self.told()) == 1

    def test_not_very_many_in_an_hour(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.PER_HOUR, "friend request", 1)
        self.ask(anna, ben)
        relationships.unfriend(anna, ben)
        refused = as_(anna).post("/players/ben/friend/act/")
        assert refused.status_code == 429
        assert as_(anna).post("/friends/add/", {"name": "ben"}).status_code == 429
        assert not Friend.objects.exists()

    def test_it_is_among_the_settings(self, anna: User) -> None:
        assert "somebody wants to be my friend" in page(as_(anna), "/notifications/settings/")


class TestBlocks:
    @pytest.fixture(autouse=True)
    def _blocked(self, anna: User, ben: User) -> None:
        relationships.befriend(anna, ben)
        relationships.befriend(ben, anna)
        relationships.make_circle(ben, "Us", [anna])
        as_(anna).post("/players/ben/block/act/")

    def test_a_block_ends_a_friendship(self, anna: User, ben: User) -> None:
        assert not Friend.objects.exists()
        assert Circle.objects.get().members.count() == 0
        as_(ben).post("/players/anna/friend/act/")
        assert not Friend.objects.exists()

    def test_nobody_but_its_maker_sees_it(self, anna: User, ben: User) -> None:
        assert "Unblock" in page(as_(anna), "/players/ben/")
        assert "blocked" not in page(as_(ben), "/players/anna/")
        assert "ben" in page(as_(anna), "/friends/")

    def test_neither_invites_nor_joins_the_other(self, anna: User, ben: User, cleo: User) -> None:
        for maker, other in ((anna, ben), (ben, anna)):
            game = open_games.create(maker.pk, "lanterns", 3).game
            assert game in lists.games(status="open", reader=cleo.pk)[:]
            assert game not in lists.games(status="open", reader=other.pk)[:]
            assert game in lists.looking_for_players("", cleo.pk)[:]
            assert game in lists.looking_for_players("", None)[:]
            assert game not in lists.looking_for_players("", other.pk)[:]
            with pytest.raises(Illegal, match="cannot invite"):
                open_games.invite(game.pk, maker.pk, [other.username])
            with pytest.raises(Refused, match="cannot play together"):
                open_games.join_game(game.pk, other.pk)
            open_games.join_game(game.pk, cleo.pk)

    def test_an_invitation_of_before_is_gone(self, anna: User, ben: User) -> None:
        relationships.unblock(anna, ben)
        open_games.create(ben.pk, "lanterns", 2, invite=["anna"])
        assert len(lists.invited(anna.pk)[:]) == 1
        relationships.block(anna, ben)
        assert not lists.invited(anna.pk)[:]

    def test_neither_reads_the_other_at_a_common_table(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        relationships.unblock(anna, ben)
        game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
        open_games.join_game(game_id, ben.pk)
        relationships.block(anna, ben)
        Notification.objects.all().delete()
        said = {user: chat.post(game_id, user.pk, f"by {user.username}") for user in (anna, ben)}
        assert [message.user for message in chat.messages(game_id, anna.pk)] == [anna]
        assert [message.user for message in chat.messages(game_id, ben.pk)] == [ben]
        assert len(chat.messages(game_id, cleo.pk)) == len(chat.messages(game_id)) == 2
        assert not Notification.objects.filter(kind="chat").exists()
        page_ = page(as_(anna), f"/games/{game_id}/")
        assert "by anna" in page_
        assert "by ben" not in page_
        for user, other in ((anna, ben), (ben, anna)):
            watcher = watching.watcher(game_id, user)
            assert watcher is not None
            live = json.dumps({"type": "chat", **chat.as_data(said[other])})
            assert not watcher.hears(live)
            assert watcher.hears(json.dumps({"type": "chat", **chat.as_data(said[user])}))

    def test_neither_takes_over_a_seat_beside_the_other(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 2).game
        open_games.join_game(game.pk, cleo.pk)
        Seat.objects.filter(game=game, user=cleo).update(bot="best", offered_at=timezone.now())
        assert game in lists.games(status="running", offered=True)[:]
        assert game not in lists.games(status="running", offered=True, reader=ben.pk)[:]
        assert game in lists.seats_on_offer("", None)[:]
        assert game not in lists.seats_on_offer("", ben.pk)[:]
        with pytest.raises(Refused, match="cannot play together"):
            replacing.take_seat(game.pk, ben.pk)

    def test_it_can_be_taken_back(self, anna: User, ben: User) -> None:
        as_(anna).post("/players/ben/unblock/act/", {"back": "friends"})
        assert not relationships.apart(anna.pk, ben.pk)
        game = open_games.create(anna.pk, "lanterns", 2).game
        open_games.join_game(game.pk, ben.pk)


class TestLeaderboard:
    def test_it_gives_a_place_to_a_player_who_is_no_longer_provisional(
        self, client: Client, history: list[Game], anna: User
    ) -> None:
        seen = page(client, "/games/types/lanterns/leaderboard/")
        seen = re.sub(r"<(?=/?span)[^>]*>", "", seen)
        places = re.findall(r"<tr[^>]*><td[^>]*>(\d+|–).*?players/(\w+)/", seen)
        assert {name: place != "–" for place, name in places} == {
            "anna": True,
            "ben": True,
            "cleo": False,
        }
        assert "anna" in page(client, "/games/types/lanterns/leaderboard/?season=20234")
        assert "anna" not in page(client, "/games/types/lanterns/leaderboard/?season=20233")
        assert "provisional" in page(
            as_(User.objects.get(username="cleo")), "/games/types/lanterns/leaderboard/"
        )

    def test_a_player_who_does_not_want_it_is_not_listed(
        self, client: Client, history: list[Game], anna: User, ben: User
    ) -> None:
        as_(anna).post("/accounts/visibility/", {"show": ["results", "nonsense"]})
        User.objects.filter(pk=ben.pk).update(is_active=False)
        seen = page(client, "/games/types/lanterns/leaderboard/")
        assert "anna" not in seen
        assert "ben" not in seen

    def test_provisional_ratings_fill_a_short_list_and_say_so(
        self, client: Client, db: None
    ) -> None:
        def rated(name: str, mu: float, *, listed: bool) -> User:
            user = person(name)
            Standing.objects.create(
                type="lanterns", season=0, user=user, mu=mu, sigma=5, games=3, listed=listed
            )
            return user

        rated("steady", 25, listed=True)
        rated("quick", 30, listed=False)
        privacy.hide(rated("shy", 31, listed=False), ["leaderboards"])
        seen = page(client, "/games/types/lanterns/leaderboard/")
        assert re.findall(r'<tr( class="is-provisional")?><td.*?players/(\w+)/', seen) == [
            ("", "steady"),
            (' class="is-provisional"', "quick"),
        ]
        for number in range(9):
            rated(f"listed{number}", 20, listed=True)
        assert "quick" not in page(client, "/games/types/lanterns/leaderboard/")

    def test_no_season_is_listed_before_anybody_was_rated(self, client: Client, db: None) -> None:
        def seasons_of_the_page() -> set[int]:
            seen = page(client, "/games/types/lanterns/leaderboard/")
            return {int(number) for number in re.findall(r'href="\?season=(\d+)"', seen)}

        now = seasons.season_of(timezone.now())
        assert seasons_of_the_page() == {0, now}
        before = seasons.before(seasons.before(now))
        Standing.objects.create(
            type="lanterns", season=before, user=person("early"), mu=25, sigma=2, games=10,
            listed=True,
        )  # fmt: skip
        assert seasons_of_the_page() == {0, now, seasons.before(now), before}

    def test_pages_follow_each_other_without_a_gap(
        self, client: Client, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rating_lists, "PER_PAGE", 3)
        people = [person(f"player{number}") for number in range(8)]
        for number, user in enumerate(people):
            Standing.objects.create(
                type="lanterns", season=0, user=user, mu=25 + number // 3, sigma=2, games=10,
                listed=True,
            )  # fmt: skip
        seen: list[str] = []
        address: str | None = ""
        while address is not None:
            shown = page(client, f"/games/types/lanterns/leaderboard/{address}")
            rows = re.findall(r'<td class="number">(\d+)</td><th scope="row"><a[^>]*>(\w+)<', shown)
            seen += [name for _place, name in rows]
            assert int(rows[-1][0]) == len(seen)
            following = re.search(r'href="(\?season=0&amp;after=[^"]*)"', shown)
            address = html.unescape(following[1]) if following else None
        assert len(seen) == len(set(seen)) == 8

    @pytest.mark.parametrize(
        "query",
        [
            "?after=nan,1,1",
            "?after=1,2",
            "?after=x",
            "?season=99999",
            "?after=1e999,1,1",
        ],
    )
    def test_nonsense_shows_the_beginning(self, client: Client, db: None, query: str) -> None:
        assert client.get(f"/games/types/lanterns/leaderboard/{query}").status_code == 200
        assert client.get("/games/types/go/leaderboard/").status_code == 404


class TestStatistics:
    def test_all_peoples_and_ones_own(
        self, client: Client, history: list[Game], anna: User
    ) -> None:
        seen = page(client, "/games/types/lanterns/statistics/?players=2")
        for words in ("Points by place", "Games won by seat", "Where the points come from"):
            assert words in seen
        assert "The mark shows your value." not in seen
        assert "The mark shows your value." in page(
            as_(anna), "/games/types/lanterns/statistics/?players=2"
        )
        own = page(as_(anna), "/games/types/lanterns/statistics/?players=2")
        assert cells(own)[:4] == ["29.2", "29.1", "24.9", "28.5"], "as first and second: all, anna"
        assert cells(own)[4:8] == ["79 %", "79 %", "21 %", ""], "she had the first seat only"

    def test_a_german_reads_figures_with_a_comma(self, client: Client, history: list[Game]) -> None:
        client.cookies["django_language"] = "de"
        assert cells(page(client, "/games/types/lanterns/statistics/?players=2"))[0] == "29,2"
        assert "1,3" in cells(page(client, "/players/anna/")), "the mean place"

    def test_a_type_nobody_has_played(self, client: Client, db: None) -> None:
        assert "No games have been counted yet" in page(client, "/games/types/bali/statistics/")
        assert client.get("/games/types/go/statistics/").status_code == 404
        assert client.get("/games/types/bali/statistics/?players=99").status_code == 200


def test_pages_ask_no_more_for_more_history(anna: User, ben: User) -> None:
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as found:
            page(reader, address)
        return len(found)

    reader = as_(ben)
    addresses = [
        *("/players/anna/", "/friends/", "/games/types/lanterns/leaderboard/"),
        "/games/types/lanterns/statistics/",
    ]
    numbers = []
    for round_ in range(2):
        for day in range(12):
            over([anna, ben], [day, 12], day=round_ * 100 + day)
        count_ratings()
        count_results()
        numbers.append([asked(address) for address in addresses])
    assert numbers[0] == numbers[1]
