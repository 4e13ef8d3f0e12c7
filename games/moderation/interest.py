"""Conflicts of interest: where another moderator must decide.

Moderators learn nothing of reports about themselves. They only learn that a report exists if they
sent it, or if it is about a table at which they have or had a seat, about somebody with whom they
play, or about one of their clubs. They cannot act at such a table, in such a club or on such a
person. In a tournament that they play in, all tables count as theirs, and all players as playing
with them. Their bots count as themselves.

People who run a club have the same interest in messages there by people with whom they play.

A moderator is named by number; None is the operator at the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from community.models import Candidate, Club, ClubMember
from games.errors import Refused
from games.models import ChatMessage, Entrant, Game, Report, Seat, Table, Tenure, Tournament
from games.tournaments import interest as playing

#: How long after a game its players may not decide about each other: a decision might still be
#: about that game.
LATELY = timedelta(days=14)


def party_to_game(user_id: int, game_id: int) -> bool:
    """Whether this person has or had a seat in the game, waits to join it, or plays in its
    tournament."""
    return tables(user_id).filter(pk=game_id).exists()


def play_together(one: int, other: int) -> bool:
    """Whether both are at a table that is running or ended less than 14 days ago.

    People who have left their seats meanwhile count, too, and so do two in the same running
    tournament.
    """
    return tablemates(one).filter(pk=other).exists()


def has_part(moderator_id: int, person_id: int | None, game_id: int | None) -> bool:
    """Whether a matter of this person at this table concerns the moderator's company or table.

    Either may be None.
    """
    if person_id is not None and play_together(moderator_id, person_id):
        return True
    return game_id is not None and party_to_game(moderator_id, game_id)


def check_table(game_id: int, moderator_id: int | None) -> None:
    """Raise Refused for a moderator who has or had a seat at this table, or plays in its
    tournament."""
    if moderator_id is not None and party_to_game(moderator_id, game_id):
        said = _(
            "You have had a seat here, or play in its tournament. Let another moderator decide."
        )
        raise Refused(said, "own_game")


def check_person(user_id: int, moderator_id: int | None) -> None:
    """Raise Refused for the person themselves, and for a moderator who plays with them."""
    if moderator_id is not None and _are_of(moderator_id).filter(pk=user_id).exists():
        raise Refused(
            _("You cannot decide about yourself. Let another moderator decide."), "yourself"
        )
    if moderator_id is not None and play_together(moderator_id, user_id):
        raise Refused(
            _("You play with this person, or did recently. Let another moderator decide."),
            "own_company",
        )


def check_club(club: Club, moderator_id: int) -> None:
    """Raise Refused for a moderator with an interest in the club.

    That is one who is in it, has asked to join or was removed, or plays with its owner.
    """
    if clubs(moderator_id).filter(pk=club.pk).exists():
        raise Refused(
            _(
                "You are in this club, asked to join it, or were removed from it. Let another "
                "moderator decide."
            ),
            "own_club",
        )
    owner = ClubMember.objects.filter(club=club, role=ClubMember.Role.OWNER).first()
    if owner is not None:
        check_person(owner.user_id, moderator_id)


def refusal(check: Callable[[int, int], None], number: int, moderator_id: int) -> str:
    """Why this moderator must not act there; empty if they may. For pages with acts."""
    try:
        check(number, moderator_id)
    except Refused as refused:
        return str(refused)
    return ""


def others_decide() -> str:
    """The words shown for a report that another moderator must decide."""
    return _("You are involved in this, so another moderator decides about it.")


def may_know(moderator_id: int, report: Report) -> bool:
    """Whether this moderator may know that the report exists."""
    return report.person_id != moderator_id


def may_decide(moderator_id: int, report: Report) -> bool:
    """Whether this moderator has no interest in the report.

    Otherwise they see neither its words nor its sender.
    """
    return without_interest(Report.objects.filter(pk=report.pk), moderator_id).exists()


def known_to(reports: QuerySet[Report], moderator_id: int) -> QuerySet[Report]:
    """The reports whose existence this moderator may know."""
    return reports.exclude(person=moderator_id)


def reports_about(moderator_id: int) -> Iterable[int]:
    """The numbers of reports about this moderator, of which they must know nothing."""
    return Report.objects.filter(person=moderator_id).values_list("pk", flat=True)


def without_interest(reports: QuerySet[Report], moderator_id: int) -> QuerySet[Report]:
    """The reports that this moderator may open and decide."""
    return (
        known_to(reports, moderator_id)
        .exclude(by=moderator_id)
        .exclude(person__in=_are_of(moderator_id))
        .exclude(game__in=tables(moderator_id))
        .exclude(person__in=tablemates(moderator_id))
        .exclude(club__in=clubs(moderator_id))
        .exclude(about=Report.About.APPEAL, case__sanction__by=moderator_id)
    )


def _are_of(user_id: int) -> QuerySet[User]:
    """This person, and their bots."""
    return User.objects.filter(Q(pk=user_id) | Q(owner=user_id))


def tables(user_id: int) -> QuerySet[Game]:
    """All games in which this person, or one of their bots, has or had a seat.

    And all games of the tournaments in which they play now.
    """
    they = _are_of(user_id).values("pk")
    held = Seat.objects.filter(user__in=they).values("game")
    sat = Tenure.objects.filter(user__in=they).values("seat__game")
    beside = Table.objects.filter(tournament__in=_tournaments(user_id), game__isnull=False)
    return Game.objects.filter(pk__in=held.union(sat, beside.values("game")))


def clubs(user_id: int) -> QuerySet[Club]:
    """The clubs that this person is in, has asked to join, or was removed from."""
    inside = ClubMember.objects.filter(user=user_id).values("club")
    outside = Candidate.objects.filter(user=user_id).values("club")
    return Club.objects.filter(pk__in=inside.union(outside))


def _tournaments(user_id: int) -> QuerySet[Tournament]:
    return playing.begun(user_id).filter(status=Tournament.Status.RUNNING)


def heard(messages: QuerySet[ChatMessage], moderator_id: int) -> QuerySet[ChatMessage]:
    """The messages without the spectators' chat of the moderator's unfinished tables."""
    going_on = tables(moderator_id).filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    return messages.exclude(onlookers=True, game__in=going_on)


def tablemates(user_id: int) -> QuerySet[User]:
    """Everybody who has or had a seat with this person at a table that still matters.

    And everybody in a tournament with them, and the person themselves.
    """
    lasting = Q(status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    games = tables(user_id).filter(lasting | Q(finished_at__gt=timezone.now() - LATELY))
    held = Seat.objects.filter(game__in=games).exclude(user=None).values("user")
    sat = Tenure.objects.filter(seat__game__in=games).exclude(user=None).values("user")
    rivals = Entrant.objects.filter(tournament__in=_tournaments(user_id)).values("user")
    return User.objects.filter(pk__in=held.union(sat, rivals))
