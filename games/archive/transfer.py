"""Exports a game as one JSON document, and imports it.

Its form is ``games.rules.records.document``.

A game that is not finished is exported without its secrets unless they are requested: without seed,
draws, private parts of events, sealed or secret choices, and without moves that could still be
taken back. Such a document can be read but neither checked nor imported.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from games.clocks import checking, clock, kinds
from games.errors import Forbidden, Illegal, NotFound, Refused
from games.models import Game, Move, Seat, Tenure
from games.moves import recording
from games.rules import registry
from games.rules.engine import Rules
from games.rules.engine.levels import LEVELS
from games.rules.records import reading
from games.rules.records.document import FORMAT, Document, Place, Row
from games.rules.records.fairness import Rollbacks, Unfair, replay
from games.storage.moves import live_moves
from games.storage.position import Position
from games.storage.position import load as load_position
from games.storage.statements import SEAT_FIELDS

#: Errors that an invalid document may raise when it is replayed or stored.
_DAMAGE = (
    *(LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
    *(DataError, IntegrityError),
)
#: No game is older.
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
Action = Move.Action
User = get_user_model()


def export(game_id: int, *, with_secrets: bool = False) -> Document:
    """The document of a game; NotFound if it does not exist."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFound
    open_book = with_secrets or game.status == Game.Status.FINISHED
    rows = live_moves(game.pk)
    if not open_book:
        rows = [row for row in rows if row.version <= game.public_version]
    seats = Seat.objects.filter(game=game).select_related("user").order_by("index")
    return {
        "format": FORMAT,
        "type": game.type,
        "rules_version": game.rules_version,
        "options": game.options,
        "players": game.players,
        "status": game.status,
        "clock": game.clock,
        "created_at": _time(game.created_at),
        "started_at": _time(game.started_at),
        "finished_at": _time(game.finished_at),
        "seats": [
            {
                "index": seat.index,
                "name": seat.user.username if seat.user else None,
                "bot": seat.bot or None,
            }
            for seat in seats
        ],
        "seed_hash": game.seed_hash,
        "seed": bytes(game.seed).hex() if open_book else None,
        "result": game.result,
        "moves": [_row(game, move, open_book=open_book) for move in rows],
    }


def record_for(game_id: int, user_id: int) -> Document:
    """The document of a finished game for somebody who has played it: it tells what was hidden from
    spectators. NotFound, Forbidden."""
    position = load_position(game_id, user_id)
    if all(seat.user_id != user_id for seat in position.seats):
        raise Forbidden(_("Only the players of a game can download it."))
    if position.game.status != Game.Status.FINISHED:
        raise Refused(_("A game can be downloaded once it is finished."), "not_finished")
    return export(game_id)


def _row(game: Game, move: Move, *, open_book: bool) -> Row:
    row: Row = {
        "version": move.version,
        "number": move.number,
        "action": move.action,
        "seat": move.seat,
        "kind": move.kind,
        "choice": move.choice,
        "events": move.events,
        "draws": move.draws,
        "rules_version": move.rules_version,
        "barrier": move.barrier,
        "at": _time(move.at),
    }
    if not open_book:
        kind = game.rules.kinds.get(move.kind)
        row["draws"] = []
        row["events"] = [{**event, "private": {}} for event in row["events"]]
        if kind is None or kind.secret or not move.barrier:
            row["choice"] = None
    return row


def import_game(document: Document) -> Game:
    """Replay an exported game as a new, unrated one; Illegal says why that is impossible.

    People are found by name; a placeholder takes the seat of an unknown one.
    """
    try:
        document = reading.checked(document)
        if not document["seed"]:
            raise Illegal("the document holds no seed, so it cannot be played again", "no_seed")
        seed = bytes.fromhex(document["seed"])
        replay(document, seed)
        with transaction.atomic(durable=True):
            return _store(document, seed)
    except registry.UnknownGameType as error:
        raise Illegal(str(error), "unknown_type") from error
    except (reading.BadDocument, Unfair) as error:
        raise Illegal(str(error), "bad_document") from error
    except _DAMAGE as error:
        raise Illegal(f"the document is damaged: {error!r}", "bad_document") from error


def _store(document: Document, seed: bytes) -> Game:
    rules = registry.get(document["type"])
    for place in document["seats"]:
        _check_place(rules, place)
    people = [_person(seat["name"], seat["index"]) for seat in document["seats"]]
    maker = next((person for person in people if person), None) or _person("", 0)
    game = Game.objects.create(
        type=rules.slug,
        rules_version=rules.version,
        options=rules.check_options(document["options"]),
        players=document["players"],
        status=Game.Status.RUNNING,
        clock=kinds.as_json(checking.check_clock(document["clock"])),
        seed=seed,
        created_by=maker,
        created_at=_read(document["created_at"]) or timezone.now(),
        started_at=_read(document["started_at"]),
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, index=index, user=person, bot=seat["bot"] or "")
        for index, (seat, person) in enumerate(zip(document["seats"], people, strict=True))
    )
    for seat in seats:
        seat.tenure = Tenure(seat=seat, user=None if seat.bot else seat.user, bot=seat.bot, since=1)
    Tenure.objects.bulk_create(seat.tenure for seat in seats if seat.tenure)
    position = Position(game, seats, rules.new(game.players, game.options, seed), 0, 0)
    Move.objects.bulk_create(_rows(position, document["moves"]))
    game.public_version = game.published_version = game.version
    game.save()
    drawn = any(row["action"] == Action.DRAW for row in document["moves"])
    cut = any(row["action"] == Action.END for row in document["moves"])
    recording.update_questions(position, timezone.now(), drawn=drawn, cut=cut)
    clock.run(position, timezone.now())
    game.unplayed = False  # a document does not say whose turns those were
    game.finished_at = _read(document["finished_at"])
    game.save()
    Seat.objects.bulk_update(seats, [*SEAT_FIELDS, "tenure", "resigned_at"])
    return game


def _check_place(rules: Rules[Any], place: Place) -> None:
    if place["bot"] and place["bot"] not in (*rules.bots, *LEVELS):
        raise Illegal(f"{rules.slug} has no bot {place['bot']!r}", "bad_document")
    if place["name"] is None and not place["bot"]:
        raise Illegal("a seat has neither a player nor a bot", "bad_document")


def _rows(position: Position, moves: list[Row]) -> list[Move]:
    rules, rollbacks = position.running(), Rollbacks(position.type)
    numbers: dict[int, int] = {}  # the new row of each move
    rows = []
    for row in moves:
        at = _read(row["at"]) or timezone.now()
        seat = None if row["seat"] is None else position.seats[row["seat"]]
        if row["action"] == Action.CHOOSE:
            rules.choose(row["seat"], row["choice"])
        elif row["action"] == Action.WITHDRAW:
            rules.withdraw(row["seat"])
        elif row["action"] == Action.ROLLBACK:
            again = bool(row["draws"])
            rules = position.rules = rollbacks.roll_back(*row["choice"], again=again)
        elif row["action"] in (Action.RESIGN, Action.FORFEIT) and seat is not None:
            seat.resigned_at = at
        elif row["action"] not in (Action.START, Action.DRAW, Action.END):
            numbers[row["number"]] = position.game.number
            rollbacks.note(row["number"], rules)
            continue  # it had no effect that is not complete by now
        move = recording.entry(position, row["action"], seat, barrier=True, now=at)
        move.kind, move.choice = row["kind"], row["choice"]
        if row["action"] == Action.ROLLBACK:
            move.choice = [numbers[row["choice"][0]]]
        numbers[row["number"]] = move.number
        rollbacks.note(row["number"], rules)
        rows.append(move)
    return rows


def _person(name: str | None, index: int) -> Any:
    """The user of this name, otherwise a placeholder; None for a bot's seat."""
    if name is None:
        return None
    known = User.objects.filter(username__iexact=name).first() if name else None
    if known is not None:
        return known
    placeholder, made = User.objects.get_or_create(
        username=f"{names.IMPORTED_PLAYER}{index + 1}", defaults={"is_active": False}
    )
    if made:
        placeholder.set_unusable_password()
        placeholder.save(update_fields=["password"])
    return placeholder


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _read(at: str | None) -> datetime | None:
    """A time that can be stored and read again: with a zone, and not in the future."""
    if not at:
        return None
    moment = datetime.fromisoformat(at)
    if moment.tzinfo is None or not _FIRST < moment < timezone.now() + timedelta(days=1):
        raise Illegal(f"{at} is no time of a game", "bad_document")
    return moment
