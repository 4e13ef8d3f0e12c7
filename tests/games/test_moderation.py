"""What moderators do at a table, on the admin's page; nobody else can."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from games.absence import deadlines
from games.errors import Illegal, Refused
from games.models import Game, Incident
from games.moderation import seats
from games.moves import actions, pausing
from games.showing import snapshot
from games.storage.position import load
from games.votes import voting
from notifications.models import Notification
from tests.games.playing import answer
from tests.games.tables import seat_of, status, table, told
from tests.games.times import Times


@pytest.fixture
def mo(db: None) -> User:
    """A moderator: on the staff, with that one permission."""
    person = User.objects.create_user("mo", "mo@example.org", is_staff=True)
    wanted = Permission.objects.filter(codename__in=("moderate_game", "view_game"))
    person.user_permissions.set(wanted)
    return person


@pytest.fixture
def game_id(times: Times, anna: User, ben: User) -> int:
    return table(anna, ben)


@pytest.fixture
def act(client: Client, mo: User, game_id: int) -> Any:
    """Send the moderator's form; gives the answer."""

    def send(action: str, **data: object) -> Any:
        client.force_login(mo)  # anew: a session does not outlast a long pause
        form = {"act": action, "reason": "Because", "sure": "on", **data}
        return client.post(f"/admin/games/game/{game_id}/moderate/", form)

    return send


def lines(game_id: int) -> list[str]:
    return [entry.text or "" for entry in snapshot.describe_log(load(game_id, None), None)]


def test_the_page_offers_every_action(client: Client, mo: User, game_id: int) -> None:
    client.force_login(mo)
    page = client.get(f"/admin/games/game/{game_id}/moderate/")
    assert page.status_code == 200
    for words in ("Pause the game", "Give a player more time", "Owner", "anna", "ben"):
        assert words in page.content.decode()
    assert "moderate/" in client.get(f"/admin/games/game/{game_id}/change/").content.decode()


def test_a_pause_is_lifted_by_a_moderator_alone(
    times: Times, act: Any, game_id: int, anna: User
) -> None:
    assert act("pause").status_code == 302
    assert Game.objects.get().paused_at
    assert "A moderator has paused the game; no clock runs. Reason: Because" in lines(game_id)
    with pytest.raises(Refused):
        voting.call(game_id, anna.pk, "resume")
    times.go(days=100)
    assert pausing.end_due() == deadlines.act_on_overdue_seats() == 0
    assert act("pause").status_code == 422
    assert act("resume").status_code == 302
    assert seat_of(game_id, anna).deadline == times.now + timedelta(days=3)
    assert act("resume").status_code == 422


def test_cancelling_tells_everybody(act: Any, game_id: int, mo: User) -> None:
    assert act("cancel").status_code == 302
    assert status(game_id) == "cancelled"
    assert Incident.objects.get(kind="cancelled").user == mo
    assert Notification.objects.filter(kind="cancelled").count() == 2
    assert act("cancel").status_code == 422


def test_a_seat_goes_to_a_bot_and_back(act: Any, game_id: int, ben: User) -> None:
    index = seat_of(game_id, ben).index
    assert act("return", seat=index).status_code == 422
    assert act("bot", seat=index).status_code == 302
    assert seat_of(game_id, ben).bot
    assert act("bot", seat=index).status_code == 422
    assert act("return", seat=index).status_code == 302
    assert not seat_of(game_id, ben).bot
    assert told(game_id) == ["moderated", "moderated"]


def test_a_player_who_has_resigned_gets_nothing_back(
    act: Any, anna: User, ben: User, cleo: User
) -> None:
    three = table(anna, ben, cleo)
    actions.resign(three, ben.pk)
    with pytest.raises(Refused):
        seats.give_back(three, anna.pk, seat_of(three, ben).index, "Because")


def test_more_time_is_added_to_what_is_left(
    times: Times, act: Any, game_id: int, ben: User
) -> None:
    index = seat_of(game_id, ben).index
    times.go(days=2)
    assert act("time", seat=index, hours=48).status_code == 302
    assert seat_of(game_id, ben).deadline == times.now + timedelta(days=3)
    assert any("gives ben 48 more hours" in line for line in lines(game_id))
    answer(game_id, index)
    answer(game_id, 1 - index)
    for hours in (0, -1, 721, 10**9, "x", ""):
        assert act("time", seat=index, hours=hours).status_code == 422


def test_time_is_given_to_running_clocks_only(act: Any, game_id: int, ben: User) -> None:
    index = seat_of(game_id, ben).index
    answer(game_id, index)
    assert act("time", seat=index, hours=5).status_code == 422


def test_a_notice_stands_in_the_log_and_is_told(act: Any, game_id: int) -> None:
    assert act("notice", reason="Be kind to each other.").status_code == 302
    assert "A moderator writes: Be kind to each other." in lines(game_id)
    assert Notification.objects.filter(kind="moderated").count() == 2


def test_nonsense_is_answered_with_the_form(act: Any, game_id: int) -> None:
    before = Game.objects.get().version
    for action, data in (
        ("pause", {"reason": " "}),
        ("pause", {"reason": "x" * 501}),
        ("bot", {}),
        ("bot", {"seat": 7}),
        ("bot", {"seat": "-1"}),
        ("time", {"seat": 0}),
    ):
        answer_ = act(action, **data)
        assert answer_.status_code == 422, action
        assert b"errorlist" in answer_.content
    assert act("explode").status_code == 404
    assert Game.objects.get().version == before
    assert not Incident.objects.exists()
    with pytest.raises(Illegal):
        seats.hand_to_bot(game_id, 1, 9, "Because")


def test_only_moderators_have_the_page(client: Client, game_id: int, anna: User) -> None:
    url = f"/admin/games/game/{game_id}/moderate/"
    assert client.get(url).status_code == 302
    client.force_login(anna)
    assert client.post(url, {"act": "cancel", "reason": "x", "sure": "on"}).status_code in (
        302,
        403,
    )
    helper = User.objects.create_user("helper", "helper@example.org", is_staff=True)
    client.force_login(helper)
    assert client.get(url).status_code == 403
    assert client.post(url, {"act": "cancel", "reason": "x", "sure": "on"}).status_code == 403
    assert status(game_id) == "running"


def test_no_such_game(client: Client, mo: User) -> None:
    client.force_login(mo)
    assert client.get("/admin/games/game/123456/moderate/").status_code == 404
