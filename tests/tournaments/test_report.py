"""A tournament's file for other programs, read by gacrux, whose reader nobody here wrote."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from gacrux.trf2json import trf2json

from games.models import Table, Tournament
from games.moves import actions
from games.tournaments import report, trf
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.standing import Board, Place, Seated
from games.tournaments.kinds.swiss import Swiss
from games.tournaments.running import running
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.tournaments import seasons
from tests.tournaments.playing import crowd, opened, play_out
from tests.tournaments.simulated import to_the_end

HEAD = trf.Head("Autumn", "anna", "here", date(2026, 11, 1), date(2026, 11, 30), {})


def swiss(**changed: Any) -> Tournament:
    plan = {"kind": "swiss", "type": "lanterns", "players": 2, "rounds": 3, "points": [1, 0]}
    here = Tournament(**{**plan, "days": 5, **changed})
    here.tie_breaks = list(Swiss.tie_breaks)
    return here


def board(number: int, *seated: Any, how: str = "played", table: int = 0) -> Board:
    return Board(Place(0, 0, number, table), tuple(Seated(*one) for one in seated), how)


def written(here: Tournament, people: int, boards: list[Board], form: str, gone: Any = ()) -> str:
    field = Field(here, range(1, people + 1), frozenset(gone), boards)
    entries = {each: trf.Entry(f"player {each}", 2000 - each) for each in field.seeded}
    return trf.FORMS[form](report.report_of(HEAD, field, (0, 0), entries))


def read(text: str) -> dict[str, Any]:
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.chessjson["status"]["code"] == 0, reader.chessjson["status"]
    tournament: dict[str, Any] = reader.get_tournament(1)
    return tournament


def line_of(text: str, number: int) -> str:
    return next(line for line in text.split("\r\n") if line.startswith(f"001 {number:4}"))


def results(text: str, number: int) -> list[str]:
    """What stands in the columns of the rounds."""
    return [line_of(text, number)[at : at + 8] for at in range(91, len(line_of(text, number)), 10)]


@pytest.mark.parametrize("form", trf.FORMS)
@pytest.mark.parametrize("people", [5, 8, 13])
def test_another_program_reads_points_places_and_games(form: str, people: int) -> None:
    here = swiss()
    boards = to_the_end(Swiss(), here, people, chance=random.Random(people), leave=0.2)
    text = written(here, people, boards, form)
    found = read(text)
    rows = {
        row.entrant: row
        for row in Swiss().standings(Field(here, range(1, people + 1), frozenset(), boards), 0, 0)
    }
    assert found["numRounds"] == 3
    read_so = {one["cid"]: (one["gamePoints"], one["rank"]) for one in found["competitors"]}
    assert read_so == {
        each: (Decimal(str(rows[each].score)), rows[each].place)
        if each in rows
        else (0, len(rows) + 1)
        for each in range(1, people + 1)
    }
    met = {
        (game["round"], game["white"]["cid"], game["black"]["cid"])
        for game in found["gameList"]
        if game["black"]
    }
    assert met == {(each.place.round, *each.people) for each in boards if len(each.people) == 2}


def test_each_field_stands_in_its_columns() -> None:
    boards = [board(1, (1, 1), (3, 2)), board(1, (2, 1), table=1, how="bye")]
    line = line_of(written(swiss(), 3, boards, "trf16"), 1)
    assert line[:8] == "001    1"
    assert line[14:47].rstrip() == "player 1"
    assert line[48:52] == "1999"
    assert (line[80:84], line[85:89]) == (" 1.0", "   2"), "below the player with the bye"
    assert line[91:] == "   3 w 1"
    assert written(swiss(), 3, boards, "trf26").count("\r\n") == len(
        written(swiss(), 3, boards, "trf26").splitlines()
    )


def test_each_way_in_which_a_table_ends_has_its_code() -> None:
    boards = [
        board(1, (1, 1), (5, 2), how="time"),
        board(1, (2, 1), (6, 1), table=1),
        board(1, (3, 1), (7, 2, None, True), table=2, how="walkover"),
        board(1, (4, 1), (8, 1), table=3, how="unplayed"),
        board(1, (9, 1), table=4, how="bye"),
        board(2, (9, 2), (1, 1), how="late"),
        board(2, (3, 1, None, True), (2, 1, None, True), table=1),
    ]
    text = written(swiss(), 9, boards, "trf26", gone=[2, 3, 7])
    assert [results(text, each)[0] for each in range(1, 10)] == [
        *("   5 w 1", "   6 w =", "   7 w +", "   8 w -"),
        *("   1 b 0", "   2 b =", "   3 b -", "   4 b -", "0000 - U"),
    ]
    assert results(text, 1)[1] == "   9 b 1"
    assert results(text, 2)[1] == "   3 b 0"
    assert results(text, 3)[1] == "   2 w 0"
    assert results(text, 7)[1] == "0000 - Z"
    assert {one["cid"]: one["gamePoints"] for one in read(text)["competitors"]}[3] == 1


def test_points_that_a_result_does_not_explain_have_a_line_of_their_own() -> None:
    """Where a loss gives a point, a player who left has lost and has none (tag 299)."""
    here = swiss(points=[3, 1])
    boards = [board(1, (1, 1), (3, 2)), board(1, (2, 1), (4, 2, None, True), table=1)]
    text = written(here, 4, boards, "trf26")
    assert "162  W 3.0    D 2.0    L 1.0\r\n" in text
    assert [line for line in text.split("\r\n") if line.startswith("299")] == [
        "299 L         0.0    1    4"
    ]
    assert {one["cid"]: one["gamePoints"] for one in read(text)["competitors"]} == {
        1: 3, 2: 3, 3: 1, 4: 0,
    }  # fmt: skip
    assert "BBL  1.0\r\n" in written(here, 4, boards, "trf16")


def test_a_round_of_a_swiss_that_is_not_over_is_not_in_it() -> None:
    boards = [
        board(1, (1, 1), (3, 2)),
        board(1, (2, 1), (4, 2), table=1),
        board(2, (2, 1), (1, 2)),
        board(2, (3,), (4,), table=1),
    ]
    text = written(swiss(), 4, boards, "trf16")
    assert results(text, 1) == ["   3 w 1"]
    assert line_of(text, 2)[80:84] == " 1.0"


def test_a_pairing_that_looks_ahead_is_not_said_to_be_fides() -> None:
    boards = [board(1, (1, 1), (3, 2)), board(1, (2, 1), (4, 2), table=1)]
    assert "192 CUSTOM_SWISS\r\n" in written(swiss(), 4, boards, "trf26")
    assert "192 FIDE_DUTCH\r\n" in written(swiss(), 9, boards, "trf26")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_round_robin_is_written_while_it_runs_and_when_it_is_over(times: Times) -> None:
    users = crowd(4)
    here = opened(users[0], users, kind="robin")
    running.tick()
    path = f"/tournaments/{here.pk}/"
    assert f"{path}trf26.trf" in as_(users[1]).get(path).content.decode()
    answer = as_(users[1]).get(f"{path}trf26.trf")
    assert f'filename="tournament-{here.pk}.trf26.trf"' in answer["Content-Disposition"]
    found = read(answer.content.decode())
    assert found["tournamentType"] == "Round Robin"
    assert len(found["gameList"]) == 6, "none of them with a result"
    play_out(here, times, gone=set())
    found = read(Client().get(f"/api/v1/tournaments/{here.pk}/trf?form=trf16").content.decode())
    assert sum(one["gamePoints"] for one in found["competitors"]) == 6
    played = Table.objects.filter(tournament=here)
    assert len(found["gameList"]) == played.count() == 6


@pytest.mark.django_db(transaction=True)
def test_games_that_no_longer_count_give_nothing_in_it(times: Times) -> None:
    """Those of a player who left a round robin before half of them."""
    users = crowd(5)
    here = opened(users[0], users, kind="robin", at_once=1)
    running.tick()
    table = Table.objects.filter(tournament=here, round=1).exclude(game=None)[0]
    assert table.game is not None
    leaver = table.players.all()[1].entrant.user_id
    actions.resign(table.game.pk, leaver)
    as_(next(user for user in users if user.pk == leaver)).post(f"/tournaments/{here.pk}/withdraw/")
    running.advance(here.pk)
    text = as_(users[0]).get(f"/tournaments/{here.pk}/trf26.trf").content.decode()
    found = {one["cid"]: one["gamePoints"] for one in read(text)["competitors"]}
    assert set(found.values()) == {0}
    assert "299 W         0.0    1" in text


@pytest.mark.django_db(transaction=True)
def test_each_division_of_a_league_has_a_file(times: Times) -> None:
    users = crowd(12)
    league = seasons.begun(users[0], "over", **seasons.LEAGUE)
    seasons.join_all(seasons.edition(league, 1), users)
    here = seasons.let_begin(league, 1, times)
    for group in (0, 1):
        text = Client().get(f"/tournaments/{here.pk}/trf26.trf?stage=0&group={group}").content
        assert f"012 Lantern League 1, division {group + 1}\r\n".encode() in text
        assert len(read(text.decode())["competitors"]) == 6
    assert Client().get(f"/tournaments/{here.pk}/trf26.trf?stage=0&group=2").status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("changed", "begun"),
    [({"kind": "elimination"}, True), ({"players": 3, "least": 3}, True), ({"most": 9}, False)],
)
def test_where_the_file_has_no_form_it_is_refused_and_not_offered(
    times: Times, changed: dict[str, Any], begun: bool
) -> None:
    users = crowd(6)
    here = opened(users[0], users, **changed)
    running.tick()
    assert (Tournament.objects.get().status == "running") == begun
    assert b".trf" not in as_(users[0]).get(f"/tournaments/{here.pk}/").content
    refused = Client().get(f"/api/v1/tournaments/{here.pk}/trf")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_report")


@pytest.mark.django_db(transaction=True)
def test_nonsense_is_refused(times: Times) -> None:
    users = crowd(4)
    here = opened(users[0], users)
    running.tick()
    assert Client().get(f"/api/v1/tournaments/{here.pk}/trf?form=x").status_code == 400
    assert Client().get(f"/api/v1/tournaments/{here.pk}/trf?stage=9").status_code == 404
    assert Client().get(f"/api/v1/tournaments/{here.pk}/trf?group=-1").status_code == 404
    assert Client().get("/api/v1/tournaments/999999/trf").status_code == 404
    assert Client().get(f"/tournaments/{here.pk}/x.trf").status_code in (303, 409, 422)
