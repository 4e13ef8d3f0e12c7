"""Votes of the people at a table: voters, majorities, effects."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.absence import deadlines
from games.archive.transfer import export
from games.archive.transfer import import_game as load_document
from games.errors import Forbidden, Illegal, Refused
from games.lobby import open_games
from games.models import Ballot, Game, Vote
from games.moves import actions, pausing
from games.rules.records.fairness import verify
from games.storage import position
from games.votes import open_vote, voting
from games.votes.ballots import KINDS
from notifications.models import Notification
from tests.games.playing import answer, asked
from tests.games.tables import open_vote as the_vote
from tests.games.tables import seat_of, status, table, told
from tests.games.times import Times

FATES = tuple(KINDS["absent"].answers)
VOTERS = ("yes", "no", None)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["cancel", "draw", "pause", "resume"])
def test_a_vote_is_closed_exactly_when_nothing_can_change_it(kind: str, number: int) -> None:
    """Against the obvious: look at every way in which those who are silent could still vote."""

    def passes(ballots: tuple[str | None, ...]) -> bool:
        agree = ballots.count("yes")
        return agree == number if kind in ("cancel", "draw") else agree > number / 2

    for ballots in product(VOTERS, repeat=number):
        said = {seat: choice for seat, choice in enumerate(ballots) if choice}
        asked = set(range(number))
        ways = product(*([each] if each else ["yes", "no"] for each in ballots))
        ends = {passes(way) for way in ways}
        verdict = KINDS[kind].verdict(asked, said, over=False)
        assert verdict == (None if len(ends) == 2 else "passed" if ends == {True} else "rejected")
        final = KINDS[kind].verdict(asked, said, over=True)
        assert final == ("passed" if passes(ballots) else "rejected")


class TestTheFateOfAnAbsentSeat:
    @pytest.mark.parametrize(
        ("ballots", "fate"),
        [
            (["wait"], "wait"),
            (["cancel"], "cancel"),
            (["forfeit", "forfeit", None], "forfeit"),
            (["forfeit", "wait", None], None),
            (["forfeit", "wait"], "wait"),
            (["forfeit", "bot"], "bot"),
            (["cancel", "cancel", None], None),
            (["cancel", "cancel", "forfeit"], "forfeit"),
            (["cancel", "cancel", "cancel"], "cancel"),
            ([None, None], None),
        ],
    )
    def test_while_it_is_open(self, ballots: list[str | None], fate: str | None) -> None:
        said = {seat: choice for seat, choice in enumerate(ballots) if choice}
        assert KINDS["absent"].verdict(set(range(len(ballots))), said, over=False) == fate

    def test_at_its_end(self) -> None:
        assert KINDS["absent"].verdict({0, 1}, {}, over=True) == "bot"
        assert KINDS["absent"].verdict(set(), {}, over=True) == "bot"
        assert KINDS["absent"].verdict({0, 1, 2}, {0: "forfeit"}, over=True) == "forfeit"
        assert KINDS["absent"].verdict({0, 1, 2}, {0: "cancel"}, over=True) == "bot"

    def test_a_player_who_is_not_asked_has_no_weight(self) -> None:
        rng = random.Random(4)
        for _case in range(200):
            said = {seat: rng.choice(FATES) for seat in range(4) if rng.random() < 0.7}
            strangers = {seat: rng.choice(FATES) for seat in (7, 8, 9)}
            for over in (False, True):
                assert KINDS["absent"].verdict({0, 1, 2, 3}, said, over=over) == KINDS[
                    "absent"
                ].verdict({0, 1, 2, 3}, said | strangers, over=over)


class TestCancelling:
    def test_takes_everybody(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben, cleo)
        voting.call(game_id, anna.pk, "cancel")
        vote = the_vote(game_id)
        voting.cast_vote(game_id, ben.pk, vote.pk, "yes")
        assert status(game_id) == "running"
        voting.cast_vote(game_id, cleo.pk, vote.pk, "yes")
        game = Game.objects.get(pk=game_id)
        assert (game.status, game.result, game.voting) == ("cancelled", None, False)
        assert asked(game_id) == []
        assert deadlines.act_on_overdue_seats() == 0
        assert told(game_id)[-2:] == ["vote_closed", "cancelled"]
        assert Notification.objects.filter(kind="cancelled").count() == 3

    def test_also_who_lets_a_bot_play(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        answer(game_id, seat_of(game_id, anna).index)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        voting.call(game_id, anna.pk, "cancel")
        assert status(game_id) == "running"
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        assert status(game_id) == "cancelled"

    def test_keeps_the_seed_secret(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        voting.call(game_id, anna.pk, "cancel")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        assert export(game_id)["seed"] is None

    def test_one_no_is_enough_and_it_is_not_asked_again_at_once(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, days=10)
        voting.call(game_id, anna.pk, "cancel")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "no")
        assert told(game_id) == ["vote_opened", "vote_closed"]
        with pytest.raises(Refused, match="cannot start this vote now"):
            voting.call(game_id, ben.pk, "cancel")
        times.go(days=1, seconds=1)
        voting.call(game_id, ben.pk, "cancel")

    def test_a_ballot_can_be_changed(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben, cleo)
        voting.call(game_id, anna.pk, "pause")
        vote = the_vote(game_id)
        voting.cast_vote(game_id, anna.pk, vote.pk, "no")
        assert Ballot.objects.get().choice == "no"
        voting.cast_vote(game_id, anna.pk, vote.pk, "yes")
        voting.cast_vote(game_id, ben.pk, vote.pk, "yes")
        assert Game.objects.get().paused_at

    def test_is_over_when_its_time_is_up(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, days=30)
        voting.call(game_id, anna.pk, "cancel")
        vote = the_vote(game_id)
        times.go(days=7)
        with pytest.raises(Refused, match="closed"):
            voting.cast_vote(game_id, ben.pk, vote.pk, "yes")
        assert voting.close_due() == 1
        assert voting.close_due() == 0
        vote.refresh_from_db()
        assert (vote.outcome, status(game_id)) == ("rejected", "running")

    def test_the_end_of_the_game_closes_it(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        voting.call(game_id, anna.pk, "cancel")
        actions.resign(game_id, ben.pk)
        assert (Vote.objects.get().outcome, Game.objects.get().voting) == ("void", False)


class TestDraw:
    def test_of_two_shares_the_victory_and_is_fair(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        answer(game_id, 0)
        voting.call(game_id, anna.pk, "draw")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        game = Game.objects.get(pk=game_id)
        assert game.result is not None
        assert game.result["ranks"] == [1, 1]
        assert game.result["drawn"]
        document = export(game_id)
        assert verify(document).replayed
        assert load_document(document).result == game.result

    def test_takes_two_people_who_play(self, times: Times, anna: User, ben: User) -> None:
        alone = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
        with pytest.raises(Refused):
            voting.call(alone, anna.pk, "draw")
        game_id = table(anna, ben)
        answer(game_id, seat_of(game_id, anna).index)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "draw")

    def test_of_three_when_one_has_left(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben, cleo)
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "draw")
        actions.resign(game_id, cleo.pk)
        voting.call(game_id, anna.pk, "draw")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        ranks = [seat_of(game_id, person).rank for person in (anna, ben, cleo)]
        assert ranks == [1, 1, 3]
        assert verify(export(game_id)).replayed

    def test_a_game_type_may_know_none(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = table(anna, ben)
        monkeypatch.setattr(Game.objects.get(pk=game_id).rules, "agreed_draw", False)
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "draw")

    def test_a_player_who_is_gone_by_then_does_not_agree(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben)
        answer(game_id, seat_of(game_id, anna).index)
        voting.call(game_id, anna.pk, "draw")
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        assert Vote.objects.get().outcome == "rejected"
        assert status(game_id) == "running"


class TestPauses:
    @pytest.fixture
    def paused(self, times: Times, anna: User, ben: User) -> int:
        game_id = table(anna, ben)
        times.go(days=1)
        voting.call(game_id, anna.pk, "pause")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "yes")
        return game_id

    def test_no_clock_runs_and_each_keeps_what_it_had(
        self, times: Times, paused: int, anna: User, ben: User
    ) -> None:
        assert seat_of(paused, anna).deadline is None
        times.go(days=10)
        assert deadlines.act_on_overdue_seats() == 0
        voting.call(paused, anna.pk, "resume")
        voting.cast_vote(paused, ben.pk, the_vote(paused).pk, "yes")
        for person in (anna, ben):
            assert seat_of(paused, person).deadline == times.now + timedelta(days=2)
        assert told(paused)[-1] == "resumed"

    def test_moves_are_possible_and_start_no_clock(
        self, times: Times, paused: int, anna: User
    ) -> None:
        answer(paused, 0)
        answer(paused, 1)
        assert not Game.objects.get().seats.filter(deadline__isnull=False).exists()
        voting.call(paused, anna.pk, "resume")
        assert Game.objects.get().paused_at

    def test_it_ends_by_itself(self, times: Times, paused: int, anna: User) -> None:
        times.go(days=13)
        assert pausing.end_due() == 0
        times.go(days=1)
        assert pausing.end_due() == 1
        assert pausing.end_due() == 0
        deadline = times.now + timedelta(days=2)
        assert seat_of(paused, anna).deadline == deadline
        assert Notification.objects.filter(
            kind="reminder", user=anna, data__deadline=deadline.isoformat()
        ).exists()

    def test_more_than_half_have_to_agree(self, anna: User, ben: User, cleo: User) -> None:
        game_id = table(anna, ben, cleo)
        voting.call(game_id, anna.pk, "pause")
        voting.cast_vote(game_id, ben.pk, the_vote(game_id).pk, "no")
        assert not Game.objects.get().paused_at
        voting.cast_vote(game_id, cleo.pk, the_vote(game_id).pk, "yes")
        assert Game.objects.get().paused_at

    def test_without_a_clock_there_is_nothing_to_pause(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben, kind="none")
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "pause")


class TestStalledGames:
    def test_the_others_may_decide_after_two_weeks(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, kind="none")
        answer(game_id, seat_of(game_id, anna).index)
        ben_sits = seat_of(game_id, ben).index
        times.go(days=13)
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "absent", ben_sits)
        times.go(days=1)
        voting.call(game_id, anna.pk, "absent", ben_sits)
        assert seat_of(game_id, ben).deadline is None
        voting.cast_vote(game_id, anna.pk, the_vote(game_id).pk, "wait")
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "absent", ben_sits)
        times.go(days=14, seconds=1)
        voting.call(game_id, anna.pk, "absent", ben_sits)
        voting.cast_vote(game_id, anna.pk, the_vote(game_id).pk, "cancel")
        assert status(game_id) == "cancelled"

    def test_one_cannot_call_it_about_oneself(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, kind="none")
        times.go(days=20)
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "absent", seat_of(game_id, anna).index)

    def test_whoever_moves_ends_the_vote(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, kind="none")
        times.go(days=20)
        index = seat_of(game_id, ben).index
        voting.call(game_id, anna.pk, "absent", index)
        answer(game_id, seat_of(game_id, anna).index)
        assert the_vote(game_id)
        times.go(days=1)
        Vote.objects.filter(closed_at=None).update(closes_at=times.now + timedelta(days=1))
        with position.locked(game_id) as here:
            assert open_vote.current(here)
        if seat_of(game_id, ben).to_move:
            answer(game_id, index)
            assert Vote.objects.get().outcome == "void"


def test_each_kind_of_vote_has_its_object() -> None:
    assert set(KINDS) == set(Vote.Kind.values)
    for name, kind in KINDS.items():
        assert kind.name == name
        assert all((kind.question, kind.title, kind.text, kind.button, kind.needs, kind.answers))


def test_what_cannot_be_asked(anna: User, ben: User, cleo: User) -> None:
    game_id = table(anna, ben)
    with pytest.raises(Forbidden):
        voting.call(game_id, cleo.pk, "pause")
    for kind, about in (("war", None), ("absent", None), ("pause", 1)):
        with pytest.raises(Illegal):
            voting.call(game_id, anna.pk, kind, about)
    voting.call(game_id, anna.pk, "pause")
    with pytest.raises(Refused, match="Another vote"):
        voting.call(game_id, ben.pk, "cancel")
    vote = the_vote(game_id)
    with pytest.raises(Forbidden):
        voting.cast_vote(game_id, cleo.pk, vote.pk, "yes")
    with pytest.raises(Illegal):
        voting.cast_vote(game_id, ben.pk, vote.pk, "wait")
    with pytest.raises(Refused):
        voting.cast_vote(game_id, ben.pk, vote.pk + 1, "yes")


def test_the_others_are_told(anna: User, ben: User, cleo: User) -> None:
    game_id = table(anna, ben, cleo)
    voting.call(game_id, anna.pk, "cancel")
    asked_for = Notification.objects.filter(kind="vote").values_list("user__username", flat=True)
    assert sorted(asked_for) == ["ben", "cleo"]


def test_a_move_looks_for_votes_only_where_there_is_one(anna: User, ben: User) -> None:
    game_id = table(anna, ben)
    with CaptureQueriesContext(connection) as queries:
        answer(game_id, 0)
    assert not any("games_vote" in query["sql"] for query in queries)
