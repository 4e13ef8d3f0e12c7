"""The next round of a Swiss at tables of two, by FIDE's Dutch rules as ``py4swiss`` has them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from games.models import Table
from games.tournaments.standing import Board

#: A win, a draw and a loss, in tenths of a point: for pairing only who has more matters.
WON, DRAWN, LOST = 10, 5, 0

_BYE = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
)
_AWAY = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)


def pair(
    seeded: Sequence[int], gone: Collection[int], boards: Iterable[Board], rounds: int
) -> list[tuple[int, ...]] | None:
    """Who meets whom, the first seat first, and who has nobody to play alone; None where it cannot
    be done without two meeting again. ``boards`` are those so far, each of them over."""
    numbers = {entrant: number for number, entrant in enumerate(seeded, 1)}
    results = _results(boards, numbers)
    trf = ParsedTrf(
        player_sections=[
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=sum(map(_points, results[number])),
                rank=number,
                results=results[number],
            )
            for number in numbers.values()
        ],
        x_section=XSection(
            number_of_rounds=rounds, zeroed_ids={numbers[entrant] for entrant in gone}
        ),
    )
    try:
        pairings = DutchEngine.generate_pairings(trf)
    except PairingError:
        return None
    return [
        tuple(seeded[number - 1] for number in (pairing.white, pairing.black) if number)
        for pairing in pairings
    ]


def _results(boards: Iterable[Board], numbers: dict[int, int]) -> dict[int, list[RoundResult]]:
    """By the number of each, round by round."""
    found: dict[int, list[RoundResult]] = {number: [] for number in numbers.values()}
    by_round: dict[int, list[Board]] = {}
    for board in boards:
        by_round.setdefault(board.place.round, []).append(board)
    for _round, there in sorted(by_round.items()):
        this = dict.fromkeys(found, _AWAY)
        for board in there:
            this |= _of_board(board, numbers)
        for number, result in this.items():
            found[number].append(result)
    return found


def _of_board(board: Board, numbers: dict[int, int]) -> dict[int, RoundResult]:
    if len(board.people) == 1:
        return {numbers[board.people[0]]: _BYE}
    first, second = board.seated
    colours = ((first, second, ColorToken.WHITE), (second, first, ColorToken.BLACK))
    return {
        numbers[own.entrant]: RoundResult(
            id=numbers[other.entrant],
            color=colour,
            result=_forfeited(own.left)
            if board.how == Table.How.WALKOVER
            else _played(
                0 if own.left else -(own.rank or 0), 0 if other.left else -(other.rank or 0)
            ),
        )
        for own, other, colour in colours
    }


def _forfeited(left: bool) -> ResultToken:
    return ResultToken.FORFEIT_LOSS if left else ResultToken.FORFEIT_WIN


def _played(own: int, other: int) -> ResultToken:
    if own == other:
        return ResultToken.DRAW
    return ResultToken.WIN if own > other else ResultToken.LOSS


def _points(result: RoundResult) -> int:
    match result.result:
        case ResultToken.WIN | ResultToken.FORFEIT_WIN | ResultToken.PAIRING_ALLOCATED_BYE:
            return WON
        case ResultToken.DRAW:
            return DRAWN
    return LOST
