"""Lines by the API: their owner's alone."""

from __future__ import annotations

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Line
from games.storage.position import Position, load
from games.trees.tree import MOST_NODES
from tests.games.api import Caller
from tests.games.playing import to_the_end


def first_choice(position: Position, user: User) -> tuple[int, list[object]]:
    """The seat of this person, and the first choice that it has."""
    here = load(position.game.pk, user.pk)
    seat = here.seat_of(user.pk)
    assert seat is not None
    decision = here.running().decision(seat.index)
    assert decision is not None
    return seat.index, list(decision.example(decision.choices[0]))


class TestALine:
    def test_is_begun_written_listed_and_deleted(self, duel: Position, anna: User) -> None:
        me, path = Caller(anna), f"games/{duel.game.pk}/lines"
        assert me.get(path) == (200, {"lines": []})
        status, line = me.post(path, {})
        assert (status, line["number"], line["nodes"]) == (201, 0, [])
        seat, choice = first_choice(duel, anna)
        node = {"id": 1, "parent": 0, "seat": seat, "choice": choice, "note": "so?", "draw": 0}
        status, written = me.put(f"{path}/{line['id']}", {"nodes": [node], "at": 1})
        assert (status, written["nodes"], written["at"]) == (200, [node], 1)
        assert me.get(path)[1]["lines"] == [written]
        assert me.delete(f"{path}/{line['id']}") == (200, {"lines": []})

    def test_with_nonsense_is_refused_and_stays_as_it_is(self, duel: Position, anna: User) -> None:
        me, path = Caller(anna), f"games/{duel.game.pk}/lines"
        line = f"{path}/{me.post(path, {})[1]['id']}"
        seat, choice = first_choice(duel, anna)
        node = {"id": 1, "parent": 0, "seat": seat, "choice": choice}
        refused = {
            "unplayable": [{**node, "choice": ["fly"]}],
            "bad_tree": [{**node, "parent": 4}],
        }
        for code, nodes in refused.items():
            status, answer = me.put(line, {"nodes": nodes})
            assert (status, answer["error"]["code"]) == (422, code)
        many = [{**node, "id": n} for n in range(1, MOST_NODES + 2)]
        assert me.put(line, {"nodes": many})[0] == 422
        assert me.put(line, {"nodes": [node], "at": 9})[0] == 409
        assert Line.objects.get().nodes == []

    def test_may_be_forbidden_and_the_game_says_so_before_anybody_joins(
        self, lanterns: None, anna: User, ben: User
    ) -> None:
        for allowed in (True, False):
            game = open_games.create(anna.pk, "lanterns", 2, lines=allowed).game
            assert Caller(ben).get(f"games/{game.pk}")[1]["allows_lines"] is allowed

    def test_is_forbidden_by_programs_too_in_private_games(
        self, lanterns: None, anna: User, ben: User
    ) -> None:
        sent = {"type": "lanterns", "players": 2, "visibility": "private", "lines": False}
        status, made = Caller(anna).post("games", sent)
        assert (status, made["allows_lines"]) == (201, False)
        open_games.join_game(made["id"], ben.pk, key=Game.objects.get().key)
        status, said = Caller(anna).post(f"games/{made['id']}/lines", {})
        assert (status, said["error"]["code"]) == (409, "lines_forbidden")
        assert Caller(anna).post("games", {**sent, "lines": "perhaps"})[0] == 400
        assert Caller().post("games", sent)[0] == 401

    def test_of_a_private_game_is_begun_by_the_key_of_its_link(
        self, lanterns: None, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 2, visibility="private").game
        open_games.join_game(game.pk, ben.pk, key=game.key)
        to_the_end(game.pk)
        path = f"games/{game.pk}/lines"
        assert Caller(cleo).post(path, {"at": 1})[0] == 404
        assert Caller(cleo).post(path, {"at": 1, "key": "wrong"})[0] == 404
        status, line = Caller(cleo).post(path, {"at": 1, "key": game.key})
        assert (status, line["number"]) == (201, 1)

    def test_is_nobody_else_s(self, duel: Position, anna: User, ben: User, cleo: User) -> None:
        path = f"games/{duel.game.pk}/lines"
        line = f"{path}/{Caller(anna).post(path, {})[1]['id']}"
        assert Caller(ben).get(path) == (200, {"lines": []})
        assert Caller(ben).put(line, {"nodes": []})[0] == 404
        assert Caller(ben).delete(line)[0] == 404
        assert Caller(cleo).post(path, {})[0] == 403
        assert Caller().get(path)[0] == 401
        assert Line.objects.count() == 1
