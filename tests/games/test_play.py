"""Choices, their order and their refusals, below HTTP."""


from games import play, position, present
from games.models import Game, Move, Seat
from games.position import Position


def act(game_id: int) -> None:
    """The first seat asked takes its first choice."""
    seat = Seat.objects.filter(game_id=game_id, to_move=True).order_by("index")[0]
    assert seat.user_id
    here = position.load(game_id, seat.user_id)
    decision = here.running().decision(seat.index)
    assert decision
    play.choose(game_id, seat.user_id, decision.choices[0], version=here.version)


def test_a_game_goes_from_its_start_to_a_result(duel: Position) -> None:
    for _move in range(60):
        if Game.objects.get(pk=duel.game.pk).status != "running":
            break
        act(duel.game.pk)
    game = Game.objects.get(pk=duel.game.pk)
    assert game.status == "finished"
    assert sorted(game.result["ranks"]) in ([1, 1], [1, 2])
    assert not Seat.objects.filter(game=game, to_move=True).exists()
    shown = present.game(position.load(game.pk, None), None)
    assert shown["result"]["scores"] == [seat["score"] for seat in shown["seats"]]
    assert len(shown["log"]) > Move.objects.filter(game=game).count() / 2
    for move in Move.objects.filter(game=game):
        there = position.load(game.pk, None, at=move.number)
        assert there.number == move.number
