"""What comes when somebody's time is up, by the policy that the game declares."""

from datetime import timedelta

import msgspec
import pytest

from accounts.models import User
from games.absence import deadlines, replacing
from games.archive import transfer
from games.errors import Forbidden, NotFound, Refused
from games.lobby import lists
from games.models import Game, Move, Seat, Tenure, Vote
from games.moves import actions
from games.rules.records.fairness import Unfair, verify
from games.showing import snapshot
from games.storage.position import load
from games.votes import voting
from notifications import kinds, planning
from notifications.models import Notification
from tests.games.playing import answer, asked, to_the_end
from tests.games.tables import let_bots_move, open_vote, seat_of, status, table, told
from tests.games.times import Times


def be_late(times: Times, game_id: int, *present_ones: User) -> None:
    """Everybody but these lets the time run out."""
    for person in present_ones:
        answer(game_id, seat_of(game_id, person).index)
    times.go(days=3)
    assert deadlines.act_on_overdue_seats() == 1


class TestBot:
    def test_plays_on_until_the_owner_comes_back(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, policy="bot")
        be_late(times, game_id, anna)
        assert seat_of(game_id, ben).bot
        actions.take_seat_back(game_id, ben.pk)
        assert not seat_of(game_id, ben).bot

    def test_is_what_games_of_earlier_releases_have(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben)
        Game.objects.update(clock={"kind": "per_turn", "days": 3, "vacation": False})
        be_late(times, game_id, anna)
        assert seat_of(game_id, ben).bot


class TestVacation:
    @pytest.fixture(autouse=True)
    def _may_be_taken(self, anna: User, ben: User) -> None:
        User.objects.update(calendar={})

    @pytest.fixture(autouse=True)
    def _ben_may_be_sent(self, ben: User) -> None:
        User.objects.filter(pk=ben.pk).update(calendar={"automatic": True})

    def test_comes_before_the_policy_and_stands_in_the_log(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, policy="forfeit", vacation=True)
        be_late(times, game_id, anna)
        seat = seat_of(game_id, ben)
        assert not seat.bot
        assert seat.deadline is not None
        assert seat.deadline > times.now
        assert told(game_id) == ["vacation"]
        lines = [entry.text for entry in snapshot.describe_log(load(game_id, None), None)]
        assert "ben ran out of time and goes on vacation" in lines

    def test_is_over_some_day(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, policy="forfeit", vacation=True)
        be_late(times, game_id, anna)
        times.go(days=5)
        assert deadlines.act_on_overdue_seats() == 1
        assert status(game_id) == "finished"


def test_the_reminder_stands_in_the_log(times: Times, anna: User, ben: User) -> None:
    game_id = table(anna, ben)
    answer(game_id, seat_of(game_id, anna).index)
    times.go(days=2, hours=7)
    planning.plan_due()
    times.go(hours=9)
    planning.plan_due()
    lines = [entry.text for entry in snapshot.describe_log(load(game_id, None), None)]
    assert told(game_id) == ["reminded"]
    assert "ben is reminded that time is running out" in lines


class TestForfeit:
    def test_of_two_ends_the_game_and_the_other_wins(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, policy="forfeit")
        be_late(times, game_id, anna)
        game = Game.objects.get(pk=game_id)
        loser = seat_of(game_id, ben)
        assert game.result is not None
        assert (game.status, game.result["resigned"]) == ("finished", [loser.index])
        assert (seat_of(game_id, anna).rank, loser.rank) == (1, 2)
        assert Tenure.objects.get(user=ben).ended == "forfeited"
        assert Notification.objects.filter(kind="timed_out", user=ben).count() == 1
        with pytest.raises(Forbidden):
            actions.take_seat_back(game_id, ben.pk)

    def test_of_three_lets_a_bot_play_to_the_end_below_all_who_stayed(
        self, times: Times, anna: User, ben: User, cleo: User
    ) -> None:
        game_id = table(anna, ben, cleo, policy="forfeit")
        be_late(times, game_id, anna, cleo)
        assert status(game_id) == "running"
        assert seat_of(game_id, ben).bot
        while status(game_id) == "running":
            let_bots_move()
            people = [s for s in asked(game_id) if s != seat_of(game_id, ben).index]
            if people:
                answer(game_id, people[0])
        assert seat_of(game_id, ben).rank == 3

    def test_is_fair_in_an_export_and_comes_in_again(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, policy="forfeit")
        be_late(times, game_id, anna)
        document = transfer.export(game_id)
        assert verify(document).replayed
        again = transfer.import_game(document)
        assert again.result == Game.objects.get(pk=game_id).result
        assert seat_of(again.pk, ben).resigned_at

    def test_a_false_result_is_found(self, times: Times, anna: User, ben: User) -> None:
        game_id = table(anna, ben, policy="forfeit")
        be_late(times, game_id, anna)
        document = transfer.export(game_id)
        document["moves"] = [row for row in document["moves"] if row["action"] != "forfeit"]
        with pytest.raises(Unfair, match="result"):
            verify(document)


class TestReplacement:
    @pytest.fixture
    def offered(self, times: Times, anna: User, ben: User) -> int:
        game_id = table(anna, ben, policy="replacement")
        be_late(times, game_id, anna)
        return game_id

    def test_a_bot_plays_while_the_seat_is_on_offer(self, offered: int, ben: User) -> None:
        seat = seat_of(offered, ben)
        assert seat.bot
        assert seat.offered_at
        assert told(offered) == ["offered"]
        assert [game.pk for game in lists.games(offered=True)[:]] == [offered]

    def test_whoever_takes_it_owns_it_without_risk(
        self, times: Times, offered: int, anna: User, ben: User, cleo: User
    ) -> None:
        index = seat_of(offered, ben).index
        replacing.take_seat(offered, cleo.pk)
        seat = seat_of(offered, cleo)
        assert (seat.index, seat.bot, seat.offered_at) == (index, "", None)
        tenure = Tenure.objects.get(current_seat=seat)
        assert (tenure.user, tenure.began) == (cleo, "replaced")
        assert not lists.games(offered=True)[:]
        assert Notification.objects.filter(kind="taken_back", user=anna).count() == 1
        last = Move.objects.filter(game_id=offered).last()
        assert last is not None
        assert (last.action, last.seat) == ("replace", index)
        with pytest.raises(Forbidden):
            actions.take_seat_back(offered, ben.pk)
        if seat.to_move:
            assert seat.deadline == times.now + timedelta(days=3)

    def test_the_former_owner_is_told(
        self, times: Times, offered: int, ben: User, cleo: User
    ) -> None:
        replacing.take_seat(offered, cleo.pk)
        told = Notification.objects.filter(kind="timed_out", user=ben).order_by("id")
        assert [kinds.why_not(each) for each in told] == ["replaced", ""]
        assert not Notification.objects.filter(user=cleo, kind="timed_out").exists()

    def test_the_former_owner_sees_what_a_spectator_sees(
        self, offered: int, ben: User, cleo: User
    ) -> None:
        replacing.take_seat(offered, cleo.pk)
        mine = snapshot.game(load(offered, ben.pk), ben.pk)
        theirs = snapshot.game(load(offered, None), None)
        assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)
        assert snapshot.game(load(offered, cleo.pk), cleo.pk)["you"] is not None

    def test_the_owner_who_comes_back_ends_the_offer(
        self, offered: int, ben: User, cleo: User
    ) -> None:
        actions.take_seat_back(offered, ben.pk)
        assert seat_of(offered, ben).offered_at is None
        with pytest.raises(Refused, match="on offer"):
            replacing.take_seat(offered, cleo.pk)

    def test_is_not_for_a_player_who_has_sat_there(
        self, offered: int, anna: User, ben: User
    ) -> None:
        for person in (anna, ben):
            with pytest.raises(Refused, match="already had a seat in this game"):
                replacing.take_seat(offered, person.pk)

    def test_a_private_game_is_for_the_invited_and_who_has_the_link(
        self, offered: int, cleo: User
    ) -> None:
        Game.objects.filter(pk=offered).update(visibility="private")
        assert not lists.games(offered=True)[:]
        with pytest.raises(NotFound):
            replacing.take_seat(offered, cleo.pk)
        with pytest.raises(NotFound):
            replacing.take_seat(offered, cleo.pk, key="wrong")
        replacing.take_seat(offered, cleo.pk, key=Game.objects.get(pk=offered).key)
        assert seat_of(offered, cleo)

    def test_the_game_ends_fairly_with_the_new_one(
        self, offered: int, anna: User, cleo: User
    ) -> None:
        replacing.take_seat(offered, cleo.pk)
        to_the_end(offered)
        document = transfer.export(offered)
        assert verify(document).replayed
        assert transfer.import_game(document).result == Game.objects.get(pk=offered).result


class TestVote:
    @pytest.fixture
    def overdue(self, times: Times, anna: User, ben: User, cleo: User) -> int:
        game_id = table(anna, ben, cleo, policy="vote")
        be_late(times, game_id, anna, cleo)
        return game_id

    def test_the_others_are_asked_and_the_seat_may_still_move(
        self, times: Times, overdue: int, ben: User
    ) -> None:
        vote, seat = open_vote(overdue), seat_of(overdue, ben)
        assert (vote.kind, vote.seat, vote.opened_by) == ("absent", seat.index, None)
        assert told(overdue) == ["overdue", "vote_opened"]
        assert seat.deadline == vote.closes_at
        assert deadlines.act_on_overdue_seats() == 0
        answer(overdue, seat.index)
        vote.refresh_from_db()
        assert vote.outcome == "void"
        assert told(overdue)[-1] == "vote_closed"

    @pytest.mark.parametrize(
        ("fate", "bot", "state"),
        [("bot", True, "running"), ("forfeit", True, "running"), ("cancel", False, "cancelled")],
    )
    def test_what_most_say_is_done(
        self, overdue: int, anna: User, ben: User, cleo: User, fate: str, bot: bool, state: str
    ) -> None:
        vote = open_vote(overdue)
        voting.cast_vote(overdue, anna.pk, vote.pk, fate)
        assert status(overdue) == "running"
        voting.cast_vote(overdue, cleo.pk, vote.pk, fate)
        vote.refresh_from_db()
        assert vote.outcome == fate
        assert (bool(seat_of(overdue, ben).bot), status(overdue)) == (bot, state)
        assert bool(seat_of(overdue, ben).resigned_at) == (fate == "forfeit")

    def test_waiting_gives_one_more_turn(
        self, times: Times, overdue: int, anna: User, ben: User, cleo: User
    ) -> None:
        vote = open_vote(overdue)
        for person in (anna, cleo):
            voting.cast_vote(overdue, person.pk, vote.pk, "wait")
        assert seat_of(overdue, ben).deadline == times.now + timedelta(days=3)
        times.go(days=3)
        assert deadlines.act_on_overdue_seats() == 1
        assert open_vote(overdue).pk != vote.pk

    def test_nobody_votes_and_a_bot_plays_on(self, times: Times, overdue: int, ben: User) -> None:
        times.go(days=2)
        assert voting.close_due() == 1
        assert seat_of(overdue, ben).bot

    def test_the_scan_closes_it_as_well(self, times: Times, overdue: int, ben: User) -> None:
        times.go(days=2)
        deadlines.act_on_overdue_seats()
        assert seat_of(overdue, ben).bot
        assert voting.close_due() == 0

    def test_several_absent_ones_come_one_after_the_other(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben, policy="vote")
        times.go(days=3)
        assert deadlines.act_on_overdue_seats() == 1
        first = open_vote(game_id)
        assert deadlines.act_on_overdue_seats() == 0
        times.go(days=2)
        voting.close_due()
        first.refresh_from_db()
        assert first.outcome == "bot"
        deadlines.act_on_overdue_seats()
        assert all(seat_of(game_id, person).bot for person in (anna, ben))

    def test_a_vote_that_is_over_is_counted_before_the_next_one_opens(
        self, times: Times, anna: User, ben: User, cleo: User
    ) -> None:
        """The scan may come before the tick for votes, and to the other absent one first."""
        game_id = table(anna, ben, cleo, policy="vote")
        answer(game_id, 2)
        times.go(days=3)
        assert deadlines.act_on_overdue_seats() == 1
        first = open_vote(game_id)
        assert first.seat == 0
        voter = Seat.objects.get(game_id=game_id, index=2)
        assert voter.user_id is not None
        voting.cast_vote(game_id, voter.user_id, first.pk, "forfeit")
        Vote.objects.update(seat=1)  # so that the scan comes to seat 0 before the one it is about
        times.go(days=2)
        deadlines.act_on_overdue_seats()
        first.refresh_from_db()
        assert first.outcome == "forfeit"
        assert open_vote(game_id).seat == 0
