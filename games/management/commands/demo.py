"""Users and games to try the service with."""

import random
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat, Series, Tournament
from games.moves import actions
from games.rules import registry
from games.rules.engine import Rules, Seen
from games.storage import position
from games.tournaments import entering, opening
from games.tournaments.plan import MOST_PEOPLE, Plan
from games.tournaments.running import running
from games.tournaments.series import series

PASSWORD = "demo-password"  # noqa: S105  known to all: --demo serves this machine only
PEOPLE = ("anna", "ben", "cleo", "don")
Kind = Tournament.Kind


class Command(BaseCommand):
    help = "Create demo users, games of every type, and tournaments, unless they exist."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Demo users have a known password; this is a production service.")
        people = [_person(name) for name in PEOPLE]
        _person("admin", is_staff=True, is_superuser=True)
        for rules in registry.all():
            if not Game.objects.filter(type=rules.slug, created_by__in=people).exists():
                _games(rules, people)
        if not Tournament.objects.filter(organiser__in=people).exists():
            _tournaments(registry.all()[0].slug, people)
        self.stdout.write(f"Demo users: {', '.join(PEOPLE)} and admin; password: {PASSWORD}")


def _person(name: str, **more: bool) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **more)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _games(rules: Rules[Any], people: list[User]) -> None:
    """Games in different states: running, against a bot, open, and finished.

    A duel in its middle, a full table at its beginning, one against a bot, two open ones, and a
    finished one. One of the running ones waits for Anna, one for Ben.
    """
    anna, ben, cleo, don = people
    few, most = min(rules.players), min(max(rules.players), len(people))
    _play_on(_table(rules, [anna, ben, cleo, don][:few]), 12, anna)
    _play_on(_table(rules, [ben, anna, don, cleo][:most]), 4, ben)
    open_games.create(anna.pk, rules.slug, few, bots=few - 1)
    open_games.create(cleo.pk, rules.slug, most)
    open_games.create(don.pk, rules.slug, few, clock={"kind": "per_turn", "days": 7})
    _play_on(_table(rules, [ben, anna, cleo, don][:few]))


def _tournaments(type_: str, people: list[User]) -> None:
    """A running round robin with a finished game, a ladder, a cup to join, and a monthly one."""
    anna, ben, cleo, don = people
    robin = Plan("Four in a round", Kind.ROBIN, type_, most=len(people), at_once=1)
    round_ = _joined(robin, anna, [anna, ben, cleo, don])
    first = Game.objects.filter(tournament_table__tournament=round_).order_by("pk").first()
    assert first is not None
    _play_on(first.pk)
    running.advance(round_.pk)
    _joined(Plan("The long stairs", Kind.LADDER, type_, most=MOST_PEOPLE, days=365), don, people)
    cup = Plan("Winter cup", Kind.ELIMINATION, type_, most=16, lives=2, starts_at=_in_days(10))
    _joined(cup, ben, [ben, cleo, don])
    monthly = Plan("Every month", Kind.SWISS, type_, most=32, rounds=4, days=7)
    series.start_series(cleo.pk, monthly, Series.Rhythm.MONTH, 14)


def _joined(plan: Plan, organiser: User, people: list[User]) -> Tournament:
    tournament = opening.open_(organiser.pk, plan)
    for user in people:
        entering.join_tournament(tournament.pk, user.pk)
    running.advance(tournament.pk)
    return tournament


def _in_days(days: int) -> datetime:
    return timezone.now() + timedelta(days=days)


def _table(rules: Rules[Any], people: list[User]) -> int:
    game = open_games.create(people[0].pk, rules.slug, len(people)).game
    for user in people[1:]:
        open_games.join_game(game.pk, user.pk)
    return game.pk


def _play_on(game_id: int, moves: int = 0, mover: User | None = None) -> None:
    """Let the best bot choose for everybody.

    To the end, or this many times and then on until it is the turn of ``mover``.
    """
    rng = random.Random(game_id)  # any choice will do
    while True:
        seat = Seat.objects.filter(game_id=game_id, to_move=True).order_by("index").first()
        if seat is None or seat.user_id is None or (moves <= 0 and seat.user == mover):
            return
        here = position.load(game_id, seat.user_id)
        rules = here.running()
        decision = rules.decision(seat.index)
        if decision is None:
            return
        choice = here.type.bots[here.type.best_bot](Seen(rules, decision, rng))
        actions.choose(game_id, seat.user_id, choice, version=here.version)
        moves -= 1
