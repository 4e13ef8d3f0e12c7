"""People and games to try the service with."""

import random
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions
from games.rules import registry
from games.rules.engine import Rules, Seen
from games.storage import position

PASSWORD = "demo-password"  # noqa: S105  known to all: --demo serves this machine only
PEOPLE = ("anna", "ben", "cleo", "don")


class Command(BaseCommand):
    help = "Make demo users and running, open and finished games of every type, once."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Demo users have a known password; this is a production service.")
        people = [_person(name) for name in PEOPLE]
        _person("admin", is_staff=True, is_superuser=True)
        for rules in registry.all():
            if not Game.objects.filter(type=rules.slug, created_by__in=people).exists():
                _games(rules, people)
        self.stdout.write(f"Demo users: {', '.join(PEOPLE)} and admin; password: {PASSWORD}")


def _person(name: str, **more: bool) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **more)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _games(rules: Rules[Any], people: list[User]) -> None:
    """A duel in its middle, a full table at its beginning, one against a bot, two open ones, and
    one that is over. One of the running ones waits for Anna, one for Ben."""
    anna, ben, cleo, don = people
    few, most = min(rules.players), min(max(rules.players), len(people))
    _play_on(_table(rules, [anna, ben, cleo, don][:few]), 12, anna)
    _play_on(_table(rules, [ben, anna, don, cleo][:most]), 4, ben)
    open_games.create(anna.pk, rules.slug, few, bots=few - 1)
    open_games.create(cleo.pk, rules.slug, most)
    open_games.create(don.pk, rules.slug, few, clock={"kind": "per_turn", "days": 7})
    _play_on(_table(rules, [ben, anna, cleo, don][:few]))


def _table(rules: Rules[Any], people: list[User]) -> int:
    game = open_games.create(people[0].pk, rules.slug, len(people)).game
    for user in people[1:]:
        open_games.join(game.pk, user.pk)
    return game.pk


def _play_on(game_id: int, moves: int = 0, mover: User | None = None) -> None:
    """The best bot chooses for everybody: to the end, or so many times and on until it is the turn
    of ``mover``."""
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
