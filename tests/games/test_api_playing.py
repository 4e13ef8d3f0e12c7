"""Playing by program: the fixed requests, and what each refuses."""

from accounts.models import User
from games.position import Position
from tests.games.api import Caller


def test_two_programs_play_a_game_to_its_end(anna: User, ben: User) -> None:
    callers = {"anna": Caller(anna), "ben": Caller(ben)}
    status, game = callers["anna"].post("games", {"type": "lanterns", "players": 2})
    assert status == 201
    assert game["status"] == "open"
    assert game["you"] == 0
    status, game = callers["ben"].post(f"games/{game['id']}/join")
    assert (status, game["status"]) == (200, "running")
    while game["status"] == "running":
        seat = next(seat for seat in game["seats"] if seat["to_move"])
        mover = callers[seat["user"]]
        _, mine = mover.get(f"games/{game['id']}")
        decision = mine["decision"]
        assert decision["seat"] == seat["index"]
        status, game = mover.move(mine, decision["choices"][0]["choice"])
        assert status == 200
    assert sorted(game["result"]["ranks"]) in ([1, 1], [1, 2])
    assert game["seed"]
    assert not game["decision"]


def test_others_see_a_sealed_answer_only_when_all_have_answered(
    duel: Position, anna: User, ben: User
) -> None:
    game_id = duel.game.pk
    _, game = Caller(anna).get(f"games/{game_id}")
    Caller(anna).move(game, game["decision"]["choices"][0]["choice"])
    _, seen = Caller(ben).get(f"games/{game_id}")
    assert seen["log"] == game["log"]
    assert seen["view"]["laid"] == [0, 0]
    _, mine = Caller(anna).get(f"games/{game_id}")
    assert mine["decision"]["answer"] == game["decision"]["choices"][0]["choice"]
