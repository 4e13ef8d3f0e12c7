"""The end of a game: the winner and the margin, what decided it, what it means to the reader."""

import itertools
import random
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Privacy, User
from games.lobby import open_games
from games.models import Game
from games.moves import actions, seat_holders
from games.pages.table import points
from games.pages.table.after import ending, growth, my_result, points_history
from games.pages.table.reader import Reader
from games.ratings.counting import RATINGS
from games.rules import registry
from games.storage.position import Position, load, locked
from tests.games.playing import to_the_end
from tests.people import person

Browser = Callable[[User | None], Client]


def over(slug: str, people: list[User], **how: object) -> int:
    """A game of these people, played to its end by chance; the same one each time."""
    game = open_games.create(people[0].pk, slug, len(people), **how).game  # type: ignore[arg-type]
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    for user in people[1:]:
        open_games.join_game(game.pk, user.pk)
    return to_the_end(game.pk, random.Random(3)).pk


def result_of(game_id: int, user: User | None) -> tuple[Reader, ending.Result]:
    user_id = user.pk if user else None
    reader = Reader(load(game_id, user_id), user_id)
    standing = reader.rules.standing()
    players = points.players(reader, standing)
    scores = points.scores(reader, standing, players)
    found = ending.result(reader, players, scores, points_history.points_history(reader))
    assert found
    return reader, found


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("slug", registry.OWN)
def test_the_end_of_each_game_says_why(
    slug: str, players: int, as_: Browser, anna: User, ben: User
) -> None:
    people = [anna, ben, person("cleo"), person("don")][:players]
    game_id = over(slug, people)
    reader, result = result_of(game_id, anna)
    first, second = result["places"][:2]
    by = (first["final"] or 0) - (second["final"] or 0)
    assert (f"by {by} point" in result["headline"]) == (by > 0)
    stages = points_history.points_history(reader).stages
    assert [stage["points"] for stage in stages][-1] == (reader.game.result or {})["scores"]
    assert len(stages) > 4
    page = as_(anna).get(f"/games/{game_id}/").content.decode()
    for said in (result["headline"], *result["reasons"], "Points over time", "Rematch"):
        assert said in page
    assert page.count('class="race ') == 2
    own_place = next(place for place in range(players) if result["places"][place]["you"])
    assert ("one place above you" in " ".join(result["reasons"])) == (own_place > 1)
    assert "Rematch" not in as_(None).get(f"/games/{game_id}/").content.decode()


@pytest.mark.slow
def test_what_decided_it_are_the_largest_differences_of_the_final_table(
    anna: User, ben: User
) -> None:
    reader, result = result_of(over("imhotep", [anna, ben]), None)
    first, second = (place["seat"] for place in result["places"])
    standing = reader.rules.standing() or []
    leads = {name: n - standing[second].get(name, 0) for name, n in standing[first].items()}
    best = max(leads, key=lambda name: leads[name])
    assert points.source(reader, best) in result["reasons"][0]
    assert points.source(reader, best) in result["key"]
    assert f"for {reader.people[first]}." in result["reasons"][0]
    if min(leads.values()) < 0:
        assert f"for {reader.people[second]}, " in result["reasons"][1]


def test_somebody_who_gives_up_or_runs_out_of_time_is_named_instead(
    as_: Browser, anna: User, ben: User, started: Position
) -> None:
    actions.resign(started.game.pk, anna.pk)
    _reader, result = result_of(started.game.pk, ben)
    assert (result["headline"], result["reasons"][0]) == ("The game is over", "anna resigned.")
    assert result["reasons"][1].startswith("This game does not count. ")
    assert [place["left"] for place in result["places"]] == ["", "resigned"]
    page = as_(anna).get(f"/games/{started.game.pk}/").content.decode()
    assert "anna resigned." in page
    assert "What decided the game" not in page

    late = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(late.pk, ben.pk)
    with locked(late.pk) as position:
        seat = position.seat_of(anna.pk)
        assert seat
        seat_holders.forfeit(position, seat, timezone.now())
    _reader, result = result_of(late.pk, ben)
    assert result["reasons"][0] == "anna ran out of time."
    assert result["places"][1]["left"] == "out of time"


@pytest.mark.slow
def test_a_draw_and_an_end_by_a_moderator_say_so(anna: User, ben: User) -> None:
    game_id = over("imhotep", [anna, ben])
    game = Game.objects.get(pk=game_id)
    assert game.result
    for name, said in (
        ("drawn", "All have agreed on a draw."),
        ("cut", "A moderator ended the game as it stood."),
    ):
        Game.objects.filter(pk=game_id).update(result={**game.result, name: True})
        assert result_of(game_id, anna)[1]["reasons"] == [said]


@pytest.mark.slow
def test_the_reader_is_told_their_best_and_what_was_to_be_expected(
    as_: Browser, anna: User, ben: User
) -> None:
    first, second = (over("imhotep", [anna, ben], rated=True) for _game in range(2))
    Game.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    RATINGS.tick()
    reader, _result = result_of(second, anna)
    told = my_result.my_result(reader)
    assert told
    assert told["rating"]
    assert told["record"]
    scores = [
        (Game.objects.get(pk=pk).result or {})["scores"][
            Game.objects.get(pk=pk).seats.get(user=anna).index
        ]
        for pk in (first, second)
    ]
    assert told["record"]["best"].startswith(f"{max(scores)}, ")
    assert told["record"]["mean"].endswith(" in 2 games")
    assert told["record"]["other"] == "ben"
    assert re.search(r"in \d+ of 100 such games", told["rating"]["why"])
    Privacy.objects.create(user=ben, hidden=["ratings"])
    reader, _result = result_of(second, anna)
    told = my_result.my_result(reader)
    assert told
    assert told["rating"]
    assert told["rating"]["why"] == ""
    assert my_result.my_result(Reader(load(second, None), None)) is None
    assert "Your rating" not in as_(None).get(f"/games/{second}/").content.decode()


def test_lines_lie_within_the_drawing_and_their_last_points_apart() -> None:
    stages: list[points_history.Stage] = [
        {"label": str(n), "points": [n * 10, n * 10 + 1, n * 10 - 2, -3]} for n in range(7)
    ]
    drawn = growth.growth(stages, 560, 280)
    assert drawn
    ends = sorted(line["end"][1] for line in drawn["lines"])
    assert all(b - a >= growth.APART for a, b in itertools.pairwise(ends))
    for line in drawn["lines"]:
        assert all(0 < x < 560 and 0 < y < 280 for x, y in (*line["marks"], line["end"]))
    labels = [int(label) for _y, label in drawn["scale"]]
    assert 0 in labels
    assert 3 <= len(labels) <= growth.SCALE + 1
    assert growth.growth(stages[:1], 560, 280) is None


def test_the_end_of_a_live_game_leads_on(as_: Browser, anna: User, ben: User) -> None:
    """To a rematch, to a look at it, and to the lobby; nothing of an arena where there is none."""
    live = over("imhotep", [anna, ben])
    days = over("imhotep", [anna, ben])
    clock = {"kind": "live", "move_minutes": 5, "policy": "bot", "vacation": False, "stretch": 0}
    Game.objects.filter(pk=live).update(clock=clock)
    ways = ways_of(as_(anna), live)
    assert ["Rematch" in ways, "Study this game" in ways, ">Lobby<" in ways] == [True] * 3
    assert "rena" not in ways
    assert ">Lobby<" in ways_of(as_(None), live)
    assert ">Lobby<" not in ways_of(as_(anna), days)


def ways_of(client: Client, game_id: int) -> str:
    page = client.get(f"/games/{game_id}/").content.decode()
    found = re.search(r'<div class="row result-ways">(.*?)</div>', page, re.S)
    return found[1] if found else ""
