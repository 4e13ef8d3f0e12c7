"""A ladder: possible challenges, their results, and what time does to it."""

from __future__ import annotations

import random
import threading
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.calendar import calendars
from accounts.models import User
from games.absence import deadlines
from games.archive import feed
from games.errors import GameError, Refused
from games.models import (
    Challenge,
    Entrant,
    Game,
    Table,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.moves import actions
from games.tournaments import entering, opening, rows
from games.tournaments.kinds.kind import Event
from games.tournaments.kinds.ladder import climbed
from games.tournaments.ladder import challenge_rules, challenging, ladder_ticks
from games.tournaments.plan import Plan
from games.tournaments.running import organising, recount, running
from games.tournaments.series import series
from tests.games.times import Times
from tests.tournaments.playing import all_others_are_in_time, crowd
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)


def ladder(people: list[User], **changed: Any) -> Tournament:
    """One that all of these have joined, in this order."""
    plan: dict[str, Any] = {
        "name": "Rungs",
        "kind": "ladder",
        "type": "lanterns",
        "clock": {"kind": "per_turn", "days": 2},
        "most": 256,
        "days": 90,
    }
    here = opening.open_(people[0].pk, Plan(**{**plan, **changed}))
    for user in people:
        entering.join_tournament(here.pk, user.pk)
    return here


def order(here: Tournament) -> list[str]:
    standings = TournamentStanding.objects.filter(tournament=here).order_by("place")
    return list(standings.values_list("entrant__user__username", flat=True))


def wins(here: Tournament, asked: Challenge, *, challenger: bool) -> None:
    """The game of an accepted challenge is played."""
    running.advance(here.pk)
    asked.refresh_from_db()
    assert asked.table is not None
    loser = asked.challenged if challenger else asked.challenger
    actions.resign(asked.table.game_id or 0, loser.user_id)
    running.advance(here.pk)


def same(here: Tournament) -> None:
    """What is kept is what the log says."""
    assert recount.anew(here) == recount.kept(here)
    call_command("standings", here.pk)


def refused(code: str, *given: Any) -> None:
    with pytest.raises(GameError) as error:
        challenging.challenge(*given)
    assert error.value.code == code


def test_it_runs_from_its_opening_and_new_players_start_at_the_bottom(times: Times) -> None:
    people = crowd(4)
    here = ladder(people[:3])
    assert (here.status, order(here)) == ("running", ["p1", "p2", "p3"])
    assert here.ends_at == here.opened_at + timedelta(days=90)
    running.tick()
    times.go(days=3)
    entering.join_tournament(here.pk, people[3].pk)
    assert order(here) == ["p1", "p2", "p3", "p4"]
    with pytest.raises(Refused):
        entering.join_tournament(here.pk, people[3].pk)
    same(here)


def test_a_player_who_wins_a_challenge_takes_the_rung_and_those_between_move_down(
    times: Times,
) -> None:
    people = crowd(5)
    here = ladder(people)
    asked = challenging.challenge(here.pk, people[4].pk, "P2")
    assert told("challenged") == ["p2"]
    assert told("challenged", people[1])[0].startswith("Rungs: p5 challenges you")
    dates = feed.calendar(feed.renew(people[1].pk)) or ""
    assert "SUMMARY:Rungs: answer the challenge of p5" in dates
    assert f"DTSTART:{asked.answer_by:%Y%m%dT%H%M%SZ}" in dates
    challenging.accept_challenge(here.pk, people[1].pk, asked.pk)
    assert told("ladder_news", people[4])[0].startswith("Rungs: p2 accepts your challenge")
    wins(here, asked, challenger=True)
    assert order(here) == ["p1", "p5", "p2", "p3", "p4"]
    assert told("tournament_round") == [], "a ladder has no rounds"
    other = challenging.challenge(here.pk, people[3].pk, "p1")
    challenging.accept_challenge(here.pk, people[0].pk, other.pk)
    wins(here, other, challenger=False)
    assert order(here) == ["p1", "p5", "p2", "p3", "p4"]
    found = TournamentStanding.objects.filter(tournament=here).values_list(
        "entrant__user__username", "score", "played"
    )
    assert {row[0]: row[1:] for row in found if row[2]} == {
        "p5": (1, 1), "p2": (0, 1), "p4": (0, 1), "p1": (1, 1),
    }  # fmt: skip
    same(here)


def test_the_page_says_whom_you_may_not_challenge(times: Times) -> None:
    people = crowd(9)
    here = ladder(people[:8], ladder={"reach": 3, "again_days": 10}, at_once=1)
    refused("too_far", here.pk, people[7].pk, "p4")
    refused("too_far", here.pk, people[2].pk, "p4")
    refused("too_far", here.pk, people[2].pk, "p3")
    refused("not_in", here.pk, people[8].pk, "p8")
    refused("not_in", here.pk, people[7].pk, "p9")
    refused("not_in", here.pk, people[7].pk, "")
    asked = challenging.challenge(here.pk, people[3].pk, "p2")
    refused("own_open", here.pk, people[3].pk, "p3")
    refused("challenged", here.pk, people[4].pk, "p2")
    challenging.accept_challenge(here.pk, people[1].pk, asked.pk)
    refused("own_games", here.pk, people[3].pk, "p3")
    refused("their_games", here.pk, people[4].pk, "p2")
    wins(here, asked, challenger=False)
    refused("met", here.pk, people[3].pk, "p2")
    times.go(days=10, minutes=1)
    challenging.challenge(here.pk, people[3].pk, "p2")


def test_of_two_who_challenge_the_same_person_the_second_hears_of_it(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    challenging.challenge(here.pk, people[1].pk, "p1")
    with pytest.raises(Refused, match="p1 has already been challenged"):
        challenging.challenge(here.pk, people[2].pk, "p1")
    assert Challenge.objects.count() == 1


def test_of_two_who_do_so_at_the_same_moment_one_challenges(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    both, said = threading.Barrier(2), list[str]()

    def challenge(user: User) -> None:
        try:
            both.wait()
            challenging.challenge(here.pk, user.pk, "p1")
            said.append("made")
        except GameError as error:
            said.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=challenge, args=[user]) for user in people[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == ["challenged", "made"]
    assert Challenge.objects.count() == 1


def test_to_decline_counts_as_a_game_lost_and_to_take_back_as_nothing(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    asked = challenging.challenge(here.pk, people[2].pk, "p1")
    for deed in (challenging.accept_challenge, challenging.decline_challenge):
        with pytest.raises(GameError):
            deed(here.pk, people[1].pk, asked.pk)
    with pytest.raises(GameError):
        challenging.withdraw_challenge(here.pk, people[0].pk, asked.pk)
    challenging.decline_challenge(here.pk, people[0].pk, asked.pk)
    assert order(here) == ["p3", "p1", "p2"]
    assert "you take their rung" in told("ladder_news", people[2])[0]
    with pytest.raises(Refused):
        challenging.accept_challenge(here.pk, people[0].pk, asked.pk)
    other = challenging.challenge(here.pk, people[1].pk, "p1")
    challenging.withdraw_challenge(here.pk, people[1].pk, other.pk)
    assert told("ladder_news", people[0])[0].startswith("Rungs: p2 withdraws the challenge")
    assert order(here) == ["p3", "p1", "p2"]
    refused("met", here.pk, people[1].pk, "p1")
    same(here)


def test_no_answer_in_time_counts_as_a_game_lost_once(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    challenging.challenge(here.pk, people[2].pk, "p1")
    times.go(days=3, hours=23)
    running.advance(here.pk)
    assert order(here) == ["p1", "p2", "p3"]
    times.go(hours=2)
    for _time in range(3):
        running.advance(here.pk)
    assert order(here) == ["p3", "p1", "p2"]
    assert Challenge.objects.get().state == "expired"
    assert TournamentEvent.objects.filter(kind="challenge").count() == 2
    assert "p3 takes your rung" in told("ladder_news", people[0])[0]
    assert "did not answer" in told("ladder_news", people[2])[0]
    same(here)


def days(times: Times, first: int, last: int) -> tuple[date, date]:
    today = times.now.date()
    return today + timedelta(days=first), today + timedelta(days=last)


def test_a_player_who_is_away_is_not_challenged_and_has_longer_for_an_answer(times: Times) -> None:
    people = crowd(3)
    here = ladder(people)
    calendars.book(people[1].pk, *days(times, 0, 6))
    refused("away", here.pk, people[2].pk, "p2")
    asked = challenging.challenge(here.pk, people[1].pk, "p1")
    calendars.book(people[0].pk, *days(times, 1, 9))
    times.go(days=8)
    running.advance(here.pk)
    asked.refresh_from_db()
    assert asked.state == "asked"
    assert times.now + timedelta(days=4) < asked.answer_by < times.now + timedelta(days=6)
    times.go(days=6)
    running.advance(here.pk)
    asked.refresh_from_db()
    assert asked.state == "expired"


def test_nights_and_free_weekdays_give_no_longer_for_an_answer(times: Times) -> None:
    people = crowd(2)
    here = ladder(people)
    calendars.set_hours(people[0].pk, night=None, weekdays=[0, 1, 2], automatic=False)
    times.go(days=2)
    asked = challenging.challenge(here.pk, people[1].pk, "p1")
    assert asked.answer_by == asked.asked_at + timedelta(days=4)


def test_a_player_who_does_nothing_sinks_slowly_and_days_away_do_not_count(times: Times) -> None:
    people = crowd(4)
    here = ladder(people, ladder={"idle_days": 30})
    times.go(days=20)
    asked = challenging.challenge(here.pk, people[2].pk, "p2")
    challenging.decline_challenge(here.pk, people[1].pk, asked.pk)
    assert order(here) == ["p1", "p3", "p2", "p4"]
    times.go(days=11)
    running.advance(here.pk)
    assert order(here) == ["p3", "p1", "p2", "p4"], "p4 is at the bottom"
    assert "you are now on rung 2" in told("ladder_news", people[0])[0]
    running.advance(here.pk)
    assert order(here) == ["p3", "p1", "p2", "p4"]
    calendars.book(people[0].pk, *days(times, 0, 9))
    times.go(days=31)
    running.advance(here.pk)
    assert order(here)[:2] == ["p1", "p3"], "p3 and p2 have done nothing, p1 was away"
    same(here)


def test_those_who_sink_together_do_not_pass_each_other(times: Times) -> None:
    people = crowd(5)
    here = ladder(people)
    times.go(days=29)
    challenging.challenge(here.pk, people[3].pk, "p1")
    times.go(days=2)
    running.advance(here.pk)
    assert order(here) == ["p4", "p1", "p2", "p3", "p5"]
    same(here)


@pytest.mark.slow
def test_a_player_who_leaves_or_loses_twice_by_time_is_off_the_ladder(times: Times) -> None:
    people = crowd(4)
    here = ladder(people, most=4, at_once=2)
    late = crowd(1, "late")[0]
    assert entering.join_tournament(here.pk, late.pk).state == Entrant.State.WAITING
    asked = challenging.challenge(here.pk, people[1].pk, "p1")
    challenging.accept_challenge(here.pk, people[0].pk, asked.pk)
    running.advance(here.pk)
    other = challenging.challenge(here.pk, people[2].pk, "p2")
    organising.withdraw_player(here.pk, people[1].pk)
    assert order(here) == ["p1", "p3", "p4"]
    running.advance(here.pk)
    assert order(here) == ["p1", "p3", "p4", "late1"]
    other.refresh_from_db()
    assert other.state == "withdrawn"
    assert Game.objects.get().status == "finished"
    assert TournamentEvent.objects.filter(kind="gone").count() == 1
    entrant = Entrant.objects.get(tournament=here, user=people[2])
    for number in (1, 2):
        asked = challenging.challenge(here.pk, [people[3], late][number - 1].pk, "p3")
        challenging.accept_challenge(here.pk, people[2].pk, asked.pk)
        running.advance(here.pk)
        times.go(days=3)
        all_others_are_in_time({people[2].pk})
        deadlines.act_on_overdue_seats()
        running.advance(here.pk)
    entrant.refresh_from_db()
    assert (entrant.state, entrant.lapses) == (Entrant.State.OUT, 2)
    assert "p3" not in order(here)
    same(here)


def test_two_at_once_make_one_challenge_and_a_killed_process_no_half_one(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(2)
    here = ladder(people)
    asked = challenging.challenge(here.pk, people[1].pk, "p1")
    with monkeypatch.context() as patched:
        patched.setattr(ladder_ticks, "log_challenge", _die)
        with pytest.raises(KeyboardInterrupt):
            challenging.accept_challenge(here.pk, people[0].pk, asked.pk)
    assert not Table.objects.exists()
    challenging.accept_challenge(here.pk, people[0].pk, asked.pk)
    for _time in range(3):
        running.advance(here.pk)
    assert Game.objects.count() == 1
    same(here)


def _die(*given: Any, **named: Any) -> None:
    raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut


def test_a_corrected_result_counts_as_if_it_had_been_so(times: Times) -> None:
    people = crowd(4)
    here = ladder(people[1:])
    Tournament.objects.update(organiser=people[0])
    asked = challenging.challenge(here.pk, people[3].pk, "p2")
    challenging.accept_challenge(here.pk, people[1].pk, asked.pk)
    wins(here, asked, challenger=True)
    assert order(here) == ["p4", "p2", "p3"]
    asked.refresh_from_db()
    assert asked.table is not None
    players = list(asked.table.players.all())
    ranks = [1 if player.entrant_id == asked.challenged_id else 2 for player in players]
    organising.correct(here.pk, people[0].pk, asked.table.pk, ranks, "as both have said")
    assert order(here) == ["p2", "p3", "p4"]
    same(here)


def test_at_its_date_it_ends_and_the_order_gives_the_places(times: Times) -> None:
    people = crowd(4)
    here = ladder(people, days=30)
    played = challenging.challenge(here.pk, people[1].pk, "p1")
    challenging.accept_challenge(here.pk, people[0].pk, played.pk)
    running.advance(here.pk)
    times.go(days=29, hours=23)
    challenging.challenge(here.pk, people[3].pk, "p3")
    times.go(hours=1)
    refused("not_running", here.pk, people[2].pk, "p1")
    running.tick()
    here.refresh_from_db()
    assert here.status == Tournament.Status.FINISHED
    places = Entrant.objects.order_by("place").values_list("user__username", "place")
    assert list(places) == [("p1", 1), ("p2", 2), ("p3", 3), ("p4", 4)]
    assert set(Challenge.objects.values_list("state", flat=True)) == {"accepted", "withdrawn"}
    assert Table.objects.get().how == Table.How.LATE
    assert told("tournament_over") == ["p1", "p2", "p3", "p4"]
    same(here)


@pytest.mark.slow
@pytest.mark.parametrize("number", [8, 37])
def test_with_a_tenth_gone_it_goes_on_to_its_date(times: Times, number: int) -> None:
    """Games are played, and players who have vanished neither answer nor move."""
    people = crowd(number)
    chance = random.Random(3)
    gone = {user.pk for user in chance.sample(people, max(1, number // 10))}
    here = ladder(people, days=30, clock={"kind": "per_turn", "days": 2})
    there = [user for user in people if user.pk not in gone]
    for _day in range(32):
        _some_challenge(here, there, chance)
        _answer(here, gone, chance)
        running.advance(here.pk)
        _some_games_end(here, gone, chance)
        times.go(days=1)
        all_others_are_in_time(gone)
        deadlines.act_on_overdue_seats()
        running.tick()
        here.refresh_from_db()
        if here.status == Tournament.Status.FINISHED:
            break
    assert here.ended_at is not None
    assert here.ends_at is not None
    assert here.ends_at <= here.ended_at <= here.ends_at + timedelta(days=1)
    assert Challenge.objects.filter(state="accepted").count() > number / 2
    assert Challenge.objects.filter(state="expired").exists()
    assert not Table.objects.exclude(state="over").exists()
    ranked = Entrant.objects.filter(place__isnull=False).order_by("place")
    assert list(ranked.values_list("user__username", flat=True)) == order(here)
    same(here)


def _some_challenge(here: Tournament, there: list[User], chance: random.Random) -> None:
    """Whom they may, of those whom they would like to."""
    now = timezone.now()
    for user in chance.sample(there, len(there) // 3):
        me = Entrant.objects.filter(tournament=here, user=user, state="in").first()
        if me is None or here.ends_at is None or now >= here.ends_at:
            continue
        seen = challenge_rules.seen_from(here, me, now)
        others = Entrant.objects.filter(tournament=here, state="in").select_related("user")
        others = others.order_by("pk")  # the same chance leads to the same each time
        may = [each for each in others if seen.why_not(each) is None]
        if may:
            challenging.challenge(here.pk, user.pk, chance.choice(may).user.username)


def _answer(here: Tournament, gone: set[int], chance: random.Random) -> None:
    for asked in ladder_ticks.open_(here):
        if asked.challenged.user_id not in gone and here.ends_at and timezone.now() < here.ends_at:
            deed = (
                challenging.accept_challenge
                if chance.random() < 0.8
                else challenging.decline_challenge
            )
            deed(here.pk, asked.challenged.user_id, asked.pk)


def _some_games_end(here: Tournament, gone: set[int], chance: random.Random) -> None:
    tables = Table.objects.filter(tournament=here, state="running").select_related("game")
    for table in tables.order_by("pk"):
        users = list(table.players.order_by("pk").values_list("entrant__user", flat=True))
        if chance.random() < 0.4 and not gone & set(users):
            actions.resign(table.game_id or 0, chance.choice(users))


class Stored:
    """A year of a ladder as rows of the log, with what it should come to."""

    def __init__(self, here: Tournament, mine: list[int], chance: random.Random) -> None:
        self.here, self.mine, self.chance = here, mine, chance
        self.log: list[TournamentEvent] = []

    def write(self, kind: str, **data: object) -> None:
        self.log.append(TournamentEvent(tournament=self.here, kind=kind, data=data))

    def meeting(self, table: int) -> None:
        at = self.chance.randrange(1, len(self.mine))
        above = max(0, at - self.chance.randint(1, 5))
        one, other = self.mine[at], self.mine[above]
        pair = {"challenge": table, "challenger": one, "challenged": other}
        won = self.chance.random() < 0.5
        if table % 10:
            place = {"stage": 0, "group": 0, "round": table, "number": 0, "part": 0}
            seated = [[other, 1 + won], [one, 2 - won]]
            self.write("paired", table=table, entrants=[other, one], **place)
            self.write("challenge", state="accepted", table=table, **pair)
            self.write("result", table=table, how="played", seated=seated)
        else:
            self.write("challenge", state="expired", table=None, **pair)
        if won or not table % 10:
            self.mine.insert(above, self.mine.pop(at))

    def sink(self) -> None:
        at = self.chance.randrange(len(self.mine) - 1)
        self.write("sank", entrant=self.mine[at])
        self.mine[at : at + 2] = reversed(self.mine[at : at + 2])

    def vanish(self) -> None:
        at = self.chance.randrange(len(self.mine))
        self.write("gone", entrant=self.mine.pop(at), state="out")


@pytest.mark.slow
def test_256_people_over_a_year_of_stored_results_stand_as_their_log_says(times: Times) -> None:
    """Nobody plays: the results are lines of the log. A tenth of the people vanish."""
    people = crowd(256)
    here = ladder(people, days=365)
    entrants = dict(Entrant.objects.values_list("user", "pk"))
    year = Stored(here, [entrants[user.pk] for user in people], random.Random(5))
    for table in range(1, 1301):
        year.meeting(table)
        if table % 50 == 0:
            year.sink()
            year.vanish()
    TournamentEvent.objects.bulk_create(year.log)
    rows.keep_standings(here, {ladder_ticks.GROUP})
    kept = TournamentStanding.objects.order_by("place").values_list("entrant", flat=True)
    assert list(kept) == year.mine
    assert len(year.mine) == 230
    same(here)
    times.go(days=365)
    running.tick()
    here.refresh_from_db()
    assert (here.status, here.ended_at) == (Tournament.Status.FINISHED, here.ends_at)
    placed = Entrant.objects.filter(place__isnull=False).order_by("place")
    assert list(placed.values_list("pk", flat=True)) == year.mine


def test_the_next_one_of_a_series_is_opened_when_the_last_one_is_over(times: Times) -> None:
    """Without days to join: a ladder runs from its opening on."""
    [user] = crowd(1)
    plan = Plan("Rungs", "ladder", "lanterns", clock={"kind": "per_turn", "days": 2}, days=30)
    with pytest.raises(GameError):
        series.start_series(user.pk, plan, "over", 7)
    series.start_series(user.pk, plan, "over", 0)
    times.go(days=30)
    running.tick()
    series.tick()
    found = Tournament.objects.order_by("pk").values_list("status", "edition")
    assert list(found) == [("finished", 1), ("running", 2)]


def test_a_challenge_of_a_lower_rung_changes_nothing_and_an_absent_player_takes_no_rung() -> None:
    """By the fold alone: a stored challenge may have been overtaken."""
    joined = [Event("joined", {"entrant": n, "waits": False}) for n in (1, 2, 3)]
    pair = {"state": "declined", "table": None}
    down = Event("challenge", {**pair, "challenger": 1, "challenged": 3})
    assert climbed([*joined, down]).order == [1, 2, 3]
    up = Event("challenge", {**pair, "challenger": 3, "challenged": 1})
    assert climbed([*joined, Event("gone", {"entrant": 3}), up]).order == [1, 2]
    assert climbed([*joined, up]).order == [3, 1, 2]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": 3}, "bad_players"),
        ({"days": 29}, "bad_days"),
        ({"days": 366}, "bad_days"),
        ({"ladder": {"reach": 0}}, "bad_ladder"),
        ({"ladder": {"nonsense": 1}}, "bad_ladder"),
        ({"further": [{"type": "bali"}]}, "bad_further"),
    ],
)
def test_what_cannot_be_a_ladder_is_refused(
    times: Times, changed: dict[str, Any], code: str
) -> None:
    with pytest.raises(GameError) as error:
        ladder(crowd(1), **changed)
    assert error.value.code == code
    assert not Tournament.objects.exists()
