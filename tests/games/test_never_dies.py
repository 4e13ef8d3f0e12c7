"""A game never dies: whoever vanishes, in whatever order, it comes to an end by itself."""

from __future__ import annotations

import contextlib
import random
from datetime import timedelta

import pytest

from accounts.models import User
from games.absence import deadlines, replacing
from games.archive.transfer import export
from games.clocks import kinds
from games.errors import GameError
from games.models import Game, Seat, Vote
from games.moves import actions, ending, pausing
from games.rules.records.fairness import verify
from games.storage import position
from games.votes import voting
from games.votes.ballots import KINDS
from tests.games.tables import play_bots, status, table
from tests.games.times import Times
from tests.people import person

CLOCKS = (
    {"kind": "per_turn", "days": 1},
    {"kind": "per_turn", "days": 3, "stretch": 0},
    {"kind": "reserve", "reserve_hours": 24, "increment_hours": 8, "cap_hours": 48},
    {"kind": "reserve", "reserve_hours": 48, "increment_hours": 48, "cap_hours": 96, "turns": 5},
    {"kind": "none"},
)
LONGEST = 400
TICK = timedelta(hours=8)


class Life:
    """A game at whose table people come and go by chance."""

    def __init__(self, times: Times, seed: int, policy: str, clock: dict[str, object]) -> None:
        self.times, self.rng = times, random.Random(seed)
        players = self.rng.choice((2, 3, 4))
        self.people = [person(f"p{seed}-{index}") for index in range(players + 2)]
        if self.rng.random() < 0.5:
            User.objects.update(calendar={"automatic": True})
        self.game_id = table(*self.people[:players], policy=policy, vacation=True, **clock)
        #: After so many ticks each one is never seen again.
        self.lasts = {person.pk: self.rng.randrange(25) for person in self.people}

    def run(self) -> None:
        for tick in range(LONGEST):
            if status(self.game_id) != "running":
                return
            for one in self.people:
                if self.lasts[one.pk] > tick:
                    self.do_something(one.pk)
            self.times.now += TICK
            self.by_itself()

    def by_itself(self) -> None:
        deadlines.act_on_overdue_seats()
        voting.close_due()
        pausing.end_due()
        ending.cancel_abandoned()
        for _move in range(100):
            if not play_bots():
                break

    def do_something(self, user_id: int) -> None:
        acts = [self.move] * 4 + [self.vote] * 3 + [self.ask, self.come_back, self.take_over]
        if self.rng.random() < 0.02:
            acts = [self.resign]
        with contextlib.suppress(GameError):  # it was not possible just then
            self.rng.choice(acts)(user_id)

    def move(self, user_id: int) -> None:
        here = position.load(self.game_id, user_id)
        seat = position.own_seat(here, user_id)
        decision = here.running().decision(seat.index)
        if decision is not None:
            choice = self.rng.choice(decision.choices)
            hold = self.rng.random() < 0.3
            actions.choose(self.game_id, user_id, choice, version=here.version, hold=hold)

    def vote(self, user_id: int) -> None:
        vote = Vote.objects.filter(game_id=self.game_id, closed_at=None).first()
        if vote is not None:
            choice = self.rng.choice(list(KINDS[vote.kind].answers))
            voting.cast_vote(self.game_id, user_id, vote.pk, choice)

    def ask(self, user_id: int) -> None:
        kind = self.rng.choice(list(Vote.Kind))
        about = self.rng.randrange(2) if kind == Vote.Kind.ABSENT else None
        voting.call(self.game_id, user_id, kind, about)

    def come_back(self, user_id: int) -> None:
        actions.take_seat_back(self.game_id, user_id)

    def take_over(self, user_id: int) -> None:
        replacing.take_seat(self.game_id, user_id)

    def resign(self, user_id: int) -> None:
        actions.resign(self.game_id, user_id)


@pytest.mark.slow
@pytest.mark.parametrize("policy", kinds.POLICIES)
@pytest.mark.parametrize("setting", CLOCKS, ids=("day", "days", "fast", "turns", "none"))
def test_every_game_ends(times: Times, db: None, policy: str, setting: dict[str, object]) -> None:
    for seed in range(3):
        life = Life(times, seed, policy, setting)
        life.run()
        game = Game.objects.get(pk=life.game_id)
        assert game.status in ("finished", "cancelled"), f"seed {seed} still runs"
        assert not game.broken_at, game.broken_reason
        assert not game.voting
        assert not Vote.objects.filter(closed_at=None).exists()
        assert not Seat.objects.filter(game=game, deadline__isnull=False).exists()
        if game.status == "finished":
            assert verify(export(game.pk)).replayed


def test_a_game_that_is_paused_and_left_by_all_ends(times: Times, db: None) -> None:
    life = Life(times, 0, "bot", {"kind": "per_turn", "days": 1})
    seated = list(Seat.objects.filter(game_id=life.game_id).values_list("user_id", flat=True))
    voting.call(life.game_id, seated[0], "pause")
    for user_id in seated[1:]:
        vote = Vote.objects.filter(closed_at=None).first()
        if vote is not None:
            voting.cast_vote(life.game_id, user_id, vote.pk, "yes")
    assert Game.objects.get().paused_at
    life.lasts = dict.fromkeys(life.lasts, 0)
    life.run()
    assert status(life.game_id) == "cancelled"
