"""Rematches: offering, accepting, how one starts and how an offer ends without."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.errors import Illegal, NotFound, Refused
from games.lobby import open_games, rematch
from games.models import Game, Rematch, Seat
from games.moves import actions
from games.rules import registry
from notifications.kinds import why_not
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.tables import seat_of, status, table
from tests.games.test_races import at_once
from tests.games.times import Times


@pytest.fixture
def over(lanterns: None, anna: User, ben: User, cleo: User) -> int:
    """A finished game of three with a setting of its own."""
    made = open_games.create(
        anna.pk, "lanterns", 3, options={"bright": True}, clock={"kind": "per_turn", "days": 5},
        visibility="private", invite=["ben", "cleo"], rated=True,
    )  # fmt: skip
    for person in (ben, cleo):
        open_games.join_game(made.game.pk, person.pk)
    return ended(made.game.pk)


def ended(game_id: int) -> int:
    """Its people give up until one seat is left."""
    for seat in Seat.objects.filter(game=game_id, user__isnull=False):
        if status(game_id) == Game.Status.RUNNING:
            actions.resign(game_id, seat.user_id or 0)
    return game_id


def people(game_id: int) -> list[str]:
    seats = Seat.objects.filter(game=game_id).select_related("user").order_by("index")
    return [seat.user.username if seat.user else seat.bot for seat in seats]


def test_it_starts_when_all_have_accepted_with_the_same_settings_and_seats_turned(
    over: int, anna: User, ben: User, cleo: User
) -> None:
    for person in (ben, cleo):
        assert rematch.agree(over, person.pk).made is None
    made = rematch.agree(over, anna.pk).made
    old = Game.objects.get(pk=over)
    assert made is not None
    assert made.status == Game.Status.RUNNING
    for name in ("type", "options", "clock", "players", "visibility", "rated"):
        assert getattr(made, name) == getattr(old, name)
    assert made.created_by == ben
    first, *others = people(over)
    assert people(made.pk) == [*others, first]
    assert all(seat.tenure.user == seat.user for seat in made.seats.all() if seat.tenure)
    assert set(Notification.objects.filter(kind="game_started", game=made).values_list(
        "user__username", flat=True)) == {"anna", "ben", "cleo"}  # fmt: skip
    assert rematch.agree(over, cleo.pk).made == made


def test_a_bot_is_a_bot_again_and_whose_seat_a_bot_had_taken_over_is_asked(
    lanterns: None, anna: User, ben: User
) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3, bots=1).game.pk
    open_games.join_game(game_id, ben.pk)
    ended(game_id)
    rematch.agree(game_id, ben.pk)
    made = rematch.agree(game_id, anna.pk).made
    assert made is not None
    assert sorted(people(made.pk)) == sorted(["anna", "ben", registry.get("lanterns").best_bot])
    alone = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    actions.resign(alone, anna.pk)
    assert rematch.agree(alone, anna.pk).made is not None, "nobody else has to accept"


def test_a_closed_account_is_not_waited_for(over: int, anna: User, ben: User, cleo: User) -> None:
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    rematch.agree(over, anna.pk)
    made = rematch.agree(over, ben.pk).made
    assert made is not None
    assert "cleo" not in people(made.pk)


def test_a_player_who_did_not_play_has_no_part_in_it(over: int, ben: User) -> None:
    stranger = User.objects.create_user("don")
    with pytest.raises(NotFound):  # the game is private
        rematch.agree(over, stranger.pk)
    rematch.agree(over, ben.pk)
    with pytest.raises(NotFound):  # the game is private
        rematch.decline(over, stranger.pk)


def test_it_waits_for_the_end(lanterns: None, anna: User, ben: User) -> None:
    running = table(anna, ben)
    open_ = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.cancel(open_, anna.pk)
    for game_id in (running, open_):
        with pytest.raises(Refused):
            rematch.agree(game_id, anna.pk)
    assert not Rematch.objects.exists()


def test_a_player_who_declines_ends_the_offer_and_another_may_be_made(
    over: int, anna: User, ben: User, cleo: User
) -> None:
    with pytest.raises(Refused):
        rematch.decline(over, anna.pk)
    rematch.agree(over, anna.pk)
    rematch.decline(over, cleo.pk)
    with pytest.raises(Refused):
        rematch.decline(over, ben.pk)
    again = rematch.agree(over, ben.pk)
    assert again.accepted == [seat_of(over, ben).index], "what was agreed to before is void"
    assert Rematch.objects.count() == 2


def test_an_offer_lasts_a_week(over: int, times: Times, anna: User, ben: User) -> None:
    rematch.agree(over, anna.pk)
    times.go(days=7, minutes=-1)
    assert len(rematch.agree(over, ben.pk).accepted) == 2
    times.go(minutes=1)
    assert rematch.agree(over, ben.pk).accepted == [seat_of(over, ben).index]
    assert Rematch.objects.filter(closed_at=None).count() == 1


def test_a_game_type_that_has_lost_an_option_says_so(
    over: int, anna: User, ben: User, cleo: User
) -> None:
    Game.objects.filter(pk=over).update(options={"dim": True})
    rematch.agree(over, anna.pk)
    rematch.agree(over, ben.pk)
    with pytest.raises(Illegal, match="dim"):
        rematch.agree(over, cleo.pk)


def test_the_others_are_told_and_not_once_they_have_answered(
    over: int, anna: User, ben: User, cleo: User
) -> None:
    rematch.agree(over, anna.pk)
    told = {each.user.username: each for each in Notification.objects.filter(kind="rematch")}
    assert set(told) == {"ben", "cleo"}
    assert [why_not(each) for each in told.values()] == ["", ""]
    rematch.agree(over, ben.pk)
    assert why_not(told["ben"]) == "answered"
    rematch.decline(over, cleo.pk)
    assert why_not(told["cleo"]) == "offer closed"


def test_by_api(over: int, anna: User, ben: User, cleo: User) -> None:
    assert Caller().post(f"games/{over}/rematch")[0] == 401
    assert Caller(anna).get(f"games/{over}")[1]["rematch"] is None
    code, game = Caller(anna).post(f"games/{over}/rematch")
    assert (code, game["rematch"]["accepted"]) == (200, [seat_of(over, anna).index])
    assert Caller(cleo).post(f"games/{over}/rematch/decline")[0] == 200
    assert (
        Caller(ben).get(f"games/{over}")[1]["rematch"]["declined_by"] == seat_of(over, cleo).index
    )
    assert Caller(ben).post(f"games/{over}/rematch/decline")[0] == 409
    for person in (cleo, ben, anna):
        _code, game = Caller(person).post(f"games/{over}/rematch")
    assert Game.objects.get(pk=game["rematch"]["game"]).status == "running"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_all_tap_twice_at_once_and_one_game_begins(
    lanterns: None, anna: User, ben: User, cleo: User
) -> None:
    game_id = ended(table(anna, ben, cleo))
    three = [anna, ben, cleo]
    at_once(lambda index: rematch.agree(game_id, three[index % 3].pk), 6)
    offer = Rematch.objects.get()
    assert sorted(offer.accepted) == [0, 1, 2]
    assert list(Game.objects.exclude(pk=game_id)) == [offer.made]
