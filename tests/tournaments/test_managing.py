"""The page of a tournament's organisers, and the same by the API; what is striking about its
games."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts import shared_browsers
from accounts.models import User
from games.models import Entrant, Game, Seat, Table, TablePlayer, Tournament
from games.moves import actions
from games.tournaments.running import fairness, running
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.tournaments.playing import crowd, opened
from tests.tournaments.test_pages import _asked

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "there is a fair on these days"


def moderator(name: str = "moderator") -> User:
    user = person(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return user


def begun(people: int = 4, **changed: Any) -> tuple[Tournament, list[User]]:
    """With one more: the organiser, not a player."""
    users = crowd(people + 1)
    here = opened(users[0], users[1:], **{"pause_days": 10, "at_once": 1, **changed})
    running.advance(here.pk)
    here.refresh_from_db()
    return here, users


def lost(here: Tournament) -> Table:
    """A table that is over, as the one with the first seat has resigned."""
    table = Table.objects.filter(tournament=here, state="running").order_by("pk")[0]
    assert table.game is not None
    actions.resign(table.game.pk, table.players.all()[0].entrant.user_id)
    running.advance(here.pk)
    return table


@pytest.mark.slow
def test_who_may_look_and_what_they_find(times: Times) -> None:
    here, users = begun()
    table = lost(here)
    for user, status in ((None, 302), (users[1], 403), (users[0], 200), (moderator(), 200)):
        for address in ("run/", f"tables/{table.pk}/"):
            answer = as_(user).get(f"/tournaments/{here.pk}/{address}")
            assert answer.status_code == status, (user, address)
    page = as_(users[0]).get(f"/tournaments/{here.pk}/run/").content.decode()
    for said in ("Pause it", "Remove player", "Cancel tournament", "Change", "facts, not verdicts"):
        assert said in page
    assert "Visible only to moderators" not in page
    assert "Manage" in as_(users[0]).get(f"/tournaments/{here.pk}/").content.decode()
    assert "Manage" not in as_(users[1]).get(f"/tournaments/{here.pk}/").content.decode()
    for address in (f"{here.pk}/tables/{10**25}/", f"{here.pk}/tables/0/", "999999/run/"):
        assert as_(users[0]).get(f"/tournaments/{address}").status_code == 404
    other, _users = opened(users[0], users[1:3], name="Other"), users
    assert as_(users[0]).get(f"/tournaments/{other.pk}/tables/{table.pk}/").status_code == 404


def test_a_result_is_changed_by_the_page_and_nonsense_is_told(times: Times) -> None:
    here, users = begun()
    table, client = lost(here), as_(users[0])
    address = f"/tournaments/{here.pk}/tables/{table.pk}/"
    good = {"rank-0": "1", "rank-1": "2", "reason": REASON}
    for changed in ({"reason": "no"}, {"rank-0": ""}, {"rank-1": "9"}, {"rank-0": "1e9"}):
        answer = client.post(address, {**good, **changed})
        assert answer.status_code == 422
        assert not TablePlayer.objects.filter(table=table, table__how="corrected").exists()
    assert as_(users[1]).post(address, good).status_code == 403
    assert client.post(address, good).status_code == 303
    assert list(TablePlayer.objects.filter(table=table).values_list("rank", flat=True)) == [1, 2]
    log = as_(None).get(f"/tournaments/{here.pk}/log/").content.decode()
    assert "corrected" in log
    assert REASON in log


def test_it_is_paused_and_goes_on_by_the_page(times: Times) -> None:
    here, users = begun()
    client = as_(users[0])
    for data in (
        {},
        {"days": "3"},
        {"days": "x", "reason": REASON},
        {"days": "999", "reason": REASON},
    ):
        assert client.post(f"/tournaments/{here.pk}/pause/", data).status_code in (409, 422)
    assert (
        client.post(f"/tournaments/{here.pk}/pause/", {"days": "3", "reason": REASON}).status_code
        == 303
    )
    page = as_(None).get(f"/tournaments/{here.pk}/").content.decode()
    assert "It is paused, and resumes by itself" in page
    assert "Resume now" in client.get(f"/tournaments/{here.pk}/run/").content.decode()
    assert client.post(f"/tournaments/{here.pk}/go-on/", {"reason": REASON}).status_code == 303
    assert client.post(f"/tournaments/{here.pk}/go-on/", {"reason": REASON}).status_code == 409
    log = as_(None).get(f"/tournaments/{here.pk}/log/").content.decode()
    assert "Paused for 3 days" in log
    assert "The tournament has resumed" in log


def test_programs_run_it_too(times: Times) -> None:
    here, users = begun()
    table = lost(here)
    client, path = as_(users[0]), f"/api/v1/tournaments/{here.pk}"
    token = client.get("/tournaments/").cookies.get("csrftoken")
    headers = {"X-CSRFToken": token.value} if token else {}

    def post(what: str, data: dict[str, Any], by: Client = client) -> int:
        answer = by.post(f"{path}/{what}", data, content_type="application/json", headers=headers)
        return answer.status_code

    calls: list[tuple[str, dict[str, Any]]] = [
        (f"tables/{table.pk}/result", {"ranks": [1, 2], "reason": REASON}),
        ("pause", {"days": 2, "reason": REASON}),
        ("go-on", {"reason": REASON}),
        ("disqualify", {"user": "p3", "reason": REASON}),
        ("call-off", {"reason": REASON}),
    ]
    for what, data in calls:
        assert Client().post(f"{path}/{what}", data, "application/json").status_code == 401
        assert post(what, {}) == 400, what
        assert post(what, {**data, "reason": "no"}) == 422, what
        assert post(what, data) == 200, what
    assert post("tables/99999999999999999999/result", calls[0][1]) == 404
    assert Entrant.objects.get(user=users[2]).state == "disqualified"
    whole = client.get(path).json()
    assert whole["status"] == "cancelled"
    assert whole["paused_until"] is None
    assert table.pk in {game["table"] for game in whole["games"]}


def test_games_given_up_ahead_or_early_and_again_against_the_same_are_told_with_numbers(
    times: Times,
) -> None:
    here, users = begun(2)
    other = opened(users[0], users[1:], name="Other", at_once=1)
    running.advance(other.pk)
    for each in (here, other):
        table = Table.objects.get(tournament=each)
        loser, winner = (player.entrant.user for player in table.players.all())
        assert table.game is not None
        actions.resign(table.game.pk, loser.pk)
        running.advance(each.pk)
        table.players.filter(entrant__user=loser).update(score=9)
        table.players.filter(entrant__user=winner).update(score=4)
    game = Table.objects.get(tournament=here).game
    assert game is not None
    for number in range(8):
        Game.objects.create(
            type="lanterns", players=2, status="finished", number=60 + number,
            started_at=times.now, finished_at=times.now, created_by=users[0],
        )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(number=4)
    found = fairness.facts(here)
    [ahead], [early], [again] = found
    assert (ahead.game, ahead.points, ahead.best_other, ahead.moves) == (game.pk, 9, 4, 4)
    assert (early.game, early.moves, early.usual) == (game.pk, 4, 63), "of those played out"
    assert again.games == 2
    assert {again.who, again.other} == {users[1].pk, users[2].pk}
    page = as_(users[0]).get(f"/tournaments/{here.pk}/run/").content.decode()
    assert "with 9 : 4 points" in page
    assert "over after 4 moves; half of all games take 63 or more" in page
    assert "2 games against" in page


def test_what_accounts_have_in_common_is_for_moderators_who_do_not_play_in_it(
    times: Times,
) -> None:
    here, users = begun(3)
    User.objects.filter(pk=users[1].pk).update(email="sailor@example.org")
    User.objects.filter(pk=users[2].pk).update(email="sailor+2@example.org")
    address = f"/tournaments/{here.pk}/run/"
    client = as_(moderator())
    seen = client.get(address).content.decode()
    assert "p2, p3: the same mailbox (strong)" in seen
    assert "sailor" not in seen, "no address is told"
    shared_browsers.record_shared_browsers(users[3].pk, [users[1].pk])
    seen = client.get(address).content.decode()
    assert "p2, p4: signed in with the same browser (of some weight)" in seen
    for word in ("mailbox", "same browser"):
        assert word not in as_(users[0]).get(address).content.decode()
    User.objects.filter(pk=users[3].pk).update(is_staff=True)
    users[3].user_permissions.add(Permission.objects.get(codename="moderate_game"))
    plays = as_(User.objects.get(pk=users[3].pk)).get(address)
    assert plays.status_code == 200
    assert "mailbox" not in plays.content.decode()
    assert "same browser" not in plays.content.decode()


@pytest.mark.slow
def test_the_page_asks_as_often_however_many_play(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, users = begun(4)
    big = opened(users[0], crowd(16, "b"), name="Big", pause_days=3, at_once=1)
    running.advance(big.pk)
    for here in (small, big):
        for game in Game.objects.filter(tournament_table__tournament=here, status="running"):
            actions.resign(game.pk, Seat.objects.filter(game=game)[0].user_id or 0)
        running.advance(here.pk)
    client = as_(moderator())
    asked = [
        _asked(lambda here=here: client.get(f"/tournaments/{here.pk}/run/"))  # type: ignore[misc]
        for here in (small, big, small, big)
    ]
    assert asked[2] == asked[3] <= 25
