"""Running games of every type, and whoever sits at them: as many as were thrown at are renewed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from accounts.sessions import tokens
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions
from games.rules import registry
from games.storage import position


@dataclass(frozen=True)
class Player:
    user_id: int
    token: str


@dataclass
class Tables:
    """``games`` are those that are thrown at, each with its players."""

    rng: random.Random
    games: dict[int, list[Player]] = field(default_factory=dict)
    made: int = 0
    #: All that there ever were.
    ever: list[int] = field(default_factory=list)

    def renew(self) -> None:
        """A running game for each type, for two and for as many as can play it."""
        running = Game.objects.filter(pk__in=self.games, status="running")
        kept = {game.pk: (game.type, game.players) for game in running}
        self.games = {game_id: self.games[game_id] for game_id in kept}
        for rules in registry.all():
            for seats in sorted({min(rules.players), max(rules.players)}):
                if (rules.slug, seats) not in kept.values():
                    self._start(rules.slug, seats)

    def _start(self, slug: str, seats: int) -> None:
        visibility = self.rng.choice(["public", "private"])
        players = [self._somebody() for _seat in range(seats)]
        first, *others = players
        game = open_games.create(first.user_id, slug, seats, visibility=visibility).game
        for other in others:
            open_games.join_game(game.pk, other.user_id, key=game.key)
        self.games[game.pk] = players
        self.ever.append(game.pk)
        for _move in range(self.rng.randrange(12)):
            self.move(game.pk)

    def _somebody(self) -> Player:
        self.made += 1
        user = User.objects.create_user(f"thrower{self.made}")
        return Player(user.pk, tokens.mint(user, "fuzz"))

    def one(self) -> tuple[int, Player]:
        """Some game, and one of its players."""
        game_id = self.rng.choice(list(self.games))
        return game_id, self.rng.choice(self.games[game_id])

    def asked(self, game_id: int, user_id: int) -> tuple[int, list[Any] | None]:
        """The version that this player knows, and one of the choices that are open to him."""
        here = position.load(game_id, user_id)
        seat = Seat.objects.filter(game_id=game_id, user_id=user_id).first()
        if here.game.status != "running" or seat is None:
            return here.version, None
        decision = here.running().decision(seat.index)
        if decision is None:
            return here.version, None
        return here.version, list(decision.sample(self.rng.choice(decision.choices), self.rng))

    def move(self, game_id: int) -> int:
        """Whoever is asked answers: the version that all may know of now, or 0 if that is the same
        as before."""
        for seat in Seat.objects.filter(game_id=game_id, to_move=True, bot=""):
            assert seat.user_id is not None
            before = Game.objects.get(pk=game_id).public_version
            version, choice = self.asked(game_id, seat.user_id)
            if choice is not None:
                after = actions.choose(game_id, seat.user_id, tuple(choice), version=version).game
                return after.public_version if after.public_version > before else 0
        return 0

    def lost(self) -> list[str]:
        """Games that are stopped, or that somebody at them cannot be shown any more."""
        stopped = Game.objects.filter(broken_at__isnull=False).values_list("pk", flat=True)
        wrong = [f"game {game_id} is stopped" for game_id in stopped]
        there = set(Game.objects.filter(pk__in=self.ever).values_list("pk", flat=True))
        wrong += [f"game {game_id} is gone" for game_id in set(self.ever) - there]
        for seat in Seat.objects.filter(game__status="running", to_move=True, bot="").exclude(
            user=None
        ):
            here = position.load(seat.game_id, seat.user_id)
            if here.running().decision(seat.index) is None:
                wrong.append(f"game {seat.game_id} waits for seat {seat.index} without a question")
        return wrong
