"""Limits hold also where a person asks for more in the same moment, from several browsers.

Each limit is set to one. Several threads, each with a connection of its own, then do what it
counts; all of them wait before they write, so that whoever counts without a lock counts too early.
"""

from __future__ import annotations

import ast
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from allauth.mfa.models import Authenticator
from django.db import Error, connection
from django.test import Client
from django.utils import timezone

from accounts import bots
from accounts.calendar import calendars
from accounts.company import relationships
from accounts.models import ApiToken, Block, Circle, Friend, User
from accounts.sessions import tokens
from boardgames.redis import best_effort
from community.clubs import belonging, founding, joining, talk
from community.clubs.founding import Words
from community.messages import sending
from community.models import Candidate, Club, ClubMember, ClubMessage, PrivateMessage, Side
from games.clubs import events
from games.lines import lines
from games.live import chat
from games.lobby import friendship, open_games, rematch, standing
from games.models import (
    Challenge,
    Chapter,
    ChatMessage,
    ClubEvent,
    Coming,
    Entrant,
    FaultReport,
    Game,
    Invitation,
    Judgement,
    Line,
    Package,
    Rematch,
    Report,
    Seat,
    Series,
    StandingInvitation,
    Study,
    Tournament,
    TournamentInvitation,
)
from games.moderation import reports
from games.moves import actions, plans
from games.studies import chapters, judging, making, membership, writing
from games.studies.marks import Mark
from games.tournaments import entering, inviting, opening
from games.tournaments.ladder import challenging
from games.tournaments.plan import Plan
from games.tournaments.series import series
from games.upkeep import faults
from notifications import devices, push
from notifications.models import PushSubscription, Webhook
from notifications.webhooks import hooks
from tests.games.playing import to_the_end
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 4
PAUSE = 0.08
DAYS = {"kind": "per_turn", "days": 2}
LIVE = {"kind": "live", "move_minutes": 5}
CUP = Plan("A cup", "robin", "lanterns", clock=DAYS)

Act = Callable[[], object]


class Race(NamedTuple):
    """What is done at the same time, and how much of what is limited there is afterwards."""

    acts: Sequence[Act]
    counted: Callable[[], int]
    allowed: int = 1


class People(NamedTuple):
    """Anna is whose limit it is, mostly; the others are there to do it with."""

    anna: User
    others: list[User]


CASES: dict[str, Callable[[People], Race]] = {}


def limit(*names: str) -> Callable[[Callable[[People], Race]], Callable[[People], Race]]:
    """A race for these limits, as in "games.lobby.limits.MOST_OPEN"; each is set to one."""

    def enter(case: Callable[[People], Race]) -> Callable[[People], Race]:
        CASES[" ".join(names)] = case
        return case

    return enter


def each(act: Callable[[Any], object], things: Sequence[Any]) -> list[Act]:
    return [partial(act, thing) for thing in things]


# People ------------------------------------------------------------------------------------------


@limit("accounts.company.relationships.MOST_FRIENDS")
def friends(here: People) -> Race:
    acts = each(lambda other: friendship.befriend(here.anna, other), here.others)
    return Race(acts, Friend.objects.filter(user=here.anna).count)


@limit("accounts.company.relationships.MOST_BLOCKS")
def blocks(here: People) -> Race:
    acts = each(lambda other: relationships.block(here.anna, other), here.others)
    return Race(acts, Block.objects.filter(user=here.anna).count)


@limit("accounts.company.relationships.MOST_CIRCLES")
def circles(here: People) -> Race:
    friend = here.others[0]
    relationships.befriend(here.anna, friend)
    relationships.befriend(friend, here.anna)
    acts = each(lambda name: relationships.make_circle(here.anna, name, [friend]), "abcd")
    return Race(acts, Circle.objects.filter(user=here.anna).count)


@limit("accounts.bots.MOST")
def own_bots(here: People) -> Race:
    acts = each(lambda name: bots.make(here.anna, f"helper{name}"), range(MANY))
    return Race(acts, here.anna.bots.count)


@limit("accounts.sessions.tokens.MAX_OWN")
def own_tokens(here: People) -> Race:
    acts = each(lambda name: tokens.mint(here.anna, str(name)), range(MANY))
    return Race(acts, ApiToken.objects.filter(user=here.anna).count)


@limit("accounts.sessions.tokens.MAX_BY_PASSWORD")
def tokens_by_password(here: People) -> Race:
    acts = each(lambda name: tokens.mint(here.anna, str(name), by_password=True), range(MANY))
    return Race(acts, ApiToken.objects.filter(user=here.anna).count)


@limit("accounts.entering.passkeys.MOST")
def passkeys(here: People) -> Race:
    def browser() -> Client:
        client = Client()
        client.force_login(here.anna)
        return client

    form = {"name": "A key", "credential": '{"id": "x"}'}
    acts = each(
        lambda client: client.post("/accounts/2fa/webauthn/add/", form),
        [browser() for _ in range(MANY)],
    )
    return Race(acts, Authenticator.objects.filter(user=here.anna, type="webauthn").count)


@limit("accounts.calendar.vacations.DAYS_OFF_PER_YEAR")
def days_off(here: People) -> Race:
    days = [
        timezone.now().date().replace(month=12, day=31) - timedelta(days=n) for n in range(MANY)
    ]

    def counted() -> int:
        here.anna.refresh_from_db()
        return len(here.anna.calendar["days_off"])

    return Race(each(lambda day: calendars.add_day_off(here.anna.pk, day), days), counted)


@limit("games.lobby.limits.PER_HOUR[friend request]")
def friend_requests(here: People) -> Race:
    acts = each(lambda other: friendship.befriend(here.anna, other), here.others)
    return Race(acts, Friend.objects.filter(user=here.anna).count)


@limit("community.messages.sending.NEW_STRANGERS_A_DAY")
def strangers(here: People) -> Race:
    acts = each(lambda other: sending.send_message(here.anna, other, "Hello"), here.others)
    return Race(acts, Side.objects.filter(other=here.anna).count)


@limit("community.messages.sending.STRANGERS_A_DAY")
def strangers_of_an_old_account(here: People) -> Race:
    User.objects.update(date_joined=timezone.now() - timedelta(days=99))
    here.anna.refresh_from_db()
    return strangers(here)


@limit("community.messages.sending.MOST_UNANSWERED")
def unanswered(here: People) -> Race:
    acts = each(lambda text: sending.send_message(here.anna, here.others[0], text), "abcd")
    return Race(acts, PrivateMessage.objects.filter(by=here.anna).count)


@limit("community.messages.sending.PER_MINUTE")
def messages(here: People) -> Race:
    acts = each(lambda other: sending.send_message(here.anna, other, "Hello"), here.others)
    return Race(acts, PrivateMessage.objects.filter(by=here.anna).count)


# Clubs -------------------------------------------------------------------------------------------


def club(owner: User, name: str, entry: str = "open") -> Club:
    return founding.found(owner.pk, Words(name, entry))


@limit("community.clubs.founding.MOST_OWNED")
def clubs_owned(here: People) -> Race:
    acts = each(lambda name: club(here.anna, f"Club {name}"), range(MANY))
    return Race(acts, ClubMember.objects.filter(user=here.anna).count)


@limit("community.clubs.founding.MOST_CLUBS")
def clubs_joined(here: People) -> Race:
    there = [club(other, f"Club of {other}") for other in here.others]
    acts = each(lambda one: joining.join_club(one.pk, here.anna.pk), there)
    return Race(acts, ClubMember.objects.filter(user=here.anna).count)


@limit("community.clubs.joining.MOST_ASKED")
def clubs_asked(here: People) -> Race:
    there = [club(other, f"Club of {other}", "request") for other in here.others]
    acts = each(lambda one: joining.join_club(one.pk, here.anna.pk), there)
    return Race(acts, Candidate.objects.filter(user=here.anna).count)


@limit("community.clubs.joining.MOST_WAITING")
def asking_one_club(here: People) -> Race:
    there = club(here.anna, "A club", "request")
    acts = each(lambda other: joining.join_club(there.pk, other.pk), here.others)
    return Race(acts, Candidate.objects.filter(club=there).count)


@limit("community.clubs.joining.INVITATIONS_PER_HOUR")
def club_invitations(here: People) -> Race:
    there = club(here.anna, "A club")
    acts = each(
        lambda other: joining.invite_member(there.pk, here.anna.pk, other.username), here.others
    )
    return Race(acts, Candidate.objects.filter(club=there).count)


@limit("community.clubs.belonging.MOST_OFFICERS")
def officers(here: People) -> Race:
    there = club(here.anna, "A club")
    for other in here.others:
        joining.join_club(there.pk, other.pk)
    acts = each(
        lambda other: belonging.set_officer(there.pk, here.anna.pk, other.username, officer=True),
        here.others,
    )
    return Race(acts, ClubMember.objects.filter(club=there, role=1).count)


@limit("community.clubs.talk.PER_MINUTE")
def said_to_clubs(here: People) -> Race:
    there = club(here.anna, "A club")
    acts = each(lambda text: talk.write_message(there.pk, here.anna.pk, text), "abcd")
    return Race(acts, ClubMessage.objects.filter(club=there).count)


def evening(days: int = 3) -> events.Plan:
    at = timezone.now() + timedelta(days=days)
    return events.Plan("An evening", at, "lanterns", 4, DAYS)


@limit("games.clubs.events.MOST_PLANNED")
def planned(here: People) -> Race:
    there = club(here.anna, "A club")
    acts = each(lambda days: events.plan(there.pk, here.anna.pk, evening(days)), range(3, 7))
    return Race(acts, ClubEvent.objects.filter(club=there).count)


@limit("games.clubs.events.MOST_COMING")
def coming(here: People) -> Race:
    there = club(here.anna, "A club")
    for other in here.others:
        joining.join_club(there.pk, other.pk)
    event = events.plan(there.pk, here.anna.pk, evening())
    Coming.objects.all().delete()
    acts = each(
        lambda other: events.answer_event(there.pk, event.pk, other.pk, comes=True), here.others
    )
    return Race(acts, Coming.objects.filter(event=event, comes=True).count)


# Games -------------------------------------------------------------------------------------------


def table(maker: User, **settings: Any) -> Game:
    return open_games.create(maker.pk, "lanterns", 2, **settings).game


@limit("games.lobby.limits.MOST_OPEN")
def open_tables(here: People) -> Race:
    acts: list[Act] = [lambda: table(here.anna)] * MANY
    return Race(acts, Game.objects.filter(created_by=here.anna).count)


@limit("games.lobby.limits.PER_HOUR[new game]")
def new_games(here: People) -> Race:
    acts: list[Act] = [lambda: table(here.anna)] * MANY
    return Race(acts, Game.objects.filter(created_by=here.anna).count)


@limit("games.lobby.limits.MOST_OF_BOT")
def tables_of_a_bot(here: People) -> Race:
    bot, _token = bots.make(here.anna, "helper")
    acts = each(
        lambda game: open_games.join_game(game.pk, bot.pk), [table(one) for one in here.others]
    )
    return Race(acts, Seat.objects.filter(user=bot).count)


@limit("games.lobby.limits.MOST_WAITING")
def tables_that_wait(here: People) -> Race:
    there = [table(one) for one in here.others]
    acts = each(lambda game: open_games.join_game(game.pk, here.anna.pk), there)
    return Race(acts, Seat.objects.filter(user=here.anna, to_move=True).count)


@limit("one live table")
def live_tables(here: People) -> Race:
    there = [open_games.create(one.pk, "lanterns", 3, clock=LIVE).game for one in here.others]
    acts = each(lambda game: open_games.join_game(game.pk, here.anna.pk), there)
    return Race(acts, Seat.objects.filter(user=here.anna).count)


@limit("games.lobby.limits.MOST_INVITATIONS")
def invitations_of_one(here: People) -> Race:
    there, other = [table(here.anna) for _ in range(MANY)], here.others[0]
    acts = each(lambda game: open_games.invite(game.pk, here.anna.pk, [other.username]), there)
    return Race(acts, Invitation.objects.filter(user=other).count)


@limit("games.lobby.limits.PER_HOUR[invitation]")
def invitations(here: People) -> Race:
    there = open_games.create(here.anna.pk, "lanterns", 4).game
    acts = each(
        lambda other: open_games.invite(there.pk, here.anna.pk, [other.username]), here.others
    )
    return Race(acts, Invitation.objects.filter(game=there).count)


@limit("games.lobby.standing.MOST")
def standing_invitations(here: People) -> Race:
    acts: list[Act] = [lambda: standing.make(here.anna.pk, "lanterns", 2, "medium", most=1)] * MANY
    return Race(acts, StandingInvitation.objects.filter(user=here.anna).count)


@limit("games.lobby.rematch.MOST_OFFERS")
def offers_of_a_rematch(here: People) -> Race:
    game = table(here.anna)
    open_games.join_game(game.pk, here.others[0].pk)
    actions.resign(game.pk, here.anna.pk)

    def offer_and_take_back() -> None:
        rematch.agree(game.pk, here.anna.pk)
        rematch.decline(game.pk, here.anna.pk)

    return Race([offer_and_take_back] * MANY, Rematch.objects.filter(game=game).count)


@limit("games.live.chat.PER_MINUTE")
def said_at_tables(here: People) -> Race:
    there = table(here.anna)
    acts = each(lambda text: chat.post(there.pk, here.anna.pk, text), "abcd")
    return Race(acts, ChatMessage.objects.filter(game=there).count)


@limit("games.lines.lines.MOST_AT_GAME")
def lines_at_a_game(here: People) -> Race:
    there = table(here.anna)
    open_games.join_game(there.pk, here.others[0].pk)
    acts: list[Act] = [lambda: lines.open_line(there.pk, here.anna.pk, anew=True)] * MANY
    return Race(acts, Line.objects.filter(user=here.anna).count)


@limit("games.lines.lines.MOST")
def lines_in_all(here: People) -> Race:
    there = [table(here.anna) for _ in range(MANY)]
    for game in there:
        open_games.join_game(game.pk, here.others[0].pk)
    acts = each(lambda game: lines.open_line(game.pk, here.anna.pk, anew=True), there)
    return Race(acts, Line.objects.filter(user=here.anna).count)


@limit("games.moves.plans.MOST")
def plans_at_a_game(here: People) -> Race:
    there = table(here.anna)
    open_games.join_game(there.pk, here.others[0].pk)
    mine = Seat.objects.get(game=there, user=here.anna)

    def leave(card: int) -> None:
        steps = [plans.Step(mine.index, "lay_card", [card])]
        plans.leave_plan(there.pk, here.anna.pk, steps)

    return Race(each(leave, range(MANY)), lambda: len(plans.plans_of(mine)))


# Tournaments -------------------------------------------------------------------------------------


@limit("games.tournaments.opening.MOST_RUN")
def tournaments(here: People) -> Race:
    acts: list[Act] = [lambda: opening.open_(here.anna.pk, CUP)] * MANY
    return Race(acts, Tournament.objects.filter(organiser=here.anna).count)


@limit("games.tournaments.series.series.MOST_RUN")
def series_of_tournaments(here: People) -> Race:
    acts: list[Act] = [lambda: series.start_series(here.anna.pk, CUP, "month", 7)] * MANY
    return Race(acts, Series.objects.filter(organiser=here.anna).count)


@limit("games.tournaments.series.series.MOST_RUN", "with one that was ended and is still open")
def series_beside_an_ended_one(here: People) -> Race:
    ended = series.start_series(here.anna.pk, CUP, "over", 0)
    series.stop(ended.pk, here.anna.pk)
    Series.objects.update(made_at=timezone.now() - timedelta(days=2))
    return series_of_tournaments(here)


@limit("games.tournaments.entering.MOST_JOINED")
def tournaments_joined(here: People) -> Race:
    there = [opening.open_(one.pk, CUP) for one in here.others]
    acts = each(lambda cup: entering.join_tournament(cup.pk, here.anna.pk), there)
    return Race(acts, Entrant.objects.filter(user=here.anna).count)


@limit("places of a tournament")
def places(here: People) -> Race:
    cup = opening.open_(here.anna.pk, CUP)
    Tournament.objects.filter(pk=cup.pk).update(most=1)
    acts = each(lambda other: entering.join_tournament(cup.pk, other.pk), here.others)
    return Race(acts, Entrant.objects.filter(tournament=cup, state=Entrant.State.IN).count)


@limit("games.tournaments.inviting.MOST_INVITED")
def invited_to_a_tournament(here: People) -> Race:
    cup = opening.open_(here.anna.pk, replace(CUP, by_invitation=True))
    acts = each(
        lambda other: inviting.invite_people(cup.pk, here.anna.pk, [other.username]), here.others
    )
    counted = TournamentInvitation.objects.filter(tournament=cup).count
    return Race(acts, lambda: counted() + 1)  # the organiser counts


@limit("one open challenge on a ladder")
def challenges(here: People) -> Race:
    plan = Plan("A ladder", "ladder", "lanterns", clock=DAYS, days=90)
    ladder = opening.open_(here.anna.pk, plan)
    for one in (*here.others, here.anna):
        entering.join_tournament(ladder.pk, one.pk)
    acts = each(
        lambda other: challenging.challenge(ladder.pk, here.anna.pk, other.username), here.others
    )
    return Race(acts, Challenge.objects.filter(challenger__user=here.anna).count)


# Studies -----------------------------------------------------------------------------------------


def _studied(user: User, other: User) -> tuple[Study, Game]:
    game = table(user)
    open_games.join_game(game.pk, other.pk)
    return making.make_study(user.pk, "Ours"), to_the_end(game.pk)


@limit("games.studies.making.MOST_STUDIES")
def studies_owned(here: People) -> Race:
    acts = each(lambda title: making.make_study(here.anna.pk, title), "abcd")
    return Race(acts, Study.objects.count)


@limit("games.studies.chapters.MOST_CHAPTERS")
def chapters_of_a_study(here: People) -> Race:
    study, game = _studied(here.anna, here.others[0])
    acts = each(lambda at: chapters.add_chapter(study.pk, here.anna.pk, game.pk, at), range(4))
    return Race(acts, study.chapters.count)


@limit("games.studies.membership.MOST_MEMBERS")
def members_of_a_study(here: People) -> Race:
    study = making.make_study(here.anna.pk, "Ours")
    for other in here.others:
        relationships.befriend(here.anna, other)
        relationships.befriend(other, here.anna)
    acts = each(
        lambda other: membership.set_member(study.pk, here.anna.pk, other.username, writes=True),
        here.others,
    )
    return Race(acts, study.members.count, 2)  # with its owner


@limit("games.studies.writing.MOST_COMMENTS")
def comments_on_a_chapter(here: People) -> Race:
    study, game = _studied(here.anna, here.others[0])
    there = chapters.add_chapter(study.pk, here.anna.pk, game.pk, 0)
    acts = each(
        lambda text: writing.write_comment(study.pk, here.anna.pk, there.pk, 0, text), "abcd"
    )
    return Race(acts, there.comments.count)


@limit("games.studies.writing.MOST_MARKS")
def marks_on_a_position(here: People) -> Race:
    study, game = _studied(here.anna, here.others[0])
    there = chapters.add_chapter(study.pk, here.anna.pk, game.pk, 0)
    acts = each(
        lambda name: writing.add_mark(
            study.pk, here.anna.pk, there.pk, 0, Mark(name, "red"), "abcd"
        ),
        "abcd",
    )
    return Race(acts, lambda: len(Chapter.objects.get(pk=there.pk).marks["0"]))


@limit("games.studies.judging.MOST_AT_ONCE")
def judgements_at_once(here: People) -> Race:
    study, game = _studied(here.anna, here.others[0])
    there = [chapters.add_chapter(study.pk, here.anna.pk, game.pk, 0) for _n in range(MANY)]
    acts = each(lambda one: judging.request_judgement(study.pk, here.anna.pk, one.pk, 0, 0), there)
    return Race(acts, Judgement.objects.count)


# Telling and reporting ---------------------------------------------------------------------------


@limit("notifications.webhooks.hooks.MOST")
def webhooks(here: People) -> Race:
    acts = each(lambda n: hooks.add(here.anna, "json", f"https://hook.example/{n}", None), "abcd")
    return Race(acts, Webhook.objects.filter(user=here.anna).count)


def _add_device(user: User, name: str) -> None:
    devices.add(user, f"https://push.example/{name}", push.public_key(), "A" * 22)


@limit("notifications.devices.MOST")
def own_devices(here: People) -> Race:
    acts = each(lambda name: _add_device(here.anna, name), "abcd")
    return Race(acts, PushSubscription.objects.filter(user=here.anna).count)


@limit("notifications.devices.MOST_TRIES")
def tries_of_devices(here: People) -> Race:
    acts = each(lambda name: _add_device(here.anna, name), "abcd")
    return Race(acts, PushSubscription.objects.filter(user=here.anna).count)


@limit("games.moderation.reports.A_DAY")
def reported(here: People) -> Race:
    acts = each(
        lambda other: reports.submit_report("player", other.pk, here.anna.pk, "other", ""),
        here.others,
    )
    return Race(acts, Report.objects.filter(by=here.anna).count)


@limit("games.upkeep.faults.A_DAY")
def faults_reported(here: People) -> Race:
    game = table(here.anna)
    open_games.join_game(game.pk, here.others[0].pk)
    Package.objects.update_or_create(type="lanterns", defaults={"stage": "beta"})
    Game.objects.update(stage="beta")
    acts = each(lambda words: faults.report(game.pk, here.anna.pk, words), ["aa", "bb", "cc", "dd"])
    return Race(acts, FaultReport.objects.filter(by=here.anna).count)


# The race ----------------------------------------------------------------------------------------


def _slowly(execute: Any, sql: str, *rest: Any) -> Any:
    if sql.lstrip().upper().startswith(("INSERT", "UPDATE")):
        time.sleep(PAUSE)
    return execute(sql, *rest)


def raced(acts: Sequence[Act]) -> list[Exception | None]:
    """Do all of them at once; what each has failed with."""
    start, ended = threading.Barrier(len(acts)), []

    def run(act: Act) -> None:
        failed: Exception | None = None
        try:
            connection.ensure_connection()
            with connection.execute_wrapper(_slowly):
                start.wait()
                act()
        except Exception as error:  # noqa: BLE001  refused, or else it is looked at below
            failed = error
        finally:
            connection.close()
        ended.append(failed)

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return ended


@pytest.fixture
def here(lanterns: None, monkeypatch: pytest.MonkeyPatch) -> People:
    monkeypatch.setattr(
        "accounts.entering.passkeys.allauth_forms.AddWebAuthnForm.clean",
        lambda form: form.cleaned_data,
    )
    monkeypatch.setattr(
        "allauth.account.internal.flows.reauthentication.is_reauthentication_required",
        lambda request, *, app: False,
    )
    monkeypatch.setattr("boardgames.http.safe_outbound.address", lambda url: url)
    monkeypatch.setattr(
        "allauth.mfa.webauthn.views.flows.add_authenticator",
        lambda request, name, credential: (
            Authenticator.objects.create(user=request.user, type="webauthn", data={}),
            None,
        ),
    )
    return People(person("anna"), [person(f"other{n}") for n in range(MANY)])


@pytest.mark.slow
@pytest.mark.parametrize("names", CASES)
def test_a_limit_holds_when_many_ask_at_once(
    here: People, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    race = CASES[names](here)
    for name in _constants(names):
        path, _, key = re.sub(r"\]$", "", name).partition("[")
        if key:
            monkeypatch.setitem(_at(path), key, race.allowed)
        else:
            monkeypatch.setattr(path, race.allowed)
    best_effort._client.flushdb()
    failures = [error for error in raced(race.acts) if error is not None]
    assert [error for error in failures if isinstance(error, (Error, AssertionError))] == []
    assert race.counted() == race.allowed, failures


def _at(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)


def _constants(names: str) -> list[str]:
    """The constants among the names; others are limits that no constant says."""
    return re.findall(r"[\w.]+\.[A-Z_]+(?:\[[\w ]+\])?", names)


#: Constants of the same sort that count nothing of which there could be one too many.
OTHERS = {
    "how much is shown, read, kept in memory or done at a time": """
        accounts.sessions.store.MOST_OWNERS community.finding.MOST community.news.reading.PER_PAGE
        games.notification_events.writing.MOST_UNREAD
        games.archive.plays.MOST
        games.bots.thinking.MOST_WAITING games.game_cache.MOST games.lessons.tips.MOST
        games.live.consumers.MOST_WAITING games.lobby.seating.MOST_AT_ONCE
        games.moderation.common_signs.MOST games.moves.actions.MOST_AHEAD
        games.pages.catalogue.sitemap.MOST games.pages.lists.mine.PER_PAGE
        games.pages.lists.mine.MOST_PEOPLE games.pages.lists.practice.PER_PAGE
        games.pages.studies.printing.MOST_POSITIONS
        games.pages.lists.ahead.MOST games.moves.plans.MOST_AGO
        games.pages.paging.PER_PAGE games.pages.paging.MOST_PAGES
        games.messages.tournaments.MOST_NAMED games.showing.analysis.MOST_SMALL
        games.showing.analysis.MOST_TOLD games.pages.table.view.feed.MOST
        games.pages.table.after.last_picture.MOST games.pages.table.view.room.MOST_FRIENDS
        games.ratings.lists.PER_PAGE games.storage.packed.MOST games.upkeep.package_errors.MOST
        games.tournaments.players_list.MOST_PROBLEMS games.upkeep.trials.MOST_GAMES
        games.upkeep.trials.MOST_LINES notifications.views.MOST
    """,
    "how much one form may bring": """
        accounts.calendar.vacations.MOST_WEEKDAYS accounts.company.relationships.MOST_MEMBERS
        accounts.names.MAX_LENGTH community.links.MOST community.own_profile.MOST
        games.clocks.kinds.MAX_DAYS games.clocks.kinds.MAX_HOURS games.clocks.kinds.MAX_STRETCH
        games.clocks.kinds.MAX_TURNS
        games.live.chat.MAX_LENGTH games.lobby.requirements.MOST_GAMES
        games.lobby.open_games.MOST_NAMES games.lobby.standing.MOST_GAMES
        games.moderation.people.MOST_DAYS games.moderation.seats.MOST_HOURS games.pages.naming.MOST
        games.tournaments.kinds.game_rotation.MOST_TYPES
        games.tournaments.inviting.MOST_NAMES games.tournaments.players_list.MOST_NAMES
        games.tournaments.plan.MOST_PEOPLE games.tournaments.plan.MOST_AT_ONCE
        games.tournaments.plan.MOST_PAUSE games.tournaments.plan.MOST_ROUNDS
        games.trees.tree.MOST_DEPTH games.trees.tree.MOST_DRAWS games.trees.tree.MOST_NODES
        games.trees.tree.MOST_NOTE games.moves.plans.MOST_STEPS
    """,
    "counted by Redis, which adds and tells the sum in one step": """
        accounts.limits.guessing.MOST accounts.sessions.sockets.PER_CLIENT
        accounts.sessions.sockets.PER_PERSON games.api.limits.PER_MINUTE
        games.live.reacting.PER_MINUTE games.pages.answers.POSTS_PER_MINUTE
        games.studies.writing.PER_MINUTE games.studies.judging.PER_HOUR
        games.pages.studies.printing.PER_MINUTE
    """,
    "the same count as one that is raced, for others or by other figures": """
        accounts.calendar.vacations.PER_YEAR games.lobby.limits.GUESTS_PER_HOUR
        games.lobby.limits.GUESTS_MOST_OPEN
    """,
    "counted under the lock of the game that it is for": """
        games.clocks.clock.LAG_PER_ANSWER games.clocks.clock.LAG_PER_GAME
    """,
    "counted by ticks, for nobody who asks": """
        accounts.account_mail.MOST_UNANSWERED games.tournaments.kinds.divisions.MOST_RISING
        notifications.delivery.MOST_UNANSWERED
        notifications.webhooks.webhooks.MOST_FAILURES
    """,
}


@pytest.mark.slow
def test_each_limit_is_raced_or_counts_nothing_that_could_be_raced() -> None:
    raced = {re.sub(r"\[.*", "", one) for names in CASES for one in _constants(names)}
    assert set(_limits()) - raced - set(" ".join(OTHERS.values()).split()) == set()
    assert (raced | set(" ".join(OTHERS.values()).split())) - set(_limits()) == set()


LIMIT = re.compile(r"(NEW_|GUESTS_)?(MOST|MAX)(_|$)|.*(^|_)(A_DAY|PER_[A-Z]+)$")


def _limits() -> Iterator[str]:
    """All constants that are called as limits are."""
    for room in ("accounts", "community", "games", "notifications"):
        for path in Path(room).rglob("*.py"):
            if path.parts[:2] in (("games", "rules"), ("games", "checking")):
                continue
            for node in ast.parse(path.read_text()).body:
                for target in node.targets if isinstance(node, ast.Assign) else ():
                    for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                        if isinstance(name, ast.Name) and LIMIT.match(name.id):
                            yield ".".join((*path.with_suffix("").parts, name.id))
