"""Compares what players were answered with what the database holds and what mail went out.

Run as a process with the service's environment; the players' journal comes in as JSON, what is
wrong goes out as JSON: a list of sentences.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from email.parser import BytesParser
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.archive import transfer  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.rules.records.fairness import Unfair, replay  # noqa: E402
from games.rules.records.results import outcome  # noqa: E402
from notifications.models import Attempt, Channel, Delivery, Notification  # noqa: E402

# The notifications: kind, game, person, version of the game.
Fact = tuple[str, int, int, int]


def audit(journal: dict[str, Any]) -> Iterator[str]:
    yield from _answered_moves(journal)
    games = Game.objects.filter(pk__in=journal["games"])
    for game in games:
        yield from _log(game)
    yield from _facts(list(games))
    yield from _undelivered()
    yield from _mails()


def _answered_moves(journal: dict[str, Any]) -> Iterator[str]:
    """Each answered choice is one live row, and no choice of a person is without an answer."""
    answered = {(m["game"], m["user"], m["key"]): m["choice"] for m in journal["moved"]}
    if len(answered) != len(journal["moved"]):
        yield "the journal names a move twice"
    rows = Move.objects.filter(game__in=journal["games"], action=Move.Action.CHOOSE)
    stored: dict[tuple[int, str, str], Any] = {}
    for game, user, key, choice, undone_by in rows.exclude(user=None).values_list(
        "game", "user__username", "key", "choice", "undone_by"
    ):
        if (game, user, key) in stored:
            yield f"move {key} of {user} is twice in the log of game {game}"
        if undone_by is not None:
            yield f"move {key} of {user} in game {game} was taken back"
        stored[game, user, key] = choice
    for move, choice in answered.items():
        if move not in stored:
            yield f"lost: {move} was answered, and is not in the log"
        elif stored[move] != choice:
            yield f"changed: {move} was answered as {choice} and stored as {stored[move]}"
    for move in stored.keys() - answered.keys():
        was = "refused" if move[2] in journal["refused"] else "never answered"
        yield f"doubled: {move} is in the log, and was {was}"


def _log(game: Game) -> Iterator[str]:
    """The rows are whole, lead to the stored position, and the game waits for somebody."""
    if game.broken_at:
        yield f"game {game.pk} is broken: {game.broken_reason}"
        return
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return
    rows = list(game.moves.order_by("version").values_list("version", "number"))
    if rows != [(number + 1, number) for number in range(game.version)]:
        yield f"the rows of game {game.pk} have gaps: {rows} up to version {game.version}"
        return
    try:
        played = replay(transfer.export(game.pk, with_secrets=True), bytes(game.seed))
    except Unfair as unfair:
        yield f"the log of game {game.pk} does not lead on: {unfair}"
        return
    if played.save() != bytes(game.state):
        yield f"the log of game {game.pk} leads to another position than the stored one"
    waited_for = list(game.seats.filter(to_move=True).values_list("index", flat=True))
    over = outcome(played, []) is not None
    if over != (game.status == Game.Status.FINISHED) or over == bool(waited_for):
        yield f"game {game.pk} is stuck: {game.status}, waiting for {waited_for}"
    if not over and sorted(played.to_move()) != waited_for:
        yield f"game {game.pk} waits for {waited_for} instead of {played.to_move()}"


def _facts(games: list[Game]) -> Iterator[str]:
    """What was written down to be told is what has happened, no more and no less."""
    expected: Counter[Fact] = Counter(fact for game in games for fact in _worth_telling(game))
    kinds = ("your_turn", "game_started", "game_over")
    written: Counter[Fact] = Counter(
        (each.kind, each.game_id or 0, each.user_id, each.data["version"])
        for each in Notification.objects.filter(game__in=games, kind__in=kinds)
    )
    for fact, number in (expected - written).items():
        yield f"nobody is told: {fact} ({number} times)"
    for fact, number in (written - expected).items():
        yield f"told without a reason: {fact} ({number} times)"


def _worth_telling(game: Game) -> Iterator[Fact]:
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return
    people = dict(
        Seat.objects.filter(game=game, bot="", user__isnull=False).values_list("index", "user")
    )
    played = game.rules.new(game.players, game.options, bytes(game.seed))
    for person in people.values():
        yield "game_started", game.pk, person, 1
    for version, seat, choice in (
        game.moves.filter(action=Move.Action.CHOOSE)
        .order_by("version")
        .values_list("version", "seat", "choice")
    ):
        before = played.to_move()
        assert seat is not None
        played.choose(seat, choice or [])
        for newly in set(played.to_move()) - set(before):
            if newly in people:
                yield "your_turn", game.pk, people[newly], version
    if game.status == Game.Status.FINISHED:
        for person in people.values():
            yield "game_over", game.pk, person, game.version


def _undelivered() -> Iterator[str]:
    now = timezone.now()
    left = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now)
    if left.exists():
        yield f"{left.count()} notifications are due and nobody deals with them"
    on_the_way = Delivery.objects.filter(state=Delivery.State.QUEUED, due_at__lte=now)
    if on_the_way.exists():
        yield f"{on_the_way.count()} deliveries are due and nobody deals with them"
    unpublished = Game.objects.filter(published_version__lt=F("version")).count()
    if unpublished:
        yield f"the news of {unpublished} games has not gone out"


def _mails() -> Iterator[str]:
    """Each delivery goes out once; once more only for each try that was killed before its end was
    noted. People here are told of each thing at once, so each delivery is a mail of its own.

    The site goes on meanwhile: what is noted as sent is read before the folder, what was tried
    after it.
    """
    sent = Counter(_tries(Attempt.Outcome.SENT))
    written = Counter(_in_the_folder())
    cut_off = Counter(_tries(""))
    known = {*sent, *cut_off, *_tries(Attempt.Outcome.SENT)}
    for mail in sent.keys() - written.keys():
        yield f"{mail} is noted as sent, and does not lie in the folder"
    for mail in written.keys() - known:
        yield f"{mail} lies in the folder, and nobody noted a try to send it"
    for mail, times in sent.items():
        if times > 1:
            yield f"{mail} is noted as sent {times} times"
    for mail, times in written.items():
        if times > 1 + cut_off[mail]:
            yield f"{mail} went out {times} times, and {cut_off[mail]} senders were killed"


def _tries(outcome: str) -> list[str]:
    tried = Attempt.objects.filter(delivery__channel=Channel.MAIL, outcome=outcome)
    return [f"delivery-{number}" for number in tried.values_list("delivery", flat=True)]


def _in_the_folder() -> Iterator[str]:
    for file in settings.EMAIL_FILE_PATH.glob("*.log"):
        for text in file.read_bytes().split(b"-" * 79 + b"\n"):
            if message_id := BytesParser().parsebytes(text, headersonly=True)["Message-ID"]:
                yield message_id.strip("<>").partition("@")[0].rpartition("-")[0]


if __name__ == "__main__":
    print(json.dumps(list(audit(json.load(sys.stdin)))))
