"""What becomes of the seats of an account that is closed."""

from django.utils import timezone

from accounts.models import User
from accounts.people import close_account
from games.absence import departures
from games.lobby import open_games
from games.models import Game, Invitation, Move, Seat
from games.moves import seat_holders
from games.storage import position
from games.storage.position import Position
from notifications.models import Notification


def test_a_running_game_goes_on_by_a_bot(anna: User, ben: User, cleo: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.join_game(game_id, cleo.pk)
    close_account(ben)
    assert departures.free_seats() == 1
    seat = Seat.objects.get(game_id=game_id, user=ben)
    assert (seat.bot, bool(seat.resigned_at)) == ("high_cards", True)
    assert Game.objects.get(pk=game_id).status == "running"
    assert departures.free_seats() == 0


def test_a_game_of_two_is_won_by_a_player_who_stays(duel: Position, anna: User, ben: User) -> None:
    close_account(anna)
    departures.free_seats()
    game = Game.objects.get(pk=duel.game.pk)
    assert game.status == "finished"
    ranks = dict(Seat.objects.filter(game=game).values_list("user_id", "rank"))
    assert ranks == {ben.pk: 1, anna.pk: 2}


def test_a_seat_that_a_bot_plays_since_a_timeout_is_not_kept_for_the_owner(
    anna: User, ben: User, cleo: User
) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.join_game(game_id, cleo.pk)
    with position.locked(game_id) as table:
        seat = next(s for s in table.seats if s.user_id == ben.pk)
        seat_holders.bot_plays_on(table, seat, timezone.now())
    close_account(ben)
    departures.free_seats()
    assert Seat.objects.get(game_id=game_id, user=ben).resigned_at


def test_an_open_game_loses_the_seat_and_the_invitation(anna: User, ben: User, cleo: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3, invite=["cleo"]).game.pk
    open_games.join_game(game_id, ben.pk)
    close_account(anna)
    close_account(cleo)
    departures.free_seats()
    game = Game.objects.get(pk=game_id)
    assert (game.status, game.created_by_id) == ("open", ben.pk)
    assert not Invitation.objects.filter(game=game).exists()
    assert list(Seat.objects.filter(game=game, user=anna)) == []


def test_other_peoples_seats_are_left_alone(duel: Position) -> None:
    assert departures.free_seats() == 0
    assert Game.objects.get(pk=duel.game.pk).status == "running"


def test_a_seat_that_a_bot_plays_is_given_up_and_not_taken_back_before(
    anna: User, ben: User, cleo: User
) -> None:
    """Nobody is told that somebody is back who has gone for good."""
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.join_game(game_id, cleo.pk)
    with position.locked(game_id) as here:
        seat = next(seat for seat in here.seats if seat.user_id == ben.pk)
        seat_holders.bot_plays_on(here, seat, timezone.now())
    close_account(ben)
    assert departures.free_seats() == 1
    actions = list(Move.objects.filter(game_id=game_id).values_list("action", flat=True))
    assert actions == ["start", "timeout", "resign"]
    assert not Notification.objects.filter(game=game_id, kind="taken_back").exists()
