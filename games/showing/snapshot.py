"""A game as one person may see it, as plain data: the API answers it, and pages are drawn from
it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, cast

from django.utils import timezone
from django.utils.translation import get_language

from games.clocks import clock, kinds
from games.errors import NotInstalled
from games.game_cache import cache
from games.lobby import rematch
from games.models import Ballot, Game, Move, Seat, Vote
from games.moves.conditions import has_looked, has_sat, on_offer, sealed_answer, undoable
from games.rules.engine import (
    MAX_CHOICES,
    Choice,
    Decision,
    Event,
    Player,
    Rules,
    Text,
    as_data,
)
from games.rules.engine.decision import has_amounts
from games.rules.records.sheet import ACTIONS
from games.showing import data, incidents, levels, ratings
from games.storage import statements
from games.storage.position import Position
from games.votes import open_vote, voting
from games.votes.ballots import KINDS
from games.words import table_package, texts


def game(
    position: Position, user_id: int | None, since: int = 0, eyes: int | None = None
) -> data.Game:
    """Everything about a game; ``log`` has what happened after version ``since``.

    When the game is over, its players may look with the ``eyes`` of any seat.
    """
    seat = position.seat_of(user_id)
    rules = position.rules
    index = _eyes(position, user_id, seat, eyes)
    view = rules.view(index) if rules else None
    return {
        **(cast(data.PublicGame, position.public) if position.public else public(position)),
        "you": None if seat is None else seat.index,
        "view": view,
        "decision": decision(position, seat, view),
        "can": abilities(position, seat, user_id),
        "vote": vote(position, user_id),
        "rematch": once_more(position.game),
        "ratings": ratings.changes(position, user_id),
        "log": describe_log(position, index, since),
    }


def public(position: Position) -> data.PublicGame:
    """The part that is the same for everybody who sees this position."""
    row, rules = position.game, position.rules
    return {
        **summary(position),
        "number": position.number,
        "version": position.version,
        "standing": rules.standing() if rules else None,
        "result": row.result,
        "seed": bytes(row.seed).hex() if row.status == Game.Status.FINISHED else None,
    }


def _eyes(
    position: Position, user_id: int | None, seat: Seat | None, eyes: int | None
) -> int | None:
    played = any(other.user_id == user_id for other in position.seats) and user_id is not None
    over = position.game.status == Game.Status.FINISHED
    if over and played and eyes is not None and eyes < len(position.seats):
        return eyes
    return None if seat is None else seat.index


def summary(position: Position) -> data.GameSummary:
    """What a list shows of a game: everything that is public, without the rules' game."""
    row = position.game
    return {
        "id": row.pk,
        "type": row.type,
        "name": row.name,
        "status": row.status,
        "options": row.options,
        "players": row.players,
        "visibility": row.visibility,
        "clock": kinds.get_clock(row),
        "rated": row.rated,
        "allows_lines": row.allows_lines,
        "seed_hash": row.seed_hash,
        "created_at": _time(row.created_at),
        "started_at": _time_if_any(row.started_at),
        "finished_at": _time_if_any(row.finished_at),
        "broken": row.broken_at is not None,
        "paused": row.status == Game.Status.RUNNING and row.paused_at is not None,
        "live": bool(row.live_clock) or kinds.get_clock(row).live,
        "ready_by": _time_if_any(row.ready_by),
        "seats": seats(position),
    }


def seats(position: Position) -> list[data.Seat]:
    """The seats, their players, and for which of them the game waits."""
    running = position.game.status == Game.Status.RUNNING
    setting = kinds.get_clock(position.game)
    if position.rules and not position.newest and running:
        to_move = set(position.rules.to_move())
    else:
        to_move = {seat.index for seat in position.seats if seat.to_move}
    return [
        {
            "index": seat.index,
            "user": seat.user.username if seat.user else None,
            "bot": seat.bot or None,
            "level": levels.find_level(position.game, seat.bot),
            "to_move": seat.index in to_move,
            "deadline": _time_if_any(seat.deadline),
            "turns_left": (running and clock.turns_due(seat, setting)) or None,
            "used": None if seat.used is None else int(seat.used.total_seconds()),
            "score": seat.score,
            "rank": seat.rank,
            "resigned": seat.resigned_at is not None,
            "offered": running and on_offer(seat),
            "ready": seat.ready_at is not None,
        }
        for seat in position.seats
    ]


def decision(
    position: Position, seat: Seat | None, view: Mapping[str, object] | None
) -> data.Decision | None:
    """The question put to this seat with its labelled choices, None if there is none.

    ``answer`` is the seat's answer to a sealed question, which it may still change.
    """
    asked = _asked(position, seat)
    if seat is None or asked is None or view is None:
        return None
    tell = texts.telling(texts.seat_names(position.seats))
    page = _page(position, asked, view)
    shown: data.Decision = {
        "id": asked.id,
        "seat": seat.index,
        "kind": asked.kind,
        "args": asked.args,
        "prompt": tell(table_package.prompt(position.type, asked, view)),
        "sealed": asked.sealed,
        "answer": asked.answer,
        "choices": page["choices"],
        "refusals": [
            {"parts": refusal.parts, "text": tell(refusal.reason)}
            for refusal in table_package.refusals(position.type, asked)
        ],
    }
    if page["next"] is not None:
        shown["next"] = page["next"]
    return shown


def choices(
    position: Position, user_id: int | None, parts: Choice = (), after: int = 0
) -> data.Choices:
    """A page of the choices of this person's open decision that begin with ``parts``."""
    seat = position.seat_of(user_id)
    asked, rules = _asked(position, seat), position.rules
    if seat is None or asked is None or rules is None:
        return {"version": position.version, "choices": [], "next": None}
    return _page(position, asked, rules.view(seat.index), parts, after)


def _asked(position: Position, seat: Seat | None) -> Decision | None:
    """The question that this seat can answer now."""
    rules = position.rules
    if seat is None or rules is None or rules.state.held is not None:
        return None
    if position.game.status != Game.Status.RUNNING or position.game.broken_at:
        return None
    return rules.decision(seat.index)


def _page(
    position: Position,
    asked: Decision,
    view: Mapping[str, object],
    parts: Choice = (),
    after: int = 0,
) -> data.Choices:
    """At most as many choices as a question has if they are not short."""
    tell = texts.telling(texts.seat_names(position.seats))
    begun, begin, end = asked.choices, as_data(parts), after + MAX_CHOICES
    if begin:
        begun = [each for each in begun if as_data(each[: len(begin)]) == begin]
    return {
        "version": position.version,
        "choices": [
            _row(asked, choice, tell(table_package.label(position.type, asked, choice, view)))
            for choice in begun[after:end]
        ],
        "next": end if end < len(begun) else None,
    }


def _row(
    asked: Decision, choice: Choice, label: str
) -> data.LabelledChoice | data.ChoiceWithAmounts:
    """A choice with its words; one with amounts also has a whole answer as an example."""
    row: data.LabelledChoice = {"choice": as_data(choice), "label": label}
    return {**row, "example": asked.example(choice)} if has_amounts(choice) else row


def abilities(position: Position, seat: Seat | None, user_id: int | None) -> data.Abilities:
    """The actions besides choosing that this person can take now."""
    can: data.Abilities = {
        "confirm": False,
        "undo": False,
        "withdraw": False,
        "resign": False,
        "take_back": False,
        "replace": False,
    }
    game = position.game
    if position.rules is None or game.status != Game.Status.RUNNING or game.broken_at:
        return can
    can["take_back"] = any(
        other.user_id == user_id and bool(other.bot) and other.resigned_at is None
        for other in position.seats
    )
    can["replace"] = (
        user_id is not None
        and any(map(on_offer, position.seats))
        and not has_sat(position.game, user_id)
        and not has_looked(position.game, user_id)
    )
    if seat is None:
        return can
    can["resign"] = True
    if position.newest:
        can["withdraw"] = sealed_answer(position, seat)
        can["undo"] = can["withdraw"] or undoable(position, seat) is not None
        can["confirm"] = position.rules.state.held == seat.index
    return can


def vote(position: Position, user_id: int | None) -> data.Vote | None:
    """The open vote, None without one."""
    opened = open_vote.current(position)
    return None if opened is None else ballots(position, opened, user_id)


def once_more(row: Game) -> data.Rematch | None:
    """The newest offer of a rematch, None if there is none."""
    offer = rematch.newest_offer(row, timezone.now()) if rematch.is_possible(row) else None
    if offer is None:
        return None
    return {
        "offered_by": offer.offered_by,
        "accepted": offer.accepted,
        "declined_by": offer.declined_by,
        "until": _time(offer.offered_at + rematch.LASTS),
        "game": offer.made_id,
    }


def ballots(position: Position, vote: Vote, user_id: int | None) -> data.Vote:
    """A vote with everybody's ballots."""
    said = dict(Ballot.objects.filter(vote=vote).values_list("seat", "choice"))
    asked = voting.voters(position, vote)
    return {
        "id": vote.pk,
        "kind": vote.kind,
        "seat": vote.seat,
        "opened_by": vote.opened_by,
        "closes_at": _time(vote.closes_at),
        "choices": list(KINDS[vote.kind].answers),
        "ballots": [{"seat": seat.index, "choice": said.get(seat.index)} for seat in asked],
        "asked": user_id is not None and any(seat.user_id == user_id for seat in asked),
    }


#: The names of actions that the rules know nothing of; incidents tell the last three.
_OURS: dict[str, str] = {
    Move.Action.RESIGN: "resigned",
    Move.Action.TIMEOUT: "timed_out",
    Move.Action.RETURN: "returned",
    Move.Action.FORFEIT: "forfeited",
    Move.Action.REPLACE: "replaced",
    Move.Action.DRAW: "drawn",
    Move.Action.ROLLBACK: "rolled_back",
    Move.Action.END: "ended",
    Move.Action.SWAP: "swapped",
}


def describe_log(position: Position, index: int | None, since: int = 0) -> list[data.LogEntry]:
    """What happened after version ``since``, as far as this seat may know, with words."""
    if position.rules is None and (not position.failure or _is_gone(position)):
        return []
    game, people, language = (
        position.game.pk,
        tuple(texts.seat_names(position.seats)),
        get_language(),
    )
    entries: list[data.LogEntry] = []
    for row in _told(position, since):
        tell = partial(_entries, row, position.type, index, people)
        if row.number is None:  # incidents may share place and time
            entries += tell()
        else:  # a move's row never changes again
            name = "told", row.version, row.at, index, people, language
            entries += cache.get_or_make(game, name, tell, _size)
    return entries


def numbers_outside_rules(position: Position) -> set[int]:
    """The numbers of moves of which the rules tell nothing, such as resigning."""
    return {row.number for row in _told(position, 0) if row.number and row.action in _OURS}


def _is_gone(position: Position) -> bool:
    """Whether the package of the type is missing, with all its words."""
    return isinstance(position.failure, NotInstalled)


def _size(entries: Iterable[data.LogEntry]) -> int:
    """The bytes of the entries, including their names in the cache."""
    return 500 + sum(600 + len(entry.text or "") for entry in entries)


def _entries(
    row: statements.LogRow, rules: Rules[Any], index: int | None, people: tuple[str, ...]
) -> list[data.LogEntry]:
    """What a row says to this seat in the active language."""
    version, number, mover, action, events, at = row
    ours = _OURS.get(action)
    if number is None:
        told = [Event(action, {"seat": mover, **events[0]})]
    elif ours:
        told = [Event(ours, {"seat": mover})]
    else:
        told = [Event(**event) for event in events]
    entries: list[data.LogEntry] = []
    for event in told:
        seen = event.seen_by(index)
        text: Text | None
        if number is None:
            text = incidents.text(action, mover, events[0])
        elif ours:
            text = _of_ours(action, mover)
        else:
            text = table_package.logged(rules, event.kind, seen)
        entries.append(
            data.LogEntry(
                version=version,
                number=number,
                seat=seen.get("seat", mover),
                kind=event.kind,
                data=seen,
                text=texts.plain(text, people) if text else None,
                at=_time(at),
            )
        )
    return entries


def _of_ours(action: str, seat: int | None) -> Text | None:
    """Words for an action that the rules know nothing of; none if an incident says it."""
    message = ACTIONS.get(action)
    if message is None:
        return None
    return Text(message) if seat is None else Text(message, player=Player(seat))


def _told(position: Position, since: int) -> Sequence[statements.LogRow]:
    if since > position.version:
        return []
    if position.log is None or since < position.log_since:
        return statements.read_log(position.game.pk, since, position.version).answer()
    # In the order of ``statements.read_log``.
    return [
        row
        for row in position.log
        if row.version > since or (row.version == since and row.number is None)
    ]


def _time(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _time_if_any(at: datetime | None) -> str | None:
    return _time(at) if at else None
