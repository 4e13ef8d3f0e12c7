"""Playing by program: the fixed requests, and what each refuses."""

from accounts.models import User
from games.storage.position import Position
from tests.games.api import Caller
from tests.games.playing import to_kind, to_the_end, user_of


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


def test_a_turn_is_held_taken_back_and_confirmed(duel: Position) -> None:
    game_id = duel.game.pk
    seat = to_kind(game_id, "take_prize")
    caller = Caller(User.objects.get(pk=user_of(game_id, seat)))
    _, game = caller.get(f"games/{game_id}")
    _, held = caller.move(game, ["points"], hold=True)
    assert held["can"]["confirm"]
    _, back = caller.post(f"games/{game_id}/undo", {"version": held["version"]})
    assert back["decision"]["kind"] == "take_prize"
    assert back["number"] == game["number"]
    _, held = caller.move(back, ["points"], hold=True)
    status, gone_on = caller.post(f"games/{game_id}/confirm", {"version": held["version"]})
    assert status == 200
    assert not gone_on["can"]["confirm"]
    assert gone_on["number"] == held["number"]


def test_a_sealed_answer_is_changed_and_withdrawn(duel: Position, anna: User) -> None:
    caller = Caller(anna)
    path = f"games/{duel.game.pk}"
    _, game = caller.get(path)
    first, second = (each["choice"] for each in game["decision"]["choices"][:2])
    _, answered = caller.move(game, first)
    _, changed = caller.move(answered, second)
    assert changed["decision"]["answer"] == second
    status, withdrawn = caller.post(f"{path}/withdraw", {"version": changed["version"]})
    assert status == 200
    assert withdrawn["decision"]["answer"] is None
    assert caller.post(f"{path}/withdraw", {"version": withdrawn["version"]})[0] == 422


def test_a_past_position_and_anothers_eyes_when_it_is_over(
    duel: Position, anna: User, cleo: User
) -> None:
    game = to_the_end(duel.game.pk)
    path = f"games/{game.pk}"
    _, past = Caller(anna).get(path, at=3)
    assert past["number"] == 3
    assert past["decision"] is None
    seat = Caller(anna).get(path)[1]["you"]
    for caller, sees in ((Caller(anna), True), (Caller(cleo), False)):
        _, seen = caller.get(path, at=1, eyes=1 - seat)
        assert (seen["view"]["seats"][1 - seat]["hand"] is not None) == sees


def test_joining_needs_no_body(anna: User, ben: User) -> None:
    _, game = Caller(anna).post("games", {"type": "lanterns", "players": 2})
    caller = Caller(ben)
    answered = caller.client.post(
        f"/api/v1/games/{game['id']}/join", b"", content_type="", headers=caller.headers
    )
    assert answered.status_code == 200


def test_nobody_keeps_a_copy_of_a_hand(duel: Position, anna: User) -> None:
    caller = Caller(anna)
    for path in (f"games/{duel.game.pk}", "games", "games/0"):
        answer = caller.client.get(f"/api/v1/{path}", headers=caller.headers)
        assert answer.headers["Cache-Control"] == "no-store", path
