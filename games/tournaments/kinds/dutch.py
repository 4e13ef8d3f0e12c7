"""The next round of a Swiss at tables of two, by FIDE's Dutch rules in force since February 2026
(C.04.3), as ``gacrux`` has them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from operator import itemgetter
from typing import Any

from gacrux.chessjson import chessjson
from gacrux.gacruxexeptions import GacruxError
from gacrux.pairingdutch import pairing_dutch

from games.models import Table
from games.tournaments.kinds.standing import WITHOUT_GAME, Board, Seated

#: gacrux's codes for a game won, drawn and lost, a bye, and a round without a game or a point.
WON, DRAWN, LOST, BYE, ABSENT = "W", "D", "L", "P", "Z"
#: Their points: pairing depends only on who has more.
POINTS = {WON: Decimal(1), BYE: Decimal(1), DRAWN: Decimal("0.5")}
SIDES = ("white", "black")


def pair(
    seeded: Sequence[int], gone: Collection[int], boards: Iterable[Board], rounds: int
) -> list[tuple[int, ...]] | None:
    """The pairings, the first seat first, a player with a bye alone.

    None if two would have to meet again. ``boards`` are all former tables, each of them over.
    """
    numbers = {entrant: number for number, entrant in enumerate(seeded, 1)}
    games = _games(boards, numbers)
    points = dict.fromkeys(numbers.values(), Decimal(0))
    for game in games:
        for side in filter(game.get, SIDES):
            points[game[side]["cid"]] += POINTS.get(game[side]["result"], 0)

    coming = 1 + max((game["round"] for game in games), default=0)
    report = chessjson().add_tournament(1, False, rounds)
    report |= {"currentRound": coming - 1, "topColor": "w", "gameList": games}
    report["competitors"] = [
        {
            "cid": number,
            "present": entrant not in gone,
            "gamePoints": points[number],
            "orgrank": number,
            "rank": number,
            "random": number,
            "rating": None,
        }
        for entrant, number in numbers.items()
    ]
    options = {"experimental": [], "verbose": 0, "top_color": "w"}
    try:
        brackets = pairing_dutch(report, coming, options).compute_pairing(False)
    except GacruxError:
        return None
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return [
        tuple(seeded[number - 1] for number in (pair["w"], pair["b"]) if number)
        for pair in sorted(pairs, key=itemgetter("board"))
    ]


def _games(boards: Iterable[Board], numbers: dict[int, int]) -> list[dict[str, Any]]:
    """The result of each table, and the players who missed a round."""
    by_round: dict[int, list[Board]] = {}
    for board in boards:
        by_round.setdefault(board.place.round, []).append(board)
    games = []
    for round_, tables in by_round.items():
        for board in tables:
            results = _results(board)
            games.append(_game(round_, results, numbers, played=_was_played(board)))
        absent = set(numbers).difference(*(board.people for board in tables))
        games += [_game(round_, {each: ABSENT}, numbers, played=False) for each in sorted(absent)]
    return [{"id": number, **game} for number, game in enumerate(games, 1)]


def _game(
    round_: int, results: dict[int, str], numbers: dict[int, int], *, played: bool
) -> dict[str, Any]:
    sides = [{"cid": numbers[entrant], "result": result} for entrant, result in results.items()]
    return {
        "round": round_,
        "played": played,
        "rated": False,
        **dict(zip(SIDES, sides, strict=False)),
    }


def _was_played(board: Board) -> bool:
    return len(board.seated) > 1 and board.how not in WITHOUT_GAME


def _results(board: Board) -> dict[int, str]:
    """Results by entrant; a player who left has lost, whoever played on."""
    if len(board.seated) == 1:
        return {board.people[0]: BYE}
    if board.how == Table.How.UNPLAYED:
        return dict.fromkeys(board.people, ABSENT)
    first, second = board.seated
    lost = LOST if _was_played(board) else ABSENT
    return {
        own.entrant: lost if own.left else _result(own, other)
        for own, other in ((first, second), (second, first))
    }


def _result(own: Seated, other: Seated) -> str:
    if other.left:
        return WON
    difference = (other.rank or 0) - (own.rank or 0)
    return WON if difference > 0 else LOST if difference < 0 else DRAWN
