"""A game without points, from its first move to what is counted of it: who has won, and why."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.archive import bgstats, files, plays, transfer
from games.bots import record
from games.lobby import open_games
from games.models import (
    Analysis,
    Best,
    Game,
    Hint,
    RatingChange,
    Seat,
    Table,
    TablePlayer,
    Tally,
    Vote,
)
from games.moves import actions, ending
from games.rules.records.fairness import verify
from games.storage.position import load, locked
from games.tasks import count_results
from games.tournaments.running import running
from games.votes import voting
from notifications.kinds import kind_of
from notifications.mail import message
from notifications.models import Delivery, Notification
from tests.games.playing import user_of
from tests.games.times import Times
from tests.tournaments.playing import opened

pytestmark = pytest.mark.usefixtures("pawns")

Browser = Callable[[User | None], Client]
DRAWN = [(0, 3), (7, 4), (2, 5)]
REACHED = [(0, 3), (8, 5), (3, 7)]
CAPTURED = [(0, 3), (7, 3), (1, 4), (6, 4), (2, 4), (8, 4)]


def begun(anna: User, ben: User, **how: Any) -> int:
    game = open_games.create(anna.pk, "pawns", 2, **how).game
    open_games.join_game(game.pk, ben.pk)
    return game.pk


def play(game_id: int, moves: list[tuple[int, int]]) -> Game:
    for move in moves:
        to_move = Seat.objects.get(game_id=game_id, to_move=True).index
        user_id = user_of(game_id, to_move)
        actions.choose(game_id, user_id, move, version=load(game_id, user_id).version)
    return Game.objects.get(pk=game_id)


def over(anna: User, ben: User, moves: list[tuple[int, int]], **how: Any) -> Game:
    """A game that has ended an hour ago."""
    game = play(begun(anna, ben, **how), moves)
    assert game.status == Game.Status.FINISHED
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    return game


def page_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_the_page_says_who_has_won_and_how(as_: Browser, anna: User, ben: User) -> None:
    game = over(anna, ben, CAPTURED)
    winner, loser = (User.objects.get(pk=user_of(game.pk, seat)) for seat in (1, 0))
    assert "You have won by capturing" in page_of(as_(winner), f"/games/{game.pk}/")
    for reader in (loser, None):
        page = page_of(as_(reader), f"/games/{game.pk}/")
        assert f"{winner} has won by capturing" in page
        assert f'data-announce="1. {winner}, won"' in page
        assert f'data-announce="2. {loser}, lost"' in page
        for word in ("Points", "point", "What decided the game", "Total"):
            assert f">{word}<" not in page
        assert "0 points" not in page
    assert list(game.seats.values_list("score", flat=True)) == [None, None]


def test_a_draw_is_nobodys_victory(as_: Browser, anna: User, ben: User) -> None:
    game = over(anna, ben, DRAWN)
    page = page_of(as_(anna), f"/games/{game.pk}/")
    assert "A draw by a block" in page
    assert "share the victory" not in page
    assert "0 won, 1 drawn, 0 lost" in page
    assert page.count(", drawn") == 2


def test_the_api_says_the_outcome_of_each_seat(as_: Browser, anna: User, ben: User) -> None:
    game = over(anna, ben, CAPTURED)
    told = as_(anna).get(f"/api/v1/games/{game.pk}").json()
    assert told["result"]["outcome"] == ["lost", "won"]
    assert told["result"]["reason"] == "capture"
    assert told["result"]["scores"] == told["result"]["breakdown"] == []
    assert [seat["score"] for seat in told["seats"]] == [None, None]
    assert as_(anna).get("/api/v1/types/pawns").json()["outcome"] == "win"


def test_the_result_of_somebody_who_resigns_is_lost(as_: Browser, anna: User, ben: User) -> None:
    game_id = begun(anna, ben)
    play(game_id, DRAWN[:2])
    actions.resign(game_id, anna.pk)
    page = page_of(as_(ben), f"/games/{game_id}/")
    assert "You have won!" in page
    assert "anna resigned." in page


@pytest.mark.parametrize(("moves", "said"), [(CAPTURED, "won"), (DRAWN, "drawn")])
def test_lists_and_pages_of_people_have_words_for_points(
    moves: list[tuple[int, int]], said: str, as_: Browser, anna: User, ben: User
) -> None:
    game = over(anna, ben, moves)
    winner = User.objects.get(pk=user_of(game.pk, 1))
    count_results()
    for path in ("/my/?status=finished", f"/players/{winner}/", "/games/"):
        page = page_of(as_(anna), path)
        assert "None" not in page
    person = page_of(as_(anna), f"/players/{winner}/")
    assert f">{said}</span>" in person
    assert ("1 (100 %)" in person) == (said == "won")
    assert (f"{int(said == 'drawn')} drawn") in person


def test_draws_are_counted_as_draws(as_: Browser, anna: User, ben: User) -> None:
    over(anna, ben, DRAWN)
    over(anna, ben, CAPTURED)
    count_results()
    sums = {
        (row.kind, row.user_id): (row.games, row.wins)
        for row in Tally.objects.filter(type="pawns", kind__in=("record", "drawn"))
    }
    assert sums["drawn", anna.pk] == sums["drawn", ben.pk] == (1, 0)
    assert sums["record", anna.pk][1] + sums["record", ben.pk][1] == 1
    reasons = Tally.objects.filter(type="pawns", kind="reason", user=None)
    assert set(reasons.values_list("key", "games")) == {("block", 1), ("capture", 1)}
    assert not Best.objects.exists(), "nobody holds a record of points"
    page = page_of(as_(anna), "/games/types/pawns/statistics/")
    for said in ("How games end", "by a block", "by capturing", "A draw counts for all"):
        assert said in page
    for absent in ("Points by place", "Points by seat", "Where the points come from"):
        assert absent not in page


def test_ratings_of_a_draw_between_equals_stay_equal(anna: User, ben: User) -> None:
    over(anna, ben, DRAWN, rated=True)
    call_command("rate")
    drawn = RatingChange.objects.all()
    assert {round(change.mu, 6) for change in drawn} == {round(drawn[0].mu, 6)}
    assert drawn.count() == 2
    over(anna, ben, REACHED, rated=True)
    call_command("rate")
    won, lost = (
        RatingChange.objects.filter(user=user_of(Game.objects.latest("pk").pk, seat)).latest("pk")
        for seat in (0, 1)
    )
    assert won.mu > lost.mu


def test_a_tournament_gives_half_a_point_for_a_draw(
    times: Times, as_: Browser, anna: User, ben: User
) -> None:
    tournament = opened(anna, [anna, ben], type="pawns")
    assert "share" not in tournament.tie_breaks
    times.go(days=1)
    running.tick()
    (game_id,) = Table.objects.values_list("game", flat=True)
    assert game_id
    play(game_id, DRAWN)
    times.go(hours=12)
    running.tick()
    assert Table.objects.get().state == Table.State.OVER
    assert list(TablePlayer.objects.values_list("points", flat=True)) == [0.5, 0.5]
    assert page_of(as_(anna), f"/tournaments/{tournament.pk}/").count(">½<") >= 2


def test_the_mail_at_the_end_says_won_and_lost(anna: User, ben: User) -> None:
    game = over(anna, ben, CAPTURED)
    for seat, said in ((1, "You have won!"), (0, "The game is over")):
        fact = Notification.objects.get(kind="game_over", game=game, user=user_of(game.pk, seat))
        letter = message(fact.user, [Delivery(notification=fact, user=fact.user, channel="mail")])
        words = str(letter.body)
        assert said in words
        assert re.search(r"^1\. \w+: won\n+2\. \w+: lost$", words, re.MULTILINE)
        assert "point" not in words
        assert ">won</td>" in str(letter.alternatives[0][0])
    fact = Notification.objects.get(kind="game_over", game=over(anna, ben, DRAWN), user=anna)
    assert kind_of(fact).words(fact).heading == "The game is a draw"


def test_exports_name_the_outcome_and_no_points(anna: User, ben: User) -> None:
    over(anna, ben, CAPTURED)
    over(anna, ben, DRAWN)
    found = plays.plays(anna.pk)
    drawn, won = found
    assert {player["outcome"] for player in won["players"]} == {"won", "lost"}
    rows = list(csv.DictReader(io.StringIO(files.as_csv(found).removeprefix("\ufeff"))))
    assert rows[0]["points"] == ""
    assert rows[0]["others"].endswith(" drawn")
    shared = json.loads(bgstats.file(found))
    assert [game["noPoints"] for game in shared["games"]] == [True]
    winners = [[score["winner"] for score in play["playerScores"]] for play in shared["plays"]]
    assert sorted(map(sum, winners)) == [0, 1]
    assert 'win="1"' not in files.as_bgg([drawn])


def test_an_exported_game_is_fair_and_reads_back(anna: User, ben: User) -> None:
    game = over(anna, ben, CAPTURED)
    document = transfer.export(game.pk, with_secrets=True)
    result = document["result"]
    assert result
    assert result["reason"] == "capture"
    assert verify(json.loads(json.dumps(document))).played is not None
    call_command("check_games", finished=True)


def test_an_offered_draw_lapses_with_the_opponents_move(
    as_: Browser, anna: User, ben: User
) -> None:
    game_id = begun(anna, ben)
    first = User.objects.get(pk=user_of(game_id, 0))
    assert "the game ends at once in a draw" in page_of(as_(first), f"/games/{game_id}/")
    play(game_id, DRAWN[:1])
    voting.call(game_id, first.pk, "draw")
    play(game_id, DRAWN[1:2])
    assert Vote.objects.get().outcome == "void"


def test_an_agreed_draw_and_an_end_by_the_clock_of_a_tournament_are_draws(
    as_: Browser, anna: User, ben: User
) -> None:
    agreed, late = begun(anna, ben), begun(anna, ben)
    for game_id in (agreed, late):
        play(game_id, DRAWN[:2])
    with locked(agreed) as position:
        ending.end_in_draw(position)
    ending.settle_game(late, "stands")
    for game_id in (agreed, late):
        assert (Game.objects.get(pk=game_id).result or {})["outcome"] == ["drawn", "drawn"]
        assert "A draw" in page_of(as_(anna), f"/games/{game_id}/")


def test_a_draw_against_a_program_is_no_win(anna: User) -> None:
    for ranks in ((1, 1), (1, 2), (2, 1)):
        game = open_games.create(anna.pk, "pawns", 2, bots=1, visibility="private", first=True)
        Game.objects.filter(pk=game.game.pk).update(
            status=Game.Status.FINISHED, finished_at=timezone.now()
        )
        for index, rank in enumerate(ranks):
            Seat.objects.filter(game=game.game, index=index).update(rank=rank)
    (found,) = record.against_bots(anna.pk)
    assert (found.won, found.games) == (1, 3)


def test_the_analysis_speaks_of_chances(as_: Browser, anna: User, ben: User) -> None:
    game = over(anna, ben, CAPTURED)
    mine = Seat.objects.get(game=game, user=anna).index
    numbers = [number for number in range(1, 7) if number % 2 == (1 if mine == 0 else 0)]
    Analysis.objects.create(
        game=game,
        user=anna,
        seat=mine,
        moves=numbers,
        judged={
            str(number): {"lead": 40.0, "doubt": 10.0, "loss": 0, "disputed": False}
            for number in numbers
        },
        done_at=timezone.now(),
    )
    page = page_of(as_(anna), f"/games/{game.pk}/better/")
    assert "Your chance to win, in games of 100" in page
    assert '<td class="number">70</td>' in page
    assert "points" not in page.split("</header>", 1)[1].split("<footer", 1)[0].replace(
        'points="', ""
    )


def test_a_hint_says_how_many_games_a_choice_wins(as_: Browser, anna: User) -> None:
    solo = open_games.create(anna.pk, "pawns", 2, bots=1, visibility="private", first=True)
    seat = Seat.objects.get(game=solo.game, user=anna)
    decision = solo.running().decision(seat.index)
    assert decision is not None
    first, second = decision.choices[:2]
    Hint.objects.create(
        seat=seat,
        decision=decision.id,
        until=timezone.now(),
        found=[
            {"choice": first, "lead": 30.0, "doubt": 8.0, "equal": True, "games": 12},
            {"choice": second, "lead": -20.0, "doubt": 8.0, "equal": False, "games": 12},
        ],
    )
    page = page_of(as_(anna), f"/games/{solo.game.pk}/")
    assert "expected to win 65 of 100 such games, ± 4" in page
    assert "expected to win 40 of 100 such games, ± 4" in page
