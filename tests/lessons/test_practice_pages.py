"""The pages of playing on from a position, and the list of games to practise."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.bots.record import against_bots
from games.errors import Illegal
from games.lessons import practice
from games.lobby import open_games
from games.models import Game, Seat
from tests.games.playing import answer, asked
from tests.games.tables import let_bots_move
from tests.people import person


def finished(*people: User, bots: int = 0, visibility: str = "private") -> int:
    players = len(people) + bots
    made = open_games.create(
        people[0].pk, "lanterns", players, bots=bots, visibility=visibility
    ).game.pk
    for each in people[1:]:
        open_games.join_game(made, each.pk, key=Game.objects.get(pk=made).key)
    while asked(made):
        let_bots_move()
        for seat in asked(made):
            answer(made, seat)
    return made


@pytest.fixture
def over(anna: User, ben: User, lanterns: None) -> int:
    return finished(anna, ben)


def test_from_a_move_back_to_a_game_of_ones_own_and_both_lead_to_each_other(
    over: int, anna: User, client: Client
) -> None:
    client.force_login(anna)
    past = client.get(f"/games/{over}/?at=3").content.decode()
    assert f"/games/{over}/play-on/?at=3" in past
    shown = client.get(f"/games/{over}/play-on/?at=3").content.decode()
    assert "Play on from move 3" in shown
    made = client.post(f"/games/{over}/play-on/start/", {"at": "3", "level": "good"})
    assert made.status_code == 303
    game = Game.objects.get(practice=True)
    assert made["Location"] == f"/games/{game.pk}/"
    assert f"/games/{over}/?at=3" in client.get(f"/games/{game.pk}/").content.decode()
    assert f"/games/{game.pk}/" in client.get(f"/games/{over}/play-on/?at=3").content.decode()
    listed = client.get("/practice/").content.decode()
    assert f"/games/{game.pk}/" in listed
    assert "still running" in listed


def test_all_seats_can_be_ones_own(over: int, anna: User, client: Client) -> None:
    client.force_login(anna)
    client.post(f"/games/{over}/play-on/start/", {"at": "3", "level": "alone"})
    game = Game.objects.get(practice=True)
    assert sorted(game.seats.values_list("bot", flat=True)) == ["", "by hand"]
    assert "against yourself" in client.get("/practice/").content.decode()


def test_a_link_with_its_key_lets_others_play_on_and_none_without(
    over: int, anna: User, client: Client
) -> None:
    client.force_login(person("stranger"))
    assert client.get(f"/games/{over}/play-on/?at=3").status_code == 404
    assert client.post(f"/games/{over}/play-on/start/", {"at": "3"}).status_code == 404
    key = Game.objects.get(pk=over).key
    assert client.get(f"/games/{over}/play-on/?at=3&key={key}").status_code == 200
    sent = {"at": "3", "level": "good", "key": key}
    assert client.post(f"/games/{over}/play-on/start/", sent).status_code == 303


@pytest.mark.parametrize("level", ["strong", "nonsense"])
def test_a_level_that_is_not_on_offer_is_refused(over: int, anna: User, level: str) -> None:
    with pytest.raises(Illegal, match=level):
        practice.play_on(over, anna.pk, 3, level=level)


def test_nonsense_changes_nothing(over: int, anna: User, client: Client) -> None:
    client.force_login(anna)
    assert client.get(f"/games/{over}/play-on/?at=x").status_code == 409, "the end"
    assert client.get(f"/games/{over}/play-on/?at=999").status_code == 404
    assert client.post(f"/games/{over}/play-on/start/", {"at": "999"}).status_code == 404
    assert client.get("/practice/?page=9999999").status_code == 200
    assert not Game.objects.filter(practice=True).exists()


def test_results_against_bots_count_the_last_twenty_games_and_name_the_next_level(
    anna: User, ben: User, lanterns: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(anna, ben)
    one = finished(anna, bots=1)
    rank = Seat.objects.get(game=one, user=anna).rank
    (found,) = against_bots(anna.pk)
    assert (found.type, found.players, found.level) == ("lanterns", 2, "good")
    assert (found.won, found.games, found.next_level) == (int(rank == 1), 1, "")
    Seat.objects.filter(game=one, user=None).update(bot="random")
    assert against_bots(anna.pk) == [], "a bot of no level"
