"""What waits for people and finds none ends in time, and whoever waited is told once."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.preferences import reading_as
from games import tasks
from games.errors import Refused
from games.lobby import clearing, lapsing, lists, open_games, standing
from games.models import Game, StandingInvitation
from games.storage.position import load
from notifications import planning
from notifications.kinds import words_for_page
from notifications.models import Notification
from tests.games.times import Times

pytestmark = pytest.mark.usefixtures("times", "lanterns")

LIVE = {"kind": "live", "move_minutes": 3}


def opened(user: User, players: int = 2, **settings: Any) -> int:
    return open_games.create(user.pk, "lanterns", players, **settings).game.pk


def told(user: User, kind: str = "table_lapsed") -> list[str]:
    """What this person reads of it under the bell."""
    found = list(Notification.objects.filter(user=user, kind=kind).order_by("pk"))
    with reading_as(user):
        words = words_for_page(found)
        return [" ".join([words[one.pk].subject, *words[one.pk].lines]) for one in found]


def status(game_id: int) -> str:
    return Game.objects.get(pk=game_id).status


def test_a_table_that_nobody_joins_lapses_after_two_weeks_and_its_opener_is_told_once(
    times: Times, anna: User, ben: User
) -> None:
    game_id = opened(anna)
    times.go(days=13, hours=23)
    tasks.lapse_tables()
    assert status(game_id) == "open"
    times.go(hours=2)
    tasks.lapse_tables()
    tasks.lapse_tables()
    assert status(game_id) == "cancelled"
    assert game_id not in [game.pk for game in lists.looking_for_players("lanterns", ben.pk)[:]]
    with pytest.raises(Refused):
        open_games.join_game(game_id, ben.pk)
    (words,) = told(anna)
    assert "14 days" in words
    times.go(minutes=2)
    planning.plan_due()
    assert Notification.objects.get(user=anna, kind="table_lapsed").state == "planned"


def test_whoever_joins_lets_it_wait_as_long_again_and_all_who_wait_are_told(
    times: Times, anna: User, ben: User
) -> None:
    game_id = opened(anna, 3)
    times.go(days=13)
    open_games.join_game(game_id, ben.pk)
    times.go(days=13)
    tasks.lapse_tables()
    assert status(game_id) == "open"
    times.go(days=2)
    tasks.lapse_tables()
    assert status(game_id) == "cancelled"
    assert len(told(anna)) == len(told(ben)) == 1


def test_a_live_table_lapses_within_hours(times: Times, anna: User) -> None:
    game_id = opened(anna, clock=LIVE)
    times.go(hours=2, minutes=55)
    tasks.lapse_tables()
    assert status(game_id) == "open"
    times.go(minutes=10)
    tasks.lapse_tables()
    assert status(game_id) == "cancelled"
    (words,) = told(anna)
    assert "3 hours" in words


def test_a_game_that_has_begun_and_one_of_a_tournament_do_not_lapse(
    times: Times, anna: User, ben: User
) -> None:
    begun, organised = opened(anna), opened(anna)
    open_games.join_game(begun, ben.pk)
    Game.objects.filter(pk=organised).update(organised=True)
    times.go(days=400)
    tasks.lapse_tables()
    assert (status(begun), status(organised)) == ("running", "open")


def test_a_table_at_which_somebody_is_just_sitting_down_is_left_to_them(
    times: Times, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found due, but joined before the sweep came to it."""
    game_id = opened(anna, 3)
    times.go(days=15)
    (due,) = lapsing.tables_due()
    monkeypatch.setattr(lapsing, "tables_due", lambda: Game.objects.filter(pk=due.pk))
    open_games.join_game(game_id, ben.pk)
    tasks.lapse_tables()
    assert status(game_id) == "open"


def test_what_was_told_of_it_outlives_the_sweep_of_cancelled_games(
    times: Times, anna: User, ben: User
) -> None:
    """Joined late, it lapses when it is older than what is cleared."""
    game_id = opened(anna, 3)
    for _week in range(3):
        times.go(days=12)
        open_games.join_game(game_id, ben.pk)
        open_games.leave_game(game_id, ben.pk)
    times.go(days=15)
    tasks.lapse_tables()
    tasks.clear()
    assert len(told(anna)) == 1
    times.go(days=31)
    assert clearing.delete_cancelled() == 1


def test_its_page_says_when_it_closes_and_afterwards_leads_to_another_like_it(
    times: Times, anna: User
) -> None:
    game_id = opened(anna, 3, clock={"kind": "per_turn", "days": 5})
    client = Client()
    client.force_login(anna)
    page = client.get(f"/games/{game_id}/").content.decode()
    assert "If nobody has joined by Dec 5" in page
    times.go(days=15)
    tasks.lapse_tables()
    (words,) = words_for_page(Notification.objects.filter(kind="table_lapsed")).values()
    page = client.get(words.path).content.decode()
    (again,) = re.findall(r'href="([^"]*/new/\?[^"]*)"', page)
    form = client.get(html.unescape(again)).content.decode()
    assert '<option value="3" selected>' in form
    assert '<option value="5" selected>' in form, "five days a turn"


def test_a_standing_invitation_by_which_nobody_was_found_ends_after_three_months(
    times: Times, anna: User, ben: User
) -> None:
    standing.make(anna.pk, "lanterns", 2, "medium", most=1)
    paused = standing.make(ben.pk, "lanterns", 3, "medium", most=1)
    standing.pause_invitation(ben.pk, paused.pk)
    times.go(days=89)
    tasks.lapse_tables()
    assert StandingInvitation.objects.count() == 2
    times.go(days=2)
    tasks.lapse_tables()
    tasks.lapse_tables()
    assert list(StandingInvitation.objects.all()) == [paused], "which asks nobody"
    (words,) = told(anna, "standing_lapsed")
    assert "90 days" in words
    assert told(ben, "standing_lapsed") == []


def test_a_standing_invitation_whose_games_run_goes_on(times: Times, anna: User, ben: User) -> None:
    for user in (anna, ben):
        standing.make(user.pk, "lanterns", 2, "medium", most=2)
    tasks.bring_together()
    times.go(days=91)
    tasks.lapse_tables()
    assert StandingInvitation.objects.count() == 2
    game = Game.objects.get()
    assert load(game.pk, anna.pk).game.status == "running"
    assert timedelta(days=90) == lapsing.STANDING
