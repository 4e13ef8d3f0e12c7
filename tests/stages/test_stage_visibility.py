"""The readers of a game type by its stage: an alpha is not there for others, a beta for people who
want it; what is played of them do not count."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import bots
from accounts.models import User
from games.errors import GameError, Illegal, NotFound, Refused
from games.live import watching
from games.lobby import lists, open_games, quick, rematch, seating, standing
from games.models import Best, Game, Milestone, Package, RatingChange, Tally
from games.ratings.counting import RATINGS
from games.stages import stage_visibility
from games.statistics.milestones import MILESTONES
from games.statistics.results import RESULTS
from games.storage.position import Position, load
from games.tournaments import listing, opening
from games.tournaments.plan import Plan
from notifications import kinds
from notifications.models import Announcement, Preference
from tests.clubs.founding import browser, club_of
from tests.games.api import Caller
from tests.people import person
from tests.stages.people import guest, staged
from tests.statistics.played import over

#: Where game types and games are offered or named, for somebody who is signed in.
LISTS = (
    *("/games/", "/lobby/", "/lobby/?look=cards", "/lobby/?show=running", "/my/", "/people/"),
    *("/lobby/standing/", "/friends/", "/people/me/", "/players/anna/", "/players/anna/games/"),
    *("/tournaments/", "/tournaments/new/", "/clubs/", "/practice/"),
    *("/games/types/imhotep/leaderboard/", "/games/types/imhotep/"),
)
OF_TYPE = ("", "new/", "first/", "leaderboard/", "statistics/", "card.png", "board.png")


def shown(user: User | None, address: str, **query: Any) -> tuple[int, str]:
    answer = browser(user).get(address, query, follow=True)
    return answer.status_code, answer.content.decode()


def knows(user: User | None) -> set[str]:
    """The lists in which this person finds the game."""
    return {address for address in LISTS if "antern" in shown(user, address)[1]}


@pytest.mark.slow
def test_an_alpha_is_there_for_its_testers_and_nobody_else(anna: User, ben: User) -> None:
    staged("alpha", [anna])
    game = open_games.create(anna.pk, "lanterns", 2, rated=True).game
    assert (game.stage, game.rated) == ("alpha", False)
    assert {"/games/", "/lobby/", "/my/", "/players/anna/games/"} <= knows(anna)
    assert "do not count" not in shown(anna, "/games/types/imhotep/")[1]
    for part in OF_TYPE[:5]:
        assert shown(anna, f"/games/types/lanterns/{part}")[0] == 200, part
    for other in (ben, guest(), None):
        assert knows(other) == set()
        for address in ("/", "/sitemap.xml", f"/games/{game.pk}/", f"/games/{game.pk}/log/"):
            assert "antern" not in shown(other, address)[1], address
        for part in set(OF_TYPE) - ({"new/"} if other is None else set()):
            assert shown(other, f"/games/types/lanterns/{part}")[0] == 404, part
        assert shown(other, f"/games/{game.pk}/", key=game.key)[0] == 404
        assert browser(other).post("/play/", {"type": "lanterns"}).status_code == 404
        assert browser(other).post("/lessons/", {"type": "lanterns"}).status_code == 404
        assert watching.watcher(game.pk, other, game.key) is None
    assert watching.watcher(game.pk, anna) is not None


def test_programs_see_what_their_owners_do(anna: User, ben: User) -> None:
    staged("alpha", [anna])
    game = open_games.create(anna.pk, "lanterns", 2).game
    for user, seen in (
        (anna, True),
        (bots.make(anna, "ann")[0], True),
        (ben, False),
        (None, False),
    ):
        caller = Caller(user)
        slugs = [each["type"] for each in caller.get("types")[1]["types"]]
        assert ("lanterns" in slugs) is seen
        assert caller.get("types/lanterns")[0] == (200 if seen else 404)
        assert bool(caller.get("games", status="open")[1]["games"]) is seen
        assert caller.get(f"games/{game.pk}")[0] == (200 if seen else 404)
    refused = Caller(ben).post("games", {"type": "lanterns", "players": 2})
    assert refused[0] == 422
    assert "lanterns" not in refused[1]["error"]["message"].split("one of these:")[1]
    assert Caller(ben).post(f"games/{game.pk}/join")[0] == 404


def test_nobody_else_comes_in_by_another_way(anna: User, ben: User, cleo: User) -> None:
    staged("alpha", [anna])
    game = open_games.create(anna.pk, "lanterns", 2).game
    with pytest.raises(NotFound):
        open_games.join_game(game.pk, ben.pk, key=game.key)
    with pytest.raises(Illegal, match="ben is not a tester of this game"):
        open_games.invite(game.pk, anna.pk, ["ben"])
    with pytest.raises(Illegal):
        quick.match(ben.pk, "lanterns", "slow")
    with pytest.raises(Illegal):
        standing.make(ben.pk, "lanterns", 2, "slow", most=1)
    for who in (anna, ben):  # no tournament of it, whoever asks
        with pytest.raises(GameError):
            opening.open_(who.pk, Plan(name="Cup", kind="robin", type="lanterns", players=2))
    standing.make(anna.pk, "lanterns", 2, "slow", most=1)
    package = staged("published")
    standing.make(cleo.pk, "lanterns", 2, "slow", most=1)
    package = staged("alpha", [anna])
    assert seating.take_up() == 0  # Cleo's invitation waits for better days
    package.testers.add(cleo)
    assert seating.take_up() == 1


def test_members_of_a_club_test_what_it_tests(anna: User, ben: User, cleo: User) -> None:
    club = club_of(anna, ben)
    staged("alpha").clubs.add(club)
    assert "lanterns" in [rules.slug for rules in stage_visibility.types(ben.pk)]
    assert "lanterns" not in [rules.slug for rules in stage_visibility.types(cleo.pk)]
    assert stage_visibility.without("lanterns", [anna.pk, ben.pk, cleo.pk]) == {cleo.pk}
    game = open_games.create(anna.pk, "lanterns", 2, club=club.pk).game
    assert shown(ben, f"/clubs/{club.pk}/games/")[1].count("antern")
    club.members.filter(user=ben).delete()
    assert not statements_see(game, ben)


def statements_see(game: Game, user: User) -> bool:
    try:
        return bool(load(game.pk, user.pk))
    except NotFound:
        return False


@pytest.mark.slow
def test_a_beta_is_for_somebody_who_wants_betas_and_says_so(anna: User, ben: User) -> None:
    staged("beta")
    profile = {"language": "en", "time_zone": "UTC", "wants_betas": "on"}
    assert knows(anna) == set()
    browser(anna).post("/accounts/profile/", profile)
    assert {"/games/", "/lobby/"} <= knows(anna)
    assert "its games count nowhere" in shown(anna, "/games/types/lanterns/")[1]
    made = open_games.create(anna.pk, "lanterns", 2, rated=True).game
    assert (made.stage, made.rated) == ("beta", False)
    assert "its games count nowhere" in shown(anna, f"/games/{made.pk}/")[1]
    assert knows(ben) == set()
    assert shown(ben, f"/games/{made.pk}/")[0] == 200  # by a link, one may look
    with pytest.raises(Refused, match="show me betas"):
        open_games.join_game(made.pk, ben.pk)
    with pytest.raises(Illegal, match="has not asked to see betas"):
        open_games.invite(made.pk, anna.pk, ["ben"])
    stranger = guest()
    User.objects.filter(pk=stranger.pk).update(wants_betas=True)
    assert knows(stranger) == set()
    User.objects.filter(pk=ben.pk).update(wants_betas=True)
    started = open_games.join_game(made.pk, ben.pk)
    assert started.game.status == Game.Status.RUNNING
    assert "its games count nowhere" in shown(ben, f"/games/{made.pk}/")[1]


def test_what_runs_goes_on_when_a_stage_is_lowered(duel: Position, cleo: User) -> None:
    people = [seat.user for seat in duel.seats if seat.user]
    assert statements_see(duel.game, cleo)
    staged("alpha")
    assert not statements_see(duel.game, cleo)
    for user in people:
        assert shown(user, f"/games/{duel.game.pk}/")[0] == 200
        assert "antern" in shown(user, "/my/")[1]
    again = person("dora")
    Game.objects.filter(pk=duel.game.pk).update(status=Game.Status.FINISHED)
    offered = rematch.agree(duel.game.pk, people[0].pk)
    assert offered is not None
    assert not statements_see(duel.game, again)
    assert Game.objects.get(pk=duel.game.pk).stage == ""  # it counts as it began


def test_games_of_alphas_and_betas_count_nowhere(anna: User, ben: User) -> None:
    for day, stage in enumerate(("alpha", "beta")):
        over([anna, ben], [30, 10], day=day, stage=stage)
    for count in (RATINGS, RESULTS, MILESTONES):
        count.tick()
    for model in (RatingChange, Tally, Milestone, Best):
        assert not model._default_manager.exists(), model
    over([anna, ben], [30, 10], day=3)
    for count in (RATINGS, RESULTS, MILESTONES):
        count.tick()
    assert RatingChange.objects.count() == 2
    assert Milestone.objects.exists()
    assert "antern" in shown(ben, "/players/anna/")[1]
    staged("alpha", [anna])  # what counted before is not told of what is no longer there
    assert "antern" not in shown(ben, "/players/anna/")[1]
    assert "antern" in shown(anna, "/players/anna/")[1]


def test_a_tournament_of_what_is_no_longer_published_goes_on_for_its_people(
    anna: User, ben: User
) -> None:
    cup = opening.open_(anna.pk, Plan(name="Cup", kind="robin", type="lanterns", players=2))
    staged("alpha")
    assert listing.one(cup.pk, anna.pk) == cup
    with pytest.raises(NotFound):
        listing.one(cup.pk, ben.pk)
    assert cup not in listing.seen_by(ben.pk)


def test_lists_ask_no_more_of_the_database_for_stages_and_testers(anna: User, ben: User) -> None:
    def asked() -> int:
        client = browser(ben)
        with CaptureQueriesContext(connection) as found:
            client.get("/lobby/")
        return len(found)

    before = asked()
    package = staged("alpha", [anna, ben])
    package.clubs.add(club_of(anna, ben))
    for _game in range(3):
        open_games.create(anna.pk, "lanterns", 2)
    waiting = len(lists.looking_for_players("", ben.pk)[:])
    assert waiting == 3
    one = asked()
    open_games.create(anna.pk, "lanterns", 2)
    assert asked() == one
    assert before <= one


def test_only_who_may_sets_a_stage(admin_client: Client, anna: User, ben: User) -> None:
    address = "/admin/games/package/add/"
    sent = {"type": "lanterns", "stage": "alpha", "testers": [anna.pk], "maintainers": [ben.pk]}
    assert browser(anna).post(address, sent).status_code == 302
    assert not stage_visibility.trial("lanterns")
    assert admin_client.post(address, {**sent, "type": "chess"}).status_code == 200
    assert not stage_visibility.trial("lanterns")
    assert admin_client.post(address, sent).status_code == 302
    assert stage_visibility.trial("lanterns") == "alpha"
    assert {rules.slug for rules in stage_visibility.types(ben.pk)} >= {"lanterns"}
    log = admin_client.get("/admin/accounts/act/").content.decode()
    assert "add package" in log
    assert "people package" in log


def test_a_seat_on_offer_is_told_to_those_who_may_see_it(anna: User, ben: User, cleo: User) -> None:
    """Everybody here has asked to be told of such seats."""
    staged("alpha", [anna, ben])
    game = open_games.create(anna.pk, "lanterns", 2).game
    game = open_games.join_game(game.pk, ben.pk).game
    dora = person("dora")
    Package.objects.get(pk="lanterns").testers.add(dora)
    for user in (anna, ben, cleo, dora):
        Preference.objects.create(user=user, kind="offered", channel="mail", when="now")
    kind = kinds.get("offered")
    assert set(kind.audience(Announcement(kind="offered", game=game))) == {dora.pk}
