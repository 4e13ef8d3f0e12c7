"""Nobody fills another's bell: what one person can cause by doing the same again and again is one
row a day, of whatever kind it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.company import relationships
from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs import belonging, founding, joining
from community.clubs.founding import Words
from community.messages import reading, sending
from community.models import Club
from games.clubs import events
from games.errors import GameError
from games.live import chat
from games.lobby import friendship, open_games, ready_check, rematch
from games.models import Game, Package, Tournament, Vote
from games.moderation import reports
from games.moves import actions
from games.studies import making, membership
from games.tournaments import entering, inviting, opening
from games.tournaments.ladder import challenging
from games.tournaments.plan import Plan
from games.tournaments.running import organising
from games.upkeep import faults
from games.votes import voting
from notifications import kinds, planning
from notifications.models import Notification

OFTEN = 7
DAYS = {"kind": "per_turn", "days": 2}
LIVE = {"kind": "live", "move_minutes": 5}
CUP = Plan("A cup", "robin", "lanterns", clock=DAYS)

#: What is done again and again, by Ben, of which Anna is told.
Deed = Callable[[], object]
CASES: dict[str, Callable[[User, User], Deed]] = {}
#: Rows of one day, where they are more than one: by things of which a person has a few at most.
ROWS = {"invited": 5, "tournament_invited": 3, "chat": 20, "tournament_decided": 2}
#: Kinds that nobody else can cause again and again.
OTHERS = {
    "of each turn, or once in a game": """
        your_turn live_turn reminder game_started game_over cancelled timed_out taken_back offered
        game_broken
    """,
    "of what the reader does, or leaves undone": """
        answer_off plan_answered plan_ended not_ready invitation_over club_event_off club_event_soon
        club_tables friend_agreed series_stuck webhook_off table_lapsed standing_lapsed
    """,
    "once in a tournament, a round or a season": """
        tournament_soon tournament_began tournament_round tournament_over tournament_opened
    """,
    "by those who run the service, or look after a game type": """
        site_news moderated sanctioned report_closed appeal_decided fault_answered package_slip
        release_asked release_answered
    """,
}


def causes(kind: str) -> Callable[[Callable[[User, User], Deed]], Callable[[User, User], Deed]]:
    def enter(case: Callable[[User, User], Deed]) -> Callable[[User, User], Deed]:
        CASES[kind] = case
        return case

    return enter


def club(owner: User, entry: str = "request", name: str = "A club") -> Club:
    return founding.found(owner.pk, Words(name, entry))


@causes("club_asks")
def asking_to_join(anna: User, ben: User) -> Deed:
    there = club(anna)

    def ask() -> None:
        joining.join_club(there.pk, ben.pk)
        joining.withdraw_request(there.pk, ben.pk)

    joining.join_club(there.pk, ben.pk)
    planning.plan_due()
    joining.withdraw_request(there.pk, ben.pk)
    return ask


@causes("club_accepted")
def taking_in_and_removing(anna: User, ben: User) -> Deed:
    there = club(ben)

    def take_in() -> None:
        joining.join_club(there.pk, anna.pk)
        joining.accept(there.pk, ben.pk, "anna")
        planning.plan_due()
        belonging.remove_member(there.pk, ben.pk, "anna")
        joining.call_back(there.pk, ben.pk, "anna")

    return take_in


@causes("club_invited")
def inviting_to_a_club(anna: User, ben: User) -> Deed:
    there = club(ben)

    def invite() -> None:
        joining.invite_member(there.pk, ben.pk, "anna")
        planning.plan_due()
        joining.call_back(there.pk, ben.pk, "anna")

    return invite


@causes("study_added")
def adding_to_a_study(anna: User, ben: User) -> Deed:
    relationships.befriend(anna, ben)
    relationships.befriend(ben, anna)

    def add() -> None:
        study = making.make_study(ben.pk, "How it went")
        membership.set_member(study.pk, ben.pk, "anna", writes=True)
        planning.plan_due()
        making.delete_study(study.pk, ben.pk)

    return add


@causes("club_event")
def planning_events(anna: User, ben: User) -> Deed:
    there = club(ben, "open")
    joining.join_club(there.pk, anna.pk)

    def plan() -> None:
        at = timezone.now() + timedelta(days=3)
        event = events.plan(there.pk, ben.pk, events.Plan("An evening", at, "lanterns", 4, DAYS))
        planning.plan_due()
        events.call_off(there.pk, event.pk, ben.pk)

    return plan


@causes("private_message")
def writing_to_a_stranger(anna: User, ben: User) -> Deed:
    def write() -> None:
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()
        with suppress(Refusal):
            sending.send_message(ben, anna, "Hello")
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()
        side = reading.side_of(anna.pk, ben.pk)
        assert side is not None
        reading.delete(side)

    return write


@causes("friend_asks")
def asking_to_be_friends(anna: User, ben: User) -> Deed:
    def ask() -> None:
        friendship.befriend(ben, anna)
        planning.plan_due()
        relationships.unfriend(ben, anna)

    return ask


@causes("invited")
def inviting_to_games(anna: User, ben: User) -> Deed:
    def invite() -> None:
        with suppress(GameError):
            game = open_games.create(ben.pk, "lanterns", 2, invite=["anna"]).game
            planning.plan_due()
            open_games.cancel(game.pk, ben.pk)

    return invite


def coming_and_going(anna: User, ben: User) -> Deed:
    game = open_games.create(anna.pk, "lanterns", 3).game

    def come() -> None:
        open_games.join_game(game.pk, ben.pk)
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()
        open_games.leave_game(game.pk, ben.pk)

    return come


causes("joined")(coming_and_going)
causes("left")(coming_and_going)


@causes("ready_check")
def letting_a_live_game_wait(anna: User, ben: User) -> Deed:
    game = open_games.create(anna.pk, "lanterns", 2, clock=LIVE).game

    def come() -> None:
        open_games.join_game(game.pk, ben.pk)
        ready_check.ready(game.pk, anna.pk)
        planning.plan_due()
        Game.objects.filter(pk=game.pk).update(ready_by=timezone.now() - timedelta(seconds=1))
        ready_check.end_due()

    return come


@causes("chat")
def talking(anna: User, ben: User) -> Deed:
    game = open_games.create(anna.pk, "lanterns", 3).game
    open_games.join_game(game.pk, ben.pk)

    def talk() -> None:
        for _ in range(4):
            chat.write_message(game.pk, ben.pk, "Hello")
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()

    return talk


@causes("rematch")
def offering_a_rematch(anna: User, ben: User) -> Deed:
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, ben.pk)
    actions.resign(game.pk, ben.pk)

    def offer() -> None:
        with suppress(GameError):
            rematch.agree(game.pk, ben.pk)
            Notification.objects.update(due_at=timezone.now())
            planning.plan_due()
            rematch.decline(game.pk, ben.pk)

    return offer


@causes("vote")
def asking_for_a_pause(anna: User, ben: User) -> Deed:
    game = open_games.create(anna.pk, "lanterns", 2, clock=DAYS).game
    open_games.join_game(game.pk, ben.pk)

    def ask() -> None:
        with suppress(GameError):
            voting.call(game.pk, ben.pk, "pause")
            Notification.objects.update(due_at=timezone.now())
            planning.plan_due()
            voting.cast_vote(game.pk, anna.pk, Vote.objects.get(game=game, closed_at=None).pk, "no")

    return ask


@causes("tournament_invited")
def inviting_to_tournaments(anna: User, ben: User) -> Deed:
    def invite() -> None:
        with suppress(GameError):
            cup = opening.open_(ben.pk, replace(CUP, by_invitation=True))
            inviting.invite_people(cup.pk, ben.pk, ["anna"])
            planning.plan_due()
            organising.call_off(cup.pk, ben.pk, "It rains today")

    return invite


@causes("tournament_decided")
def pausing_a_tournament(anna: User, ben: User) -> Deed:
    cup = opening.open_(ben.pk, replace(CUP, pause_days=7))
    entering.join_tournament(cup.pk, anna.pk)
    Tournament.objects.filter(pk=cup.pk).update(status=Tournament.Status.RUNNING)

    def pause() -> None:
        with suppress(GameError):
            organising.pause_tournament(cup.pk, ben.pk, 1, "It rains today")
            organising.resume_tournament(cup.pk, ben.pk, "It rains no more")
            planning.plan_due()

    return pause


def challenging_on_a_ladder(anna: User, ben: User) -> Deed:
    plan = Plan("A ladder", "ladder", "lanterns", clock=DAYS, days=90)
    ladder = opening.open_(anna.pk, plan)
    Tournament.objects.filter(pk=ladder.pk).update(ladder={"again_days": 0})
    for one in (anna, ben):
        entering.join_tournament(ladder.pk, one.pk)

    def challenge() -> None:
        with suppress(GameError):
            made = challenging.challenge(ladder.pk, ben.pk, "anna")
            planning.plan_due()
            challenging.withdraw_challenge(ladder.pk, ben.pk, made.pk)
            planning.plan_due()

    return challenge


causes("challenged")(challenging_on_a_ladder)
causes("ladder_news")(challenging_on_a_ladder)


@causes("reported")
def reporting_the_same(anna: User, ben: User) -> Deed:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    anna.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    person = User.objects.create_user("rude")
    names = iter(range(OFTEN))

    def report() -> None:
        other = User.objects.create_user(f"other{next(names)}")
        reports.submit_report("player", person.pk, other.pk, "other", "")
        planning.plan_due()

    return report


@causes("fault_reported")
def reporting_faults(anna: User, ben: User) -> Deed:
    other = User.objects.create_user("other")
    game = open_games.create(ben.pk, "lanterns", 2).game
    open_games.join_game(game.pk, other.pk)
    Game.objects.update(stage="beta")
    package, _made = Package.objects.update_or_create(type="lanterns", defaults={"stage": "beta"})
    package.maintainers.add(anna)

    def report() -> None:
        faults.report(game.pk, ben.pk, "It is wrong")
        planning.plan_due()

    return report


@pytest.mark.parametrize("kind", CASES)
def test_doing_it_again_and_again_makes_one_row_a_day(
    lanterns: None, anna: User, ben: User, kind: str
) -> None:
    again = CASES[kind](anna, ben)
    for _time in range(OFTEN):
        again()
    assert 1 <= Notification.objects.filter(user=anna, kind=kind).count() <= ROWS.get(kind, 1)


def test_each_kind_is_tried_or_caused_by_nobody_again_and_again() -> None:
    assert set(CASES) | set(" ".join(OTHERS.values()).split()) == {
        kind.name for kind in kinds.registered()
    }


def test_whoever_closes_clubs_founds_no_more_of_them_that_day(anna: User) -> None:
    for number in range(founding.MOST_OWNED):
        founding.close_club(club(anna, name=f"Club {number}").pk, anna.pk)
    with pytest.raises(Refusal):
        club(anna)


def test_an_event_planned_instead_of_another_is_what_members_read(
    lanterns: None, anna: User, ben: User
) -> None:
    there = club(ben, "open")
    joining.join_club(there.pk, anna.pk)
    at = timezone.now() + timedelta(days=3)
    wrong = events.plan(there.pk, ben.pk, events.Plan("Wrong day", at, "lanterns", 4, DAYS))
    planning.plan_due()
    events.call_off(there.pk, wrong.pk, ben.pk)
    events.plan(there.pk, ben.pk, events.Plan("Right day", at, "lanterns", 4, DAYS))
    planning.plan_due()
    row = Notification.objects.get(user=anna, kind="club_event")
    assert "Right day" in kinds.words_for_page([row])[row.pk].subject


class TestRequest:
    """What a stranger writes, until it is answered."""

    def test_once_it_is_deleted_nothing_follows_until_there_is_an_answer(
        self, anna: User, ben: User
    ) -> None:
        sending.send_message(ben, anna, "Hello")
        side = reading.side_of(anna.pk, ben.pk)
        assert side is not None
        reading.delete(side)
        with pytest.raises(Refusal, match="wait for an answer"):
            sending.send_message(ben, anna, "Hello again")
        sending.send_message(anna, ben, "What is it?")
        sending.send_message(ben, anna, "A game?")

    def test_deleting_tells_nobody_that_it_was_read(self, anna: User, ben: User) -> None:
        sending.send_message(ben, anna, "Hello")
        side = reading.side_of(anna.pk, ben.pk)
        assert side is not None
        reading.delete(side)
        theirs = reading.side_of(ben.pk, anna.pk)
        assert theirs is not None
        assert reading.read_by_other(theirs) == 0
