"""Playing on from a position: permission, seats, and that it counts nowhere."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.archive import plays, transfer
from games.bots import playing as bots
from games.errors import Illegal, NotFound, Refused
from games.lessons.practice import ME, of_person, play_on
from games.lobby import lists, opponent_stats, rematch
from games.lobby import next_game as upcoming
from games.models import BY_HAND, Game, Move, Seat
from games.moves import actions
from games.rules import registry
from games.rules.records import fairness
from games.statistics import finished, habits, progress, turns
from games.storage import position, table_context
from games.storage.position import Position
from games.votes import voting
from notifications.models import Notification
from tests.games.playing import answer, asked, to_the_end
from tests.games.tables import let_bots_move
from tests.games.times import Times


@pytest.fixture
def over(duel: Position) -> Game:
    """A finished game of Anna and Ben."""
    return to_the_end(duel.game.pk, random.Random(3))


def seat(game_id: int, index: int) -> tuple[str, str]:
    """The holder of a seat: the person's name, the bot's."""
    held = Seat.objects.select_related("user").get(game_id=game_id, index=index)
    return held.user.username if held.user else "", held.bot


def own(game: Game, user: User) -> int:
    return Seat.objects.get(game=game, user=user).index


def test_it_goes_on_from_the_position_with_a_bot_where_the_other_sat(
    over: Game, anna: User
) -> None:
    here = play_on(over.pk, anna.pk, 3)
    game, mine = here.game, own(over, anna)
    before = position.load(over.pk, anna.pk, 3)
    assert (game.practice, game.rated, game.visibility) == (True, False, "private")
    assert (game.branch_of_id, game.branch_at, game.clock["kind"]) == (over.pk, 3, "none")
    assert here.running().view(mine) == before.running().view(mine)
    assert seat(game.pk, mine) == ("anna", "")
    assert seat(game.pk, 1 - mine) == ("", registry.get("lanterns").best_bot)
    looked = position.load(game.pk, anna.pk, 2)
    assert looked.running().view(mine) == position.load(over.pk, anna.pk, 2).running().view(mine)


def test_it_is_played_to_its_end_and_was_fair(over: Game, anna: User) -> None:
    game_id = play_on(over.pk, anna.pk, 2).game.pk
    while Game.objects.get(pk=game_id).status == Game.Status.RUNNING:
        let_bots_move()
        for index in asked(game_id):
            answer(game_id, index)
    assert fairness.verify(transfer.export(game_id)).replayed


def test_somebody_who_only_saw_the_game_plays_the_seat_that_is_asked(
    over: Game, cleo: User
) -> None:
    here = play_on(over.pk, cleo.pk, 2)
    mine = own(here.game, cleo)
    assert mine in position.load(over.pk, cleo.pk, 2).running().to_move()


def test_one_person_plays_all_seats_and_sits_at_the_seat_that_is_asked(
    over: Game, anna: User
) -> None:
    game_id = play_on(over.pk, anna.pk, 1, seats=[ME, ME]).game.pk
    held = set()
    while asked(game_id):
        mine = own(Game.objects.get(pk=game_id), anna)
        assert mine in asked(game_id), "they sit where the game waits"
        assert seat(game_id, 1 - mine) == ("", BY_HAND)
        held.add(mine)
        answer(game_id, mine)
        assert not bots.play_one(game_id), "no bot plays for them"
    assert held == {0, 1}
    assert Game.objects.get(pk=game_id).status == Game.Status.FINISHED


def test_only_a_game_that_is_over_or_ones_own_to_practise_is_gone_on_from(
    duel: Position, anna: User, ben: User
) -> None:
    with pytest.raises(Refused, match="when it is over"):
        play_on(duel.game.pk, anna.pk, 0)
    over = to_the_end(duel.game.pk)
    running = play_on(over.pk, anna.pk, 1).game
    again = play_on(running.pk, anna.pk, 1).game
    assert again.branch_of == running
    with pytest.raises(NotFound):
        play_on(running.pk, ben.pk, 1)
    with pytest.raises(Refused, match="when it is over"):
        play_on(running.pk, ben.pk, 1, key=running.key)


def test_what_cannot_be_is_refused_in_words(over: Game, anna: User) -> None:
    with pytest.raises(NotFound):
        play_on(over.pk, anna.pk, 10_000)
    with pytest.raises(NotFound):
        play_on(0, anna.pk, 1)
    with pytest.raises(Refused, match="There is nothing to decide"):
        play_on(over.pk, anna.pk, over.number)
    with pytest.raises(Illegal, match="no bot called deep thought"):
        play_on(over.pk, anna.pk, 1, level="deep thought")
    with pytest.raises(Illegal, match="each of the 2 seats"):
        play_on(over.pk, anna.pk, 1, seats=[ME])
    with pytest.raises(Illegal, match="At least one must be you"):
        play_on(over.pk, anna.pk, 1, seats=[registry.get("lanterns").best_bot] * 2)
    assert not Game.objects.filter(practice=True).exists()


def test_a_game_to_practise_is_in_no_list_and_nobody_is_told_of_it(over: Game, anna: User) -> None:
    Notification.objects.all().delete()
    made = play_on(over.pk, anna.pk, 1, seats=[ME, ME]).game
    answer(made.pk, asked(made.pk)[0])
    assert [game.pk for game in of_person(anna.pk)] == [made.pk]
    assert made.pk not in [game.pk for game in lists.of_person(anna.pk)[:10]]
    assert made.pk not in [game.pk for game in lists.games(of=anna.pk)[:10]]
    assert made.pk not in [game.pk for game in lists.running("", None)[:10]]
    assert upcoming.next_game(anna.pk) is None
    assert table_context.count_waiting_games(anna.pk).answer() == 0
    here = position.load(made.pk, anna.pk)
    own_seat = here.seat_of(anna.pk)
    assert own_seat is not None
    assert voting.may_be_called(here, own_seat, made.created_at, set()) == []
    assert not Notification.objects.exists()


def test_a_game_to_practise_counts_nowhere(times: Times, over: Game, anna: User) -> None:
    made = play_on(over.pk, anna.pk, 1, seats=[ME, ME]).game
    while asked(made.pk):
        answer(made.pk, own(made, anna))
    end = Game.objects.get(pk=made.pk)
    assert end.status == Game.Status.FINISHED
    times.go(hours=1)
    habits.count_turns()
    with progress.held("test") as counted:
        assert counted is not None
        counted_games = [each.game.pk for each in finished.next_finished(counted, "lanterns", 10)]
    assert counted_games == [over.pk]
    assert [play["id"] for play in plays.plays(anna.pk)] == [over.pk]
    assert not rematch.is_possible(end)
    rows = Move.objects.filter(game=made).select_related("game", "tenure")
    assert all(turns._turn(row) is None for row in rows)
    assert opponent_stats.types_of(anna.pk) == []


def test_giving_up_ends_it(over: Game, anna: User) -> None:
    made = play_on(over.pk, anna.pk, 1).game
    Notification.objects.all().delete()
    actions.resign(made.pk, anna.pk)
    assert Game.objects.get(pk=made.pk).status == Game.Status.FINISHED
    assert not Notification.objects.filter(game=made).exists()
